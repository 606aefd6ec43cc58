#!/bin/sh
# Takes the place of BEN's Python in tests/program/ben.rs: it has the options of BEN's table_manager_client.py that ben.sh
# uses, and sits down as one of our own players who plays any legal card. FALSECARD names the program. The first time
# that it is started it dies, as BEN sometimes does.
set -eu

if [ "$1" != table_manager_client.py ] || [ ! -f "$1" ]; then
    echo "$1 is not there" >&2
    exit 2
fi
shift
while [ $# -gt 0 ]; do
    case $1 in
        --host) host=$2 ;;
        --port) port=$2 ;;
        --name) name=$2 ;;
        --seat) seat=$2 ;;
        --config) [ -f "$2" ] ;;
        *) echo "BEN has no option $1" >&2 && exit 2 ;;
    esac
    shift 2
done
if mkdir died 2> /dev/null; then
    echo "dies once" >&2
    exit 1
fi
exec "$FALSECARD" sit --host "$host" --port "$port" --team "$name" --seat "$seat" --engine random --patience 20s
