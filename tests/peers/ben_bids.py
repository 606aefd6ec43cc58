"""Our bidder and BEN's (https://github.com/lorserker/ben) in a team match of auctions. By hand, where BEN is:

    maturin build --release -m python/Cargo.toml
    pip install target/wheels/falsecard-*.whl onnxruntime numpy
    OMP_NUM_THREADS=1 python3 tests/peers/ben_bids.py PATH_TO_BEN --boards 500

The deals are random. In room 1 ours sit North-South and BEN's East-West, in room 2 the other way round. Contracts are
scored by the tricks that declarer takes double dummy. Then four of ours bid the same deals, and four of BEN's.

BEN plays the system of its configuration (--config), by its network alone: the likeliest legal call. With --search its
whole bot calls, with samples and rollouts. That needs tensorflow, scipy and colorama too, and takes many seconds a
call; fewer samples (sample_hands_auction in a configuration of your own) make it quicker. Where BEN's double dummy
cannot be loaded, ours takes its place, which finds the same numbers of tricks.

Our players read BEN's calls as champions would mean them, and BEN's read ours as their own system.
"""

import argparse
import contextlib
import functools
import io
import math
import os
import random
import sys
import time
import types
from configparser import ConfigParser
from pathlib import Path

import falsecard as fc

from boards import RANKS, SEATS, VULNERABLE

STRAINS = ["C", "D", "H", "S", "NT"]
BIDS = [(level, strain) for level in range(1, 8) for strain in range(5)]
IMPS = [20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600, 750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500,
        3000, 3500, 4000]


class Ours:
    """Our player: the call that fc.bid chooses, without looking ahead."""

    name = "ours"
    search = False

    def call(self, board, seat, calls):
        said = fc.bid(board.hands[seat], " ".join(calls), dealer=SEATS[board.dealer], vulnerable=board.vulnerable, deals=0)
        return said["call"].translate(str.maketrans("♠♥♦♣", "SHDC"))


class Ben:
    """BEN's player: its code is imported from where it lies."""

    name = "BEN"

    def __init__(self, home, config, search):
        os.environ["BEN_HOME"] = str(home)
        sys.path.insert(0, str(home / "src"))
        conf = ConfigParser()
        conf.read_string((home / "src" / "config" / config).read_text())
        self.system = conf["models"]["name"]
        self.search = search
        if search:
            self.load_bot(conf, home)
        else:
            self.load_network(conf, home)

    def load_network(self, conf, home):
        import binary
        from bidding import bidding
        from nn.bidder_onnx import Bidder

        self.binary, self.bidding = binary, bidding
        models = conf["models"]
        self.models = types.SimpleNamespace(
            model_version=models.getint("model_version"), n_cards_bidding=models.getint("n_cards_bidding"),
            ns=models.getint("NS"), ew=models.getint("EW"), adjust_hcp=conf["bidding"].getboolean("adjust_hcp"))
        self.network = Bidder("bidder", str(home / conf["bidding"]["bidder"]), False)

    def load_bot(self, conf, home):
        try:
            from ddsolver.ddsolver import DDSolver
        except ImportError:
            print("BEN's double dummy cannot be loaded: ours takes its place")
            DDSolver = OurSolver
        from botbidder import BotBid
        from nn.models_tf2 import Models
        from sample import Sample

        self.bot = BotBid
        self.models = Models.from_conf(conf, str(home))
        self.sampler = Sample.from_conf(conf, False)
        self.solver = DDSolver(max_threads=1)
        self.bots = {}

    def call(self, board, seat, calls):
        auction = ["PAD_START"] * board.dealer
        auction += ["PASS" if call == "P" else call.replace("NT", "N") for call in calls]
        turn = len(calls) // 4 + 1
        call = (self.searched if self.search else self.likeliest)(board, seat, auction, turn)
        return "P" if call == "PASS" else call.replace("N", "NT")

    def likeliest(self, board, seat, auction, turn):
        hand = self.binary.parse_hand_f(self.models.n_cards_bidding)(board.hands[seat])
        seen = self.binary.get_auction_binary(turn, auction, seat, hand, board.sides, self.models)
        calls, _ = self.network.pred_fun_seq(seen)
        for best in calls[0, -1].argsort()[::-1]:
            call = self.bidding.ID2BID[int(best)]
            if self.bidding.can_bid(call, auction):
                return call
        raise ValueError(f"no legal call after {auction}")

    def searched(self, board, seat, auction, turn):
        """The bot of a seat keeps what it knows from call to call of one auction."""
        if turn == 1:
            self.bots[seat] = self.bot(board.sides, board.hands[seat], self.models, self.sampler, seat, board.dealer,
                                       self.solver, False, False)
        with contextlib.redirect_stdout(io.StringIO()):
            return self.bots[seat].bid(auction).bid


class OurSolver:
    """In place of BEN's double dummy, as far as its bidder asks: the tricks of the side on lead, a deal each."""

    def __init__(self, max_threads):
        pass

    def solve(self, strain, leader, trick, deals, solutions, purpose=""):
        if trick or solutions != 1:
            raise NotImplementedError("only whole deals are solved")
        return {"max": [most_tricks(deal, ["NT", "S", "H", "D", "C"][strain], SEATS[leader]) for deal in deals]}


@functools.lru_cache(100_000)
def most_tricks(deal, strain, leader):
    return max(fc.card_values(fc.Game.from_deal(deal), strain=strain, leader=leader).values())


class Board:
    def __init__(self, number, rng):
        pack = [suit + rank for suit in "SHDC" for rank in RANKS]
        rng.shuffle(pack)
        hands = [sorted(pack[13 * i:13 * i + 13], key=lambda card: RANKS.index(card[1])) for i in range(4)]
        self.number = number
        self.hands = [".".join("".join(c[1] for c in hand if c[0] == suit) for suit in "SHDC") for hand in hands]
        self.dealer = (number - 1) % 4
        self.vulnerable = VULNERABLE[(number - 1) % 16]
        self.sides = [self.vulnerable in ("NS", "All"), self.vulnerable in ("EW", "All")]
        self.tricks = None

    def deal(self):
        return "N:" + " ".join(self.hands)


class Table:
    """One auction: the calls, and what they come to. What was asked in another room is not asked again, except of a
    player who searches: he keeps what he knows from call to call."""

    def __init__(self, board, players, known, times):
        self.board, self.players, self.calls = board, players, []
        self.bid, self.doubled, self.declarer = None, 0, None
        first, passes = {}, 0
        while passes < (3 if self.bid else 4):
            seat = (board.dealer + len(self.calls)) % 4
            call = self.ask(seat, known, times)
            passes = passes + 1 if call == "P" else 0
            if call in ("X", "XX"):
                self.doubled = len(call)
            elif call != "P":
                self.bid, self.doubled = (int(call[0]), STRAINS.index(call[1:])), 0
                self.declarer = first.setdefault((seat % 2, self.bid[1]), seat)
            self.calls.append(call)

    def ask(self, seat, known, times):
        player = self.players[seat]
        asked = (player.name, seat, *self.calls)
        if asked not in known or player.search:
            begun = time.process_time()
            known[asked] = player.call(self.board, seat, self.calls)
            times.setdefault(player.name, []).append(time.process_time() - begun)
        return known[asked]

    def score(self):
        """For North-South."""
        if self.bid is None:
            return 0
        tricks = self.board.tricks[self.declarer][self.bid[1]]
        won = score(self.bid, self.doubled, self.board.sides[self.declarer % 2], tricks)
        return won if self.declarer % 2 == 0 else -won

    def by(self, name):
        return self.bid is not None and self.players[self.declarer].name == name

    def __str__(self):
        end = "passed out"
        if self.bid:
            tricks = self.board.tricks[self.declarer][self.bid[1]]
            end = (f"{self.bid[0]}{STRAINS[self.bid[1]]}{'X' * self.doubled} by {SEATS[self.declarer]}, "
                   f"{tricks} tricks, {self.score():+}")
        return f"{' '.join(self.calls)} ({end})"


def score(bid, doubled, vulnerable, tricks):
    """What declarer's side wins."""
    level, strain = bid
    times = [1, 2, 4][doubled]
    over = tricks - level - 6
    if over < 0:
        down = -over
        if not doubled:
            return -down * (100 if vulnerable else 50)
        plain = 300 * down - 100 if vulnerable else [100, 300, 500][down - 1] if down <= 3 else 300 * down - 400
        return -plain * times // 2
    trick = 20 if strain < 2 else 30
    odd = (trick * level + (10 if strain == 4 else 0)) * times
    won = odd + ((500 if vulnerable else 300) if odd >= 100 else 50) + 50 * doubled
    won += {6: 750 if vulnerable else 500, 7: 1500 if vulnerable else 1000}.get(level, 0)
    return won + over * ((100 * doubled * (2 if vulnerable else 1)) if doubled else trick)


def par(board):
    """For North-South: each side may bid on or pass as it likes, all hands open, and what goes down is doubled."""
    def made(bid, side):
        tricks = max(board.tricks[side][bid[1]], board.tricks[side + 2][bid[1]])
        won = score(bid, 0 if tricks >= bid[0] + 6 else 1, board.sides[side], tricks)
        return won if side == 0 else -won

    best = [max, min]
    above = [[], []]
    for bid in reversed(BIDS):
        ends = [best[1 - side]([made(bid, side), *above[1 - side]]) for side in (0, 1)]
        for side in (0, 1):
            above[side].append(ends[side])
    first = board.dealer % 2
    last = best[1 - first]([0, *above[1 - first]])
    return best[first]([last, *above[first]])


def imps(points):
    won = sum(abs(points) >= step for step in IMPS)
    return won if points >= 0 else -won


def interval(values):
    mean = sum(values) / len(values)
    spread = math.sqrt(sum((value - mean) ** 2 for value in values) / max(len(values) - 1, 1))
    return f"{mean:+.2f} ± {1.96 * spread / math.sqrt(len(values)):.2f}"


def share(part, whole):
    return f"{part} ({100 * part / whole:.1f} %)"


def main():
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("ben", type=Path)
    asked.add_argument("--boards", type=int, default=200)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--config", default="onnx.conf", help="a file of BEN's src/config, or a path")
    asked.add_argument("--search", action="store_true", help="BEN's whole bot instead of its network alone")
    asked.add_argument("--team-only", action="store_true", help="without the tables of four alike")
    asked.add_argument("--minutes", type=float, default=math.inf, help="begin no board after so many minutes")
    asked.add_argument("--auctions", type=Path, help="write every auction to this file")
    given = asked.parse_args()

    ours, ben = Ours(), Ben(given.ben.resolve(), given.config, given.search)
    seated = {"room 1": [ours, ben] * 2, "room 2": [ben, ours] * 2}
    if not given.team_only:
        seated |= {"four of ours": [ours] * 4, "four of BEN's": [ben] * 4}
    rng = random.Random(given.seed)
    times, played, begun = {}, [], time.time()
    for number in range(1, given.boards + 1):
        if time.time() - begun > 60 * given.minutes:
            break
        board, known = Board(number, rng), {}
        tables = {name: Table(board, players, known, times) for name, players in seated.items()}
        # A row a declarer; fc.tables begins with notrump.
        board.tricks = [[int(tricks) for tricks in reversed(row)] for row in fc.tables([board.deal()])[0]]
        played.append((board, tables))
        if given.auctions:
            with given.auctions.open("a" if number > 1 else "w") as out:
                out.write(told(board, tables))
    report(ben, played, times)


def told(board, tables):
    lines = [f"board {board.number}, {SEATS[board.dealer]} deals, vulnerable {board.vulnerable}, {board.deal()}, "
             f"par {par(board):+}"]
    return "\n".join(lines + [f"  {name}: {table}" for name, table in tables.items()]) + "\n"


def swing(tables):
    return imps(tables["room 1"].score() - tables["room 2"].score())


def report(ben, played, times):
    boards = len(played)
    gained = [swing(tables) for _, tables in played]
    how = "its whole bot" if ben.search else "its network alone"
    print(f"{boards} boards, ours against BEN's ({ben.system}; {how})")
    print(f"IMPs a board, ours: {interval(gained)}; won {sum(gain > 0 for gain in gained)}, "
          f"lost {sum(gain < 0 for gain in gained)}, sum {sum(gained):+}")
    both = [table for _, tables in played for name, table in tables.items() if name.startswith("room")]
    for name in ("ours", "BEN"):
        mine = [table for table in both if table.by(name)]
        made = [table for table in mine if table.board.tricks[table.declarer][table.bid[1]] >= table.bid[0] + 6]
        slams = [table for table in mine if table.bid[0] >= 6]
        doubled = [table for table in mine if table.doubled]
        print(f"declared by {name}: {len(mine)} contracts, {share(len(made), len(mine))} make; slams {len(slams)}, "
              f"{sum(table in made for table in slams)} make; doubled {len(doubled)}, "
              f"{sum(table in made for table in doubled)} make")
    for name in played[0][1]:
        here = [(board, tables[name]) for board, tables in played]
        slams = [table for _, table in here if table.bid and table.bid[0] >= 6]
        out = sum(table.bid is None for _, table in here)
        off = interval([abs(imps(table.score() - par(board))) for board, table in here])
        print(f"{name}: {sum(len(t.calls) for _, t in here) / boards:.1f} calls; passed out {out}; slams {len(slams)}; "
              f"doubled {sum(t.doubled > 0 for _, t in here)}; from par {off.lstrip('+')} IMPs")
    if "four of ours" in played[0][1]:
        further = [abs(imps(t["four of ours"].score() - par(b))) - abs(imps(t["four of BEN's"].score() - par(b)))
                   for b, t in played]
        print(f"four of ours are {interval(further)} IMPs further from par than four of BEN's")
    for name, spent in times.items():
        print(f"a call of {name}: {1000 * sum(spent) / len(spent):.1f} ms of CPU in the mean of {len(spent)}")
    print("\nThe largest losses of ours:")
    for _, (board, tables) in sorted(zip(gained, played), key=lambda it: it[0])[:10]:
        print(f"\n{swing(tables):+} IMPs, {told(board, tables)}", end="")


if __name__ == "__main__":
    main()
