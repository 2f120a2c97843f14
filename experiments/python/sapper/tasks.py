"""Minesweeper for language models: prompts of positions, what an answer says, and what it is worth.

    >>> import sapper
    >>> from sapper import tasks
    >>> positions = sapper.positions("classic.json", where="forced", one_per_game=True, count=100)
    >>> texts = [ask_model(tasks.prompt(position, "safe_cells")) for position in positions]
    >>> answers = [tasks.answer(position, "safe_cells", text) for position, text in zip(positions, texts)]
    >>> sapper.score(positions, answers)

A task is "safe_cells" (name every cell that is certainly safe, of positions where="forced") or "best_dig" (name the best cell
to dig, of positions where="guess"). A prompt has the form "grid" (rows of signs with numbered rows and columns),
"coordinates" (each shown number with its cell) or "json". A model answers with a list of JSON at the end of its text.
"""
from __future__ import annotations

import json
import re
from typing import Any, Mapping, Optional, Sequence, Union

TASKS = "safe_cells", "best_dig"
FORMS = "grid", "coordinates", "json"

_AROUND = {
    "square": "the up to eight cells around it",
    "torus": "the eight cells around it, of a board whose opposite edges meet,",
    "hex": "the up to six cells around it, on a board of hexagons whose odd rows are shifted right by half a cell,",
}
_QUESTIONS = {
    "safe_cells": "Which hidden cells are certainly safe? End with the list of all of them: [[row, column], ...].",
    "best_dig": "Which hidden cell should be dug next for the best chance to win? End with that cell: [row, column].",
}
_PAIR = r"\[\s*(-?\d+)\s*,\s*(-?\d+)\s*\]"
_LIST = rf"\[\s*(?:{_PAIR}\s*(?:,\s*{_PAIR}\s*)*,?\s*)?\]"


def prompt(position: Mapping[str, Any], task: str, form: str = "grid") -> str:
    """The question of the task about a position: a dict with rows, cols, mines and cells, as of sapper.positions()."""
    _check("task", task, TASKS)
    _check("form", form, FORMS)
    around = _AROUND[position.get("topology", "square")]
    mines = position["mines"]
    text = (
        f"Minesweeper on {position['rows']} rows and {position['cols']} columns with {mines} mine{'' if mines == 1 else 's'} in all. "
        f"Rows and columns count from 0. A number says how many of {around} hold a mine. "
    )
    if position.get("first_click") == "safe_corners":
        text += "The corners hold no mine. "
    return f"{text}{_DRAWINGS[form](position)}\n\n{_QUESTIONS[task]}"


def _grid(position):
    width = len(str(max(position["rows"], position["cols"]) - 1)) + 1
    lines = [" " * width + "".join(f"{col:{width}}" for col in range(position["cols"]))]
    for row, cells in enumerate(position["cells"]):
        lines.append(f"{row:{width}}" + "".join(f"{sign:>{width}}" for sign in cells))
    return "A dot is a hidden cell.\n\n" + "\n".join(lines)


def _coordinates(position):
    cells = [(row, col, sign) for row, signs in enumerate(position["cells"]) for col, sign in enumerate(signs)]
    shown = ", ".join(f"({row}, {col}) is {sign}" for row, col, sign in cells if sign.isdigit())
    hidden = ", ".join(f"({row}, {col})" for row, col, sign in cells if not sign.isdigit())
    return f"\n\nShown: {shown or 'nothing'}.\nHidden: {hidden}."


def _json(position):
    view = {name: position[name] for name in ("rows", "cols", "mines", "cells")}
    return f'In "cells" a dot is a hidden cell.\n\n{json.dumps(view)}'


_DRAWINGS = {"grid": _grid, "coordinates": _coordinates, "json": _json}


def read_answer(task: str, text: str) -> Optional[list]:
    """The cells of the last list of cells in a text, or the last cell; None if there is none."""
    _check("task", task, TASKS)
    found = None
    for found in re.finditer(_LIST if task == "safe_cells" else _PAIR, text):
        pass
    if found is None:
        return None
    cells = [[_small(row), _small(col)] for row, col in re.findall(_PAIR, found.group())]
    return cells if task == "safe_cells" else cells[0]


def _small(digits):
    """The number, as far as a cell of a board may have it: numbers of any length are read in a short time."""
    return int(digits) if len(digits) < 10 else -1


def answer(position: Mapping[str, Any], task: str, text: str) -> dict:
    """The line of answers that sapper.score() reads. A text without an answer names no cell, or a cell outside the board."""
    cells = read_answer(task, text)
    if task == "safe_cells":
        return {"id": position["id"], "safe": cells or [], "text": text}
    return {"id": position["id"], "dig": cells or [-1, -1], "text": text}


def reward(position: Mapping[str, Any], task: str, text: str) -> float:
    """What the answer in a text is worth, from 0 to 1, by the exact labels of the position.

    safe_cells: twice the certain cells named over the cells named and the certain ones (the F1 score); 1: exactly these.
    best_dig: the chance to win after the dig over that of the best one where the end is solved exactly, otherwise the chance
    to survive over the highest one. 0 for text without an answer and for cells that are shown or not on the board.
    """
    cells = read_answer(task, text)
    if cells is None:
        return 0.0
    if task == "safe_cells":
        named, safe = {tuple(cell) for cell in cells}, {tuple(cell) for cell in position["safe"]}
        return 2 * len(named & safe) / (len(named) + len(safe)) if named or safe else 1.0
    row, col = cells
    inside = 0 <= row < position["rows"] and 0 <= col < position["cols"]
    if not inside or position["p_mine"][row][col] is None:
        return 0.0
    if position.get("values"):
        values = dict(zip(map(tuple, position["value_cells"]), position["values"]))
        best = max(values.values())
        return values.get((row, col), 0.0) / best if best else 1.0
    lowest = min(p for risks in position["p_mine"] for p in risks if p is not None)
    return (1 - position["p_mine"][row][col]) / (1 - lowest) if lowest < 1 else 1.0


def row(position: Mapping[str, Any], task: str, form: str = "grid") -> dict:
    """A row of a data set: id, task, form, prompt, and the labelled position as a text of JSON."""
    text = prompt(position, task, form)
    return {"id": position["id"], "task": task, "form": form, "prompt": text, "position": json.dumps(position)}


def trl_reward(
    completions: Sequence[Union[str, Sequence[Mapping[str, Any]]]], position: Sequence[str], task: Sequence[str], **columns: Any
) -> list[float]:
    """reward() as the trainers of TRL call it: with completions, as texts or messages, and the columns of the data set."""
    texts = [one if isinstance(one, str) else one[-1]["content"] for one in completions]
    return [reward(json.loads(where), what, text) for text, where, what in zip(texts, position, task)]


def position_of(game: Any) -> dict:
    """What a sapper.Game shows, for prompt()."""
    signs = {-2: "F", -1: "."}
    cells = ["".join(signs.get(cell, str(cell)) for cell in line) for line in game.view.tolist()]
    return {"rows": game.rows, "cols": game.cols, "mines": game.mines, "topology": game.topology,
            "first_click": game.first_click, "cells": cells}


class Conversation:
    """A sapper.Game that a model plays in text, by one dig in each of its turns.

    prompt() is what the model is told first; reply(text) digs what it answers and returns what it is told next, None once the
    conversation is over: the game is, or the model has named no hidden cell `patience` times. is_won tells the result.
    """

    def __init__(self, game: Any, form: str = "grid", patience: int = 3) -> None:
        _check("form", form, FORMS)
        self.game = game
        self.mistakes = 0
        self._form = form
        self._patience = patience

    @property
    def is_won(self) -> bool:
        return self.game.status == "won"

    @property
    def is_over(self) -> bool:
        return self.game.status != "playing" or self.mistakes >= self._patience

    def prompt(self) -> str:
        return prompt(position_of(self.game), "best_dig", self._form)

    def reply(self, text: str) -> Optional[str]:
        if self.is_over:
            raise ValueError("the conversation is over")
        row, col = read_answer("best_dig", text) or (-1, -1)
        if 0 <= row < self.game.rows and 0 <= col < self.game.cols and self.game.view[row, col] < 0:
            self.game.dig(row, col)
            return None if self.is_over else self.prompt()
        self.mistakes += 1
        return None if self.is_over else f"That names no hidden cell. {self.prompt()}"


def _check(name, value, known):
    if value not in known:
        raise ValueError(f"{name} is {value!r:.60}; expected {', '.join(known)}")
