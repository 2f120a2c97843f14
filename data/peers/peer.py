"""The work of one peer, in an environment of its own, or of sapper: what measure.py asks for, answered as JSON.

    peer.py posterior NAME          positions on standard input, one JSON object a line: seconds and P(mine) of each
    peer.py steps NAME ROWS COLS MINES BATCH SECONDS    steps per second of processor time, of a player that digs at random
    peer.py no_guess NAME ROWS COLS MINES ROW COL SECONDS    boards that need no guess, and the time of one
    peer.py solvable                boards of sapper on standard input: which ms-toollib holds for solvable
"""
import json
import re
import resource
import subprocess
import sys
import time


def processor_time():
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def timed(call, repeats=5, most_s=1.0):
    """What the call returns, and its least processor time, with that of the programs that it starts and waits for."""
    least, begin = float("inf"), time.perf_counter()
    for _ in range(repeats):
        start = processor_time()
        value = call()
        least = min(least, processor_time() - start)
        if time.perf_counter() - begin > most_s:
            break
    return value, least


def by_ms_toollib(position):
    import ms_toollib

    board = [[int(cell) if cell.isdigit() else 10 for cell in row] for row in position["cells"]]
    return lambda: ms_toollib.cal_probability_onboard(board, position["mines"])[0]


def by_sapper(position):
    import sapper

    return lambda: sapper.posterior(position["cells"], position["mines"]).tolist()


def by_minegauler(position):
    """minegauler's solver is a program, zig-minesolver, which is started for each position."""
    import zig_minesolver

    board = "\n".join(" ".join("#" if cell in ".F" else cell for cell in row) for row in position["cells"])
    program = zig_minesolver.THIS_DIR / "zig-main"

    def solve():
        done = subprocess.run([program, "-q", "--per-cell", "1", "--mines", str(position["mines"])], input=board,
                              capture_output=True, text=True, check=True, timeout=60)
        rows = [line.split() for line in (done.stdout + "\n" + done.stderr).splitlines()]
        return [[float(cell) for cell in row] for row in rows
                if len(row) == position["cols"] and all(re.fullmatch(r"\d\.\d+", cell) for cell in row)]

    return solve


def posterior(name):
    solver = {"ms-toollib": by_ms_toollib, "sapper": by_sapper, "minegauler": by_minegauler}[name]
    answers = []
    for line in sys.stdin:
        try:
            value, seconds = timed(solver(json.loads(line)))
            answers.append({"seconds": seconds, "p_mine": value})
        except Exception as error:  # of a kind of the peer's own
            answers.append({"error": f"{type(error).__name__}: {error}"[:200]})
    return answers


def in_time(seconds, play):
    """play() returns how many steps it made: steps per second of processor time, after one call that is not counted."""
    play()
    start, steps = time.process_time(), 0
    while time.process_time() - start < seconds:
        steps += play()
    return steps / (time.process_time() - start)


def steps_of_sapper(rows, cols, mines, batch):
    import numpy
    import sapper

    env = sapper.VectorEnv(batch, rows, cols, mines, copy=False)
    _, info = env.reset(seed=1)
    random = numpy.random.default_rng(1)
    state = [info["action_mask"]]

    def play():
        for _ in range(20):
            mask = state[0]
            state[0] = env.step((random.random(mask.shape, dtype=numpy.float32) * mask).argmax(1))[4]["action_mask"]
        return 20 * batch

    return play


def steps_of_jumanji(rows, cols, mines, batch):
    import jax
    import jax.numpy as jnp
    from jumanji.environments import Minesweeper
    from jumanji.environments.logic.minesweeper.generator import UniformSamplingGenerator
    from jumanji.wrappers import VmapAutoResetWrapper

    env = VmapAutoResetWrapper(Minesweeper(generator=UniformSamplingGenerator(rows, cols, mines)))
    steps = max(1, 2000 // batch)

    def one(carry, key):
        state, observation = carry
        mask = observation.action_mask.reshape(batch, -1)
        cell = jax.random.categorical(key, jnp.where(mask, 0.0, -jnp.inf), axis=-1)
        state, timestep = env.step(state, jnp.stack([cell // cols, cell % cols], -1))
        return (state, timestep.observation), timestep.reward.sum()

    run = jax.jit(lambda carry, key: jax.lax.scan(one, carry, jax.random.split(key, steps))[0])
    state, timestep = jax.jit(env.reset)(jax.random.split(jax.random.PRNGKey(0), batch))
    at = [(state, timestep.observation), jax.random.PRNGKey(1)]

    def play():
        at[1], key = jax.random.split(at[1])
        at[0] = jax.block_until_ready(run(at[0], key))
        return steps * batch

    return play


def steps_of_gym_minesweeper(rows, cols, mines, batch):
    import random

    import numpy
    from gym_minesweeper.envs import MinesweeperEnv

    env = MinesweeperEnv(rows, cols, mines)
    state = [env.reset()]

    def play():
        for _ in range(100):
            cell = random.choice(numpy.argwhere(state[0] == -1))
            state[0], _, is_over, _ = env.step(cell)
            if is_over:
                state[0] = env.reset()
        return 100

    return play


def steps_of_minesweeper_env_rl(rows, cols, mines, batch):
    import random

    from minesweeper_env_rl.env.pomdp import MinesweeperPOMDP

    env = MinesweeperPOMDP(rows, cols, mines)
    state = [env.reset()]

    def play():
        for _ in range(20):
            digs = [action for action in state[0]["valid_actions"] if action["type"] == "reveal"]
            state[0], _, is_over, _ = env.step(random.choice(digs))
            if is_over:
                state[0] = env.reset()
        return 20

    return play


def steps(name, rows, cols, mines, batch, seconds):
    of = {"sapper": steps_of_sapper, "jumanji": steps_of_jumanji, "gym-minesweeper": steps_of_gym_minesweeper,
          "minesweeper-env-rl": steps_of_minesweeper_env_rl}[name]
    return in_time(float(seconds), of(int(rows), int(cols), int(mines), int(batch)))


def no_guess(rows, cols, mines, row, col, seconds):
    import ms_toollib

    boards, start = [], time.process_time()
    while time.process_time() - start < float(seconds):
        board, is_found = ms_toollib.laymine_solvable(int(rows), int(cols), int(mines), int(row), int(col), 10**6)
        if is_found:
            boards.append([[r, c] for r, line in enumerate(board) for c, cell in enumerate(line) if cell == -1])
    return {"boards": boards, "seconds": (time.process_time() - start) / max(len(boards), 1)}


def solvable():
    import ms_toollib

    answers = []
    for line in sys.stdin:
        board = json.loads(line)
        cells = [[0] * board["cols"] for _ in range(board["rows"])]
        for row, col in board["mines"]:
            cells[row][col] = -1
        answers.append(ms_toollib.is_solvable(ms_toollib.cal_board_numbers(cells), *board["first"]))
    return answers


if __name__ == "__main__":
    work = {"posterior": posterior, "steps": steps, "no_guess": no_guess, "solvable": solvable}[sys.argv[1]]
    print(json.dumps(work(*sys.argv[2:])))
