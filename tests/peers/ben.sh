#!/bin/sh
# A match against BEN (https://github.com/lorserker/ben) over the table-manager protocol, by hand, where BEN is installed:
#
#     cargo build --release
#     tests/peers/ben.sh target/release/falsecard PATH_TO_BEN [BOARDS] [ENGINE]
#
# BEN needs Python with its requirements (see its README); PYTHON names the interpreter, BEN_CONFIG a configuration
# other than src/config/default.conf, BUDGET our time for a decision (2s). Two rooms are played: our own sit
# North-South in the open room and East-West in the closed one. The boards are added to ben.pbn, what BEN says goes to
# ben-ROOM-SEAT.log. A BEN that dies is started again, and the board begun anew.
set -eu

if [ $# -lt 2 ]; then
    sed -n '2,10s/^# \{0,1\}//p' "$0"
    exit 2
fi
falsecard=$(realpath "$1")
ben=$(realpath "$2")
boards=${3:-16}
engine=${4:-fused}
here=$(pwd)
python=${PYTHON:-python3}
config=${BEN_CONFIG:-$ben/src/config/default.conf}
over=$(mktemp)

# Sits until the match is over, however often it dies.
ben_sits() {
    room=$1 port=$2 seat=$3
    cd "$ben/src"
    while [ -e "$over" ]; do
        "$python" table_manager_client.py --host 127.0.0.1 --port "$port" --name BEN --seat "$seat" \
            --config "$config" >> "$here/ben-$room-$seat.log" 2>&1 || true
        sleep 1
    done
}

"$falsecard" table --seat "NS=$engine" --teams falsecard,BEN --port 2000 --closed-port 2001 --boards "$boards" \
    --budget "${BUDGET:-2s}" --to-act 10m --to-come 15m --out ben.pbn &
manager=$!
trap 'rm -f "$over"; kill "$manager" 2> /dev/null || true' EXIT INT TERM
sleep 1
ben_sits open 2000 East &
ben_sits open 2000 West &
ben_sits closed 2001 North &
ben_sits closed 2001 South &
status=0
wait "$manager" || status=$?
rm -f "$over"
wait
exit "$status"
