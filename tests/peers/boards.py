"""Prints N random boards as PBN: deal, auction, complete play, result. No package is needed.

    python3 tests/peers/boards.py 10000 > boards.pbn
"""

import random
import sys

SEATS = "NESW"
RANKS = "AKQJT98765432"
VULNERABLE = ["None", "NS", "EW", "All", "NS", "EW", "All", "None",
              "EW", "All", "None", "NS", "All", "None", "NS", "EW"]


def clockwise(seat, steps):
    return SEATS[(SEATS.index(seat) + steps) % 4]


def auction(dealer, rng):
    """Passes, an opening at some level, raises and doubles; who declares, and the contract."""
    calls, bid, declarer, doubled = [], None, None, ""
    strains = ["C", "D", "H", "S", "NT"]
    first = {}
    passes = 0
    while passes < (3 if bid else 4):
        seat = clockwise(dealer, len(calls))
        higher = [(level, s) for level in range(1, 8) for s in range(5) if bid is None or (level, s) > bid[:2]]
        roll = rng.random()
        if roll < 0.35 and higher:
            level, strain = rng.choice(higher[:4])
            bid = (level, strain, seat)
            side = SEATS.index(seat) % 2
            declarer = first.setdefault((side, strain), seat)
            doubled = ""
            calls.append(f"{level}{strains[strain]}")
            passes = 0
        elif roll < 0.42 and bid and not doubled and SEATS.index(seat) % 2 != SEATS.index(bid[2]) % 2:
            doubled = "X"
            calls.append("X")
            passes = 0
        else:
            calls.append("Pass")
            passes += 1
    if bid is None:
        return calls, None, None, None
    return calls, declarer, f"{bid[0]}{strains[bid[1]]}{doubled}", strains[bid[1]]


def play(hands, leader, trump, rng):
    """Legal cards at random: the tricks as (seat, card) in the order of play, and the winners."""
    left = {seat: list(cards) for seat, cards in hands.items()}
    tricks, winners = [], []
    for _ in range(13):
        trick = []
        for turn in range(4):
            seat = clockwise(leader, turn)
            follow = [card for card in left[seat] if trick and card[0] == trick[0][1][0]]
            card = rng.choice(follow or left[seat])
            left[seat].remove(card)
            trick.append((seat, card))
        led = trick[0][1][0]
        leader = max(trick, key=lambda p: (p[1][0] == trump, p[1][0] == led, -RANKS.index(p[1][1])))[0]
        tricks.append(trick)
        winners.append(leader)
    return tricks, winners


def board(number, rng):
    pack = [suit + rank for suit in "SHDC" for rank in RANKS]
    rng.shuffle(pack)
    hands = {seat: sorted(pack[13 * i:13 * i + 13], key=lambda c: RANKS.index(c[1]))
             for i, seat in enumerate(SEATS)}
    suits = lambda hand: ".".join("".join(c[1] for c in hand if c[0] == s) for s in "SHDC")
    dealer = SEATS[(number - 1) % 4]
    calls, declarer, contract, strain = auction(dealer, rng)
    lines = ['[Event "Random"]', '[Site "?"]', '[Date "?"]', f'[Board "{number}"]', '[West "w"]',
             '[North "n"]', '[East "e"]', '[South "s"]', f'[Dealer "{dealer}"]',
             f'[Vulnerable "{VULNERABLE[(number - 1) % 16]}"]',
             '[Deal "N:' + " ".join(suits(hands[seat]) for seat in SEATS) + '"]', '[Scoring "IMP"]']
    rows = [" ".join(calls[i:i + 4]) for i in range(0, len(calls), 4)]
    if declarer is None:
        lines += ['[Declarer ""]', '[Contract "Pass"]', '[Result ""]', f'[Auction "{dealer}"]'] + rows
        return lines + [""]
    leader = clockwise(declarer, 1)
    tricks, winners = play(hands, leader, strain if strain != "NT" else None, rng)
    won = sum(SEATS.index(w) % 2 == SEATS.index(declarer) % 2 for w in winners)
    lines += [f'[Declarer "{declarer}"]', f'[Contract "{contract}"]', f'[Result "{won}"]',
              f'[Auction "{dealer}"]'] + rows + [f'[Play "{leader}"]']
    for trick in tricks:
        by_seat = dict(trick)
        lines.append(" ".join(by_seat[clockwise(leader, i)] for i in range(4)))
    return lines + [""]


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    rng = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    print("% PBN 2.1")
    for number in range(1, count + 1):
        print("\n".join(board(number, rng)))


if __name__ == "__main__":
    main()
