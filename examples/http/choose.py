"""Asks a page of falsecard which card to play, and why: python3 choose.py [ADDRESS]

Begin the page with `falsecard serve`. Nothing but Python is needed.
"""

import json
import sys
from urllib.request import Request, urlopen

ADDRESS = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:5252"

# East follows to the queen of clubs behind dummy's ace.
QUESTION = {
    "deal": "N:432.32.32.AJT987 QJT.KJT9.QJT9.K2 AK9.AQ87.AK87.Q6 8765.654.654.543",
    "dealer": "S",
    "vulnerable": "NS",
    "auction": "2NT P 3NT P P P",
    "played": "H6 H2 HK HA CQ C3 C7",
    "system": "paper",
}


def ask(what, question):
    """The answer to a question, as `falsecard WHAT --json` prints it."""
    request = Request(f"{ADDRESS}/api/{what}", data=json.dumps(question).encode())
    with urlopen(request) as answer:
        return json.load(answer)


decision = ask("choose", QUESTION)
print(f"{decision['engine']} plays {decision['card']}:")
for candidate in decision["candidates"]:
    print(f"  {candidate['card']}  {candidate['mean']:+.1f} {decision['scoring']}")

explanation = ask("explain", QUESTION | {"card": "C2", "against": "CK", "worlds": 8})
for account in explanation["accounts"]:
    for reader in account["readers"]:
        for place in reader["honours"]:
            shares = f"{place['before']:.0%} -> {place['after']:.0%}"
            print(f"After {account['card']} {reader['seat']} places {place['card']} with {place['elsewhere']}: {shares}")
