"""The boards of games that Python plays: squares, tori and hexagons, or lattices and graphs."""
import collections.abc
import json
import math
import os
import re
import typing

from . import _names, _sapper
from ._arguments import ArgumentTypeError, json_value, mine_count, text, whole_number

MOST_ROWS = 4096  # and columns, and layers
_PLANES = typing.get_args(_names.Topology)


class Board:
    """sides: of arrays of its cells, (rows, cols), (layers, rows, cols) or (cells,). rules: first_click and reveal."""

    coordinates = "row", "col"

    def __init__(self, sides, mines, topology, rules):
        self.sides, self.mines, self.topology, self.rules = tuple(sides), mines, topology, rules
        self.cells = math.prod(self.sides)

    def number_of(self, cell, named):
        """The number of a cell that is given as the arguments of dig(), by position or by name."""
        places = dict(zip(self.coordinates, cell))
        if len(cell) > len(self.coordinates) or set(places) & set(named) or {*places, *named} != {*self.coordinates}:
            given = [*map(repr, cell), *(f"{name}={value!r:.60}" for name, value in named.items())]
            raise ArgumentTypeError(f"the cell is ({', '.join(given)}); expected {', '.join(self.coordinates)}")
        places.update(named)
        number = 0
        for name, side in zip(self.coordinates, self.sides):
            number = number * side + whole_number(name, places[name], 0, side - 1)
        return number

    def place_of(self, number):
        place = []
        for side in reversed(self.sides):
            number, last = divmod(number, side)
            place.insert(0, last)
        return tuple(place)


class Plane(Board):
    has_flags = True

    def __repr__(self):
        return f"{self.sides[0]} x {self.sides[1]}, {self.mines} mines"

    def game(self, seed, number, motion):
        return _sapper.Game(*self.sides, self.mines, self.topology, *self.rules, motion, seed, number)

    def slots(self, *settings):
        return _sapper.Slots(*self.sides, self.mines, self.topology, *self.rules, *settings)


class OtherBoard(Board):
    has_flags = False

    def __init__(self, compiled, topology, rules):
        super().__init__(compiled.sides, compiled.mines, topology, rules)
        self.coordinates = ("cell",) if len(self.sides) == 1 else ("layer", "row", "col")[-len(self.sides) :]
        self._compiled = compiled

    def __repr__(self):
        return self._compiled.name

    def game(self, seed, number, motion):
        return _sapper.GraphGame(self._compiled, motion, seed, number)

    def slots(self, *settings):
        return _sapper.GraphSlots(self._compiled, *settings)


def board_of(rows, cols, mines, layers, topology, graph, first_click, reveal):
    """The board, and the rules of its games: a ValueError about the first that is wrong."""
    if graph is None:
        rows, cols = whole_number("rows", rows, 1, MOST_ROWS), whole_number("cols", cols, 1, MOST_ROWS)
    if graph is not None and topology is None:
        topology = "square"  # as of a graph's own settings
    if not isinstance(topology, collections.abc.Mapping):
        topology = text("topology", topology)
    first_click = text("first_click", first_click)
    if graph is None and layers is None and topology in _PLANES:
        return Plane((rows, cols), mine_count(mines, rows, cols, topology, first_click), topology, (first_click, reveal))
    mines = whole_number("mines", mines)
    config = {"first_click": {"rule": first_click, "cell": "strategy"}, "reveal": reveal}
    if graph is None:
        board = {"rows": rows, "cols": cols, "mines": mines}
        if layers is not None:
            board["layers"] = whole_number("layers", layers, 1, MOST_ROWS)
        config["topology"] = json_value("topology", topology)
    else:
        others = {"rows": rows, "cols": cols, "layers": layers, "topology": None if topology == "square" else topology}
        for name, value in others.items():
            if value is not None:
                raise ValueError(f"{name} is {value!r:.60}, but a graph has none; expected graph and mines alone")
        board = {"mines": mines, "graph": "graph"}
        if isinstance(graph, collections.abc.Mapping):
            config["files"] = {"graph": json_value("graph", graph)}
        elif isinstance(graph, (str, os.PathLike)):
            board["graph"] = text("graph", os.fspath(graph))
        else:
            raise ArgumentTypeError(f"graph is {graph!r:.60}; expected a dict of sapper.graphs, or the name of a file")
    config = {"schema": "sapper-config/1", **config, "boards": [board]}
    try:
        compiled = _sapper.OtherBoard(json.dumps(config), ".")
    except ValueError as error:
        raise ValueError(re.sub(r"^board:1:\d+: ", "", str(error))) from None  # a place in the text made here
    if compiled.planes:
        return Plane((rows, cols), mines, compiled.planes, (first_click, reveal))
    return OtherBoard(compiled, topology if graph is None else None, (first_click, reveal))
