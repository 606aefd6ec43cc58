#!/bin/sh
# A match against BEN (https://github.com/lorserker/ben) over the table-manager protocol, by hand, where BEN is installed:
#
#     cargo build --release
#     tests/peers/ben.sh target/release/falsecard PATH_TO_BEN [BOARDS] [ENGINE]
#
# BEN needs Python with its requirements (see its README). The environment can say more: PYTHON names the interpreter,
# BEN_CONFIG a configuration other than src/config/default.conf, BUDGET our time for a decision (2s), PORT where BEN
# connects for the open room (2000); the closed room is at the next port. Two rooms are played: our own sit North-South
# in the open room and East-West in the closed one. The boards are added to ben.pbn, what BEN says goes to
# ben-ROOM-SEAT.log. If BEN dies, it is started again, and the board is begun anew.
# tests/program/ben.rs runs this script with a stand-in for BEN.
set -eu

if [ $# -lt 2 ]; then
    sed -n '2,13s/^# \{0,1\}//p' "$0"
    exit 2
fi
falsecard=$(realpath "$1")
ben=$(realpath "$2")
boards=${3:-16}
engine=${4:-fused}
here=$(pwd)
python=${PYTHON:-python3}
config=${BEN_CONFIG:-$ben/src/config/default.conf}
port=${PORT:-2000}
next=$((port + 1))
over=$(mktemp)

# Sits until the match is over, however often it dies; ends at once on SIGTERM.
ben_sits() {
    room=$1 at=$2 seat=$3
    trap 'kill "$sitting" 2> /dev/null; exit' TERM
    cd "$ben/src"
    while [ -e "$over" ]; do
        "$python" table_manager_client.py --host 127.0.0.1 --port "$at" --name BEN --seat "$seat" \
            --config "$config" >> "$here/ben-$room-$seat.log" 2>&1 &
        sitting=$!
        wait "$sitting" || true
        sleep 1
    done
}

seats=
leave() {
    rm -f "$over"
    # shellcheck disable=SC2086
    kill "$manager" $seats 2> /dev/null || true
}

"$falsecard" table --seat "NS=$engine" --teams falsecard,BEN --port "$port" --closed-port "$next" --boards "$boards" \
    --budget "${BUDGET:-2s}" --to-act 10m --to-come 15m --out ben.pbn &
manager=$!
trap leave EXIT INT TERM
sleep 1
for place in "open $port East" "open $port West" "closed $next North" "closed $next South"; do
    # shellcheck disable=SC2086
    ben_sits $place &
    seats="$seats $!"
done
status=0
wait "$manager" || status=$?
exit "$status"
