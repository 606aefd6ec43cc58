"""Does another program read what falsecard writes? By hand, with `pip install endplay`:

    cargo build --release
    python3 tests/peers/endplay_check.py target/release/falsecard [BOARDS]

Random boards are written by falsecard as PBN and as LIN; endplay reads both, and deal, contract,
play and result of every board are compared with falsecard's JSON.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from endplay.parsers import lin, pbn
from endplay.types import Player


def convert(program, source, target):
    subprocess.run([program, "convert", str(source), str(target)], check=True)
    return target.read_text()


def plain(text):
    return str(text).translate(str.maketrans("♠♥♦♣", "SHDC"))


def hands(board):
    return {player.abbr: str(board.deal[player]) for player in Player}


def contract(board):
    """As PBN writes it, with its declarer; endplay writes 3NT as 3NTN= and the like."""
    if board.contract is None or board.contract.is_passout():
        return "Pass", None
    penalty = {"passed": "", "doubled": "X", "redoubled": "XX"}[board.contract.penalty.name]
    return f"{board.contract.level}{board.contract.denom.abbr}{penalty}", board.contract.declarer.abbr


def difference(ours, theirs):
    """What they see otherwise, or nothing."""
    said = (ours["contract"].replace("NT", "N") if ours["contract"] != "Pass" else "Pass", ours.get("declarer"))
    read = contract(theirs)
    read = (plain(read[0]).replace("NT", "N"), read[1])
    if hands(theirs) != ours["deal"]:
        return "deal", ours["deal"], hands(theirs)
    if said != read:
        return "contract", said, read
    cards = [plain(card) for card in theirs.play]
    if cards != [played["card"] for played in ours.get("play", [])]:
        return "play", ours.get("play"), cards
    if said[0] != "Pass":
        tricks = theirs.contract.level + 6 + theirs.contract.result
        if tricks != ours["result"]:
            return "result", ours["result"], tricks
    return None


def main():
    program = sys.argv[1]
    count = sys.argv[2] if len(sys.argv) > 2 else "200"
    here = Path(__file__).parent
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        source = folder / "boards.pbn"
        made = subprocess.run([sys.executable, here / "boards.py", count], check=True, capture_output=True)
        source.write_bytes(made.stdout)
        ours = [json.loads(line) for line in convert(program, source, folder / "ours.json").splitlines()]
        for name, parser in [("PBN", pbn), ("LIN", lin)]:
            text = convert(program, source, folder / f"written.{name.lower()}")
            theirs = parser.loads(text)
            differences = [(record["board"], found) for record, board in zip(ours, theirs)
                           if (found := difference(record, board))]
            agree = len(theirs) - len(differences)
            print(f"{name}: {len(ours)} boards written, {len(theirs)} read by endplay, {agree} agree "
                  "on deal, contract, play and result")
            for number, found in differences[:5]:
                print(f"  board {number}: {found}")
            failed |= agree != len(ours)
    sys.exit(failed)


if __name__ == "__main__":
    main()
