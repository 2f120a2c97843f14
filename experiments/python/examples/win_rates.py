#!/usr/bin/env python3
"""Draws win rates against mine density with their 95 % intervals: win_rates.py [GAMES] [FIGURE]"""
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

import sapper

games = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
figure = sys.argv[2] if len(sys.argv) > 2 else "win_rates.svg"
report = sapper.run(
    {
        "schema": "sapper-config/1",
        "name": "win rates",
        "games": games,
        "boards": [{"rows": 16, "density": {"from": 0.10, "to": 0.24, "step": 0.02}}],
        "strategies": ["rules", "csp", "min_risk", "progress"],
    },
    progress=True,
)
for label in dict.fromkeys(result["label"] for result in report["results"]):
    results = [result for result in report["results"] if result["label"] == label]
    density = [result["board"]["density"] for result in results]
    rate = [result["win_rate"] for result in results]
    below = [result["win_rate"] - result["ci_low"] for result in results]
    above = [result["ci_high"] - result["win_rate"] for result in results]
    plt.errorbar(density, rate, [below, above], label=label, capsize=2)
plt.xlabel("mine density, 16 x 16 cells")
plt.ylabel("win rate")
plt.legend()
plt.savefig(figure)
print(figure)
