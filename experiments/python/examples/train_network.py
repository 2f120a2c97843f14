#!/usr/bin/env python3
"""Trains a small network to see risks, in NumPy: train_network.py [STEPS] [FIGURE] [ROWS MINES]

The network sees the 9 x 9 cells around a hidden cell and says how likely it is a mine. It plays, in each slot the cell
that it holds for safest and sometimes another one, and learns from the exact P(mine) of every cell that it meets
(p_mine=True). The figure has its win rate against its steps, beside those of min_risk and, on boards that can be
solved, optimal.
"""
import sys

import numpy

import sapper

steps = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
figure = sys.argv[2] if len(sys.argv) > 2 else "train_network.svg"
rows, mines = (int(sys.argv[3]), int(sys.argv[4])) if len(sys.argv) > 4 else (5, 5)
SLOTS, REACH, HIDDEN, RATE, EXPLORED = 64, 4, 64, 1e-2, 0.1
WINDOW = (2 * REACH + 1) ** 2
KINDS = 11  # hidden, 0 to 8, outside the board
random = numpy.random.default_rng(1)


ONE_HOT = numpy.eye(KINDS, dtype=numpy.float32)


def windows(boards, chosen):
    """What lies around the chosen cells, [chosen, WINDOW * KINDS]: 1 where a cell of the window is of that kind."""
    padded = numpy.full((len(boards), rows + 2 * REACH, rows + 2 * REACH), KINDS - 2)
    padded[:, REACH:-REACH, REACH:-REACH] = boards
    around = numpy.lib.stride_tricks.sliding_window_view(padded, (2 * REACH + 1,) * 2, axis=(1, 2))
    around = around.reshape(len(boards), rows * rows, WINDOW)[chosen]
    return ONE_HOT[around + 1].reshape(len(around), -1)


class Network:
    """P(mine) of cells by one hidden layer, trained by Adam."""

    def __init__(self):
        self.weights = [
            random.normal(0, 0.2, (WINDOW * KINDS, HIDDEN)).astype(numpy.float32),
            numpy.zeros(HIDDEN, dtype=numpy.float32),
            random.normal(0, 0.1, HIDDEN).astype(numpy.float32),
            numpy.zeros(1, dtype=numpy.float32),
        ]
        self.moments = [(numpy.zeros_like(w), numpy.zeros_like(w)) for w in self.weights]
        self.updates = 0

    def __call__(self, seen):
        self.layer = numpy.maximum(seen @ self.weights[0] + self.weights[1], 0)
        return 1 / (1 + numpy.exp(-(self.layer @ self.weights[2] + self.weights[3])))

    def learn(self, seen, risks, rate):
        """One step; rate: of the full one."""
        error = (self(seen) - risks) / len(risks)
        into_layer = error[:, None] * self.weights[2] * (self.layer > 0)
        slopes = [seen.T @ into_layer, into_layer.sum(0), self.layer.T @ error, error.sum(keepdims=True)]
        self.updates += 1
        for weight, slope, (mean, square) in zip(self.weights, slopes, self.moments):
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope**2 - square)
            step = numpy.sqrt(1 - 0.999**self.updates) / (1 - 0.9**self.updates)
            weight -= RATE * rate * step * mean / (numpy.sqrt(square) + 1e-8)


def choose(network, obs, hidden):
    """The hidden cell of each board that the network holds for safest."""
    risks = numpy.full(hidden.shape, 2.0)
    risks[hidden] = network(windows(obs, hidden)) + 1e-6 * random.random(hidden.sum())
    return risks.argmin(1)


def win_rate(network, games=500):
    """Of games that it did not learn from."""
    env = sapper.VectorEnv(games, rows, rows, mines, seed=2**40, autoreset="disabled", threads=1)
    obs, info = env.reset()
    won, actions = numpy.zeros(games, dtype=bool), numpy.zeros(games, dtype=numpy.int32)
    playing = numpy.arange(games)
    while len(playing):
        actions[playing] = choose(network, obs[playing], info["action_mask"][playing])
        obs, reward, terminated, _, info = env.step(actions)
        won |= reward > 0
        playing = numpy.flatnonzero(~terminated)
    return won.mean()


def of_strategy(name):
    board = {"rows": rows, "cols": rows, "mines": mines}
    first_click = {"rule": "safe", "cell": [rows // 2, rows // 2] if name != "optimal" else "strategy"}
    config = {"schema": "sapper-config/1", "name": name, "games": 20000, "boards": [board]}
    return sapper.run({**config, "first_click": first_click, "strategies": [name]})["results"][0]["win_rate"]


def train():
    """Steps and win rates."""
    network = Network()
    env = sapper.VectorEnv(SLOTS, rows, rows, mines, seed=1, autoreset="same_step", p_mine=True)
    obs, info = env.reset()
    curve = []
    for step in range(steps + 1):
        if step % max(1, steps // 10) == 0:
            curve.append((step * SLOTS, win_rate(network)))
            print(f"{curve[-1][0]:>9,} steps: {curve[-1][1]:.3f} of the games won", flush=True)
        is_met = info["action_mask"] & (obs >= 0).any(axis=(1, 2))[:, None]  # before the first dig there is nothing to see
        if is_met.any():
            risks = info["p_mine"].reshape(SLOTS, -1)[is_met].astype(numpy.float32)
            network.learn(windows(obs, is_met), risks, 1 - 0.9 * step / steps)
        actions = choose(network, obs, info["action_mask"])
        explored = random.random(SLOTS) < EXPLORED
        actions[explored] = env.sample_actions()[explored]
        obs, _, _, _, info = env.step(actions)
    return curve


curve = train()
lines = {"min_risk": of_strategy("min_risk")}
try:
    lines["optimal"] = of_strategy("optimal")
except ValueError:
    pass  # a board too large to be solved
for name, rate in lines.items():
    print(f"{name}: {rate:.3f}")

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

plt.plot(*zip(*curve), marker="o", label="the network")
for (name, rate), style in zip(lines.items(), ("--", ":")):
    plt.axhline(rate, linestyle=style, color="black", label=name)
plt.xlabel(f"steps, {rows} x {rows} cells with {mines} mines, safe first click")
plt.ylabel("win rate")
plt.ylim(bottom=0)
plt.legend(loc="lower right")
plt.savefig(figure)
print(figure)
