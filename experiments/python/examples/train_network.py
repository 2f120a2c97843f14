#!/usr/bin/env python3
"""Trains a small network to see risks, in NumPy: train_network.py [STEPS] [FIGURE] [ROWS MINES]

The network sees a whole board and says for each cell how likely it is a mine. It plays, in each slot the cell that it
holds for safest and sometimes another one, and learns from the exact P(mine) of every cell that it meets (p_mine=True);
boards are turned and mirrored, step by step, in all ways. The first dig, before which there is nothing to see, is at the
centre. The figure has its win rate against its steps, beside those of min_risk and, on boards that can be solved,
optimal.
"""
import sys

import numpy

import sapper

updates = int(sys.argv[1]) if len(sys.argv) > 1 else 6000
figure = sys.argv[2] if len(sys.argv) > 2 else "train_network.svg"
rows, mines = (int(sys.argv[3]), int(sys.argv[4])) if len(sys.argv) > 4 else (5, 5)
SLOTS, HIDDEN, RATE, EXPLORED = 256, 128, 3e-3, 0.1
KINDS = 10  # hidden, 0 to 8
CELLS = rows * rows
CENTRE = rows // 2 * rows + rows // 2
ONE_HOT = numpy.eye(KINDS, dtype=numpy.float32)
random = numpy.random.default_rng(1)


def seen_of(boards):
    """[boards, CELLS * KINDS]: 1 where a cell is of that kind."""
    return ONE_HOT[boards.reshape(len(boards), CELLS) + 1].reshape(len(boards), -1)


class Network:
    """P(mine) of every cell by two hidden layers, trained by Adam."""

    def __init__(self):
        self.weights = []
        sizes = CELLS * KINDS, HIDDEN, HIDDEN, CELLS
        for inputs, outputs in zip(sizes, sizes[1:]):
            self.weights.append(random.normal(0, (2 / inputs) ** 0.5, (inputs, outputs)).astype(numpy.float32))
            self.weights.append(numpy.zeros(outputs, dtype=numpy.float32))
        self.moments = [(numpy.zeros_like(w), numpy.zeros_like(w)) for w in self.weights]
        self.updates = 0

    def __call__(self, seen):
        self.layers = [seen]
        for weights, bias in zip(self.weights[:-2:2], self.weights[1:-2:2]):
            self.layers.append(numpy.maximum(self.layers[-1] @ weights + bias, 0))
        return 1 / (1 + numpy.exp(-(self.layers[-1] @ self.weights[-2] + self.weights[-1])))

    def learn(self, seen, risks, is_met, rate):
        """One step towards the risks where is_met; rate: of the full one."""
        error = (self(seen) - risks) * is_met / max(1, is_met.sum())  # the slope of the cross-entropy
        slopes = []
        for layer, weights in zip(self.layers[::-1], self.weights[-2::-2]):
            slopes = [layer.T @ error, error.sum(0)] + slopes
            error = (error @ weights.T) * (layer > 0)
        self.updates += 1
        for weight, slope, (mean, square) in zip(self.weights, slopes, self.moments):
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope**2 - square)
            step = numpy.sqrt(1 - 0.999**self.updates) / (1 - 0.9**self.updates)
            weight -= RATE * rate * step * mean / (numpy.sqrt(square) + 1e-8)


def choose(network, obs, hidden):
    """The hidden cell of each board that the network holds for safest."""
    risks = network(seen_of(obs)) + 1e-6 * random.random(hidden.shape)
    risks[~hidden] = 2
    risks[hidden.all(1), CENTRE] = -1
    return risks.argmin(1).astype(numpy.int32)


def turned(boards, way):
    """Turned and mirrored in one of eight ways."""
    return numpy.ascontiguousarray(numpy.rot90(boards.swapaxes(1, 2) if way & 4 else boards, way & 3, (1, 2)))


def win_rate(network, games=2000):
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
    for update in range(updates + 1):
        if update % max(1, updates // 10) == 0:
            curve.append((update * SLOTS, win_rate(network)))
            print(f"{curve[-1][0]:>9,} steps: {curve[-1][1]:.3f} of the games won", flush=True)
        is_met = info["action_mask"] & (obs >= 0).any(axis=(1, 2))[:, None]  # after the first dig
        arrays = obs, info["p_mine"].astype(numpy.float32), is_met.reshape(obs.shape)
        boards, risks, is_met = (turned(array, update % 8) for array in arrays)
        rate = 1 - 0.97 * update / updates
        network.learn(seen_of(boards), risks.reshape(SLOTS, -1), is_met.reshape(SLOTS, -1), rate)
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
