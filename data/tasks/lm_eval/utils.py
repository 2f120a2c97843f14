"""What lm-eval asks of an answer; the package sapper must be installed."""
import json

from sapper import tasks


def process_results(doc, results):
    position = json.loads(doc["position"])
    task, text = doc["task"], results[0]
    value = tasks.reward(position, task, text)
    if task == "safe_cells":
        return {"reward": value, "exact_match": float(value == 1)}
    return {"reward": value, "survival": survival(position, tasks.read_answer(task, text))}


def survival(position, cell):
    """The chance that the dig hits no mine; 0 without a dig of a hidden cell."""
    row, col = cell or (-1, -1)
    if not (0 <= row < position["rows"] and 0 <= col < position["cols"]):
        return 0.0
    risk = position["p_mine"][row][col]
    return 0.0 if risk is None else 1 - risk
