"""sapper.Game: one game of Minesweeper that Python plays."""
import collections
import copy
import html

from ._arguments import text, whole_number
from ._boards import board_of

MOST_SEED = 2**64 - 1
_LARGEST_DRAWN = 64 * 64  # cells
_CELL = 22  # in pixels of a drawing
# Of shown numbers, all of them with a contrast of 4.5 or more with the ground.
_COLOURS = "", "#1f4fd8", "#1a7a2e", "#c22f1f", "#5b2a9d", "#8a1c1c", "#0f6f74", "#222222", "#5a5a5a"
_ACTIONS = "dig", "flag", "unflag"

_Settings = collections.namedtuple(
    "_Settings", "rows cols mines seed number topology first_click reveal motion layers graph", defaults=(None, None)
)


def _checked(settings):
    """The settings with the numbers as ints, and the board: a ValueError about the first that is wrong."""
    given = _Settings(*settings)
    reveal = text("reveal", given.reveal)
    board = board_of(
        given.rows, given.cols, given.mines, given.layers, given.topology, given.graph, given.first_click, reveal
    )
    rows, cols = (None, None, *board.sides)[-2:] if given.graph is None else (None, None)
    return board, given._replace(
        rows=rows,
        cols=cols,
        mines=board.mines,
        seed=whole_number("seed", given.seed, 0, MOST_SEED),
        number=whole_number("number", given.number, 0, MOST_SEED),
        topology=board.topology,
        first_click=board.rules[0],
        reveal=reveal,
        motion=text("motion", given.motion),
    )


class Game:
    """One game: the game with this number on this board in any experiment with this seed.

    first_click is the rule that the first dig, wherever it is, goes by. So Game(16, 30, 99, seed=S, number=K) is game K of
    every report with seed S on such a board, under that report's first-click rule, reveal and motion: dig the cell of its
    first click, then those of `sapper run REPORT --replay CASE:K`, and every view is the same. Boards of files and those
    that need no guess are not drawn so.

    topology may be a lattice as configs name it ("triangle", {"name": "triangle", "joined": ["rows"]}, {"file": NAME}), with
    layers where it has some; graph is a board without rows and columns, a dict of sapper.graphs or the name of a file:
    Game(mines=9, graph=sapper.graphs.penrose(3)). A cell is then (layer, row, col), or its number alone, and arrays have these
    sides. There are no flags and no drawings there.

    A game can be copied and pickled; a copy goes on by itself, from the same seed. Notebooks draw it. What is wrong with
    an argument is a ValueError, and then nothing has changed; so is a dig or posterior() when the game is over, and the
    layout before that.
    """

    def __init__(
        self,
        rows=None,
        cols=None,
        mines=None,
        *,
        seed=1,
        number=0,
        topology="square",
        layers=None,
        graph=None,
        first_click="opening",
        reveal="flood",
        motion="fixed",
    ):
        settings = rows, cols, mines, seed, number, topology, first_click, reveal, motion, layers, graph
        self._start(*_checked(settings))

    @classmethod
    def _on(cls, board, **settings):
        """A game on a board that was made before."""
        game = object.__new__(cls)
        game._start(board, _Settings(**settings))
        return game

    def _start(self, board, settings):
        self._board = board
        self._settings = settings
        self._game = board.game(settings.seed, settings.number, settings.motion)
        self._actions = []  # (name, row, col) of what has been done, from which a copy is made

    def __copy__(self):
        return self._copied(self._others())

    def __deepcopy__(self, memo):
        return self._copied(copy.deepcopy(self._others(), memo))

    def _copied(self, others):
        """A game on the same board, whatever has become of its file."""
        copied = object.__new__(type(self))
        copied._start(self._board, self._settings)
        for name, *cell in self._actions:
            copied._do(name, *cell)
        copied.__dict__.update(others)
        return copied

    def _others(self):
        own = "_settings", "_board", "_game", "_actions"
        return {name: value for name, value in self.__dict__.items() if name not in own}

    def __getstate__(self):
        return tuple(self._settings), list(self._actions), self._others()

    def __setstate__(self, state):
        settings, actions, others = state
        played = object.__new__(Game)
        played._start(*_checked(settings))
        for name, *cell in actions:
            if name not in _ACTIONS:
                raise ValueError(f"the game's state holds the action {name!r:.60}; expected {', '.join(_ACTIONS)}")
            played._do(name, *cell)
        self.__dict__.update(others)
        self.__dict__.update(played.__dict__)

    def __repr__(self):
        rows, cols, mines, seed, number, *rules, _, _ = self._settings
        board = f"{rows}, {cols}, {mines}" if self._board.has_flags else repr(self._board)
        usual = self.topology if not self._board.has_flags else "square", "opening", "flood", "fixed"
        names = "topology", "first_click", "reveal", "motion"
        given = "".join(f", {name}={rule!r}" for name, rule, left_out in zip(names, rules, usual) if rule != left_out)
        digs = sum(name == "dig" for name, *_ in self._actions)
        return (
            f"<sapper.Game({board}, seed={seed}, number={number}{given}): "
            f"{self.status} after {digs} {'dig' if digs == 1 else 'digs'}>"
        )

    def _repr_svg_(self):
        """The board as an SVG: numbers, hidden cells, flags; the mines once the game is over. None for boards of over 4,096 cells,
        lattices and graphs."""
        if not self._board.has_flags or self.rows * self.cols > _LARGEST_DRAWN:
            return None
        view = self.view
        mines = self.layout if self.status != "playing" else None
        digs = [(row, col) for name, row, col in self._actions if name == "dig"]
        exploded = digs[-1] if self.status == "lost" else None
        shift = _CELL / 2 if self._settings.topology == "hex" else 0  # of odd rows
        width, height = _CELL * self.cols + shift + 2, _CELL * self.rows + 2
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}" '
            f'viewBox="-1 -1 {width:g} {height:g}" role="img" aria-label="{html.escape(repr(self), quote=True)}">'
        ]
        for row in range(self.rows):
            for col in range(self.cols):
                x, y = col * _CELL + shift * (row % 2), row * _CELL
                number = int(view[row, col])
                fill, sign, colour = "#fafafa", str(number or ""), _COLOURS[max(number, 0)]
                if number < 0:
                    fill, sign, colour = "#c9ced6", "⚑" if number == -2 else "", "#8a1c1c"
                    if mines is not None and mines[row, col]:
                        fill, sign, colour = "#f2b8ae" if (row, col) == exploded else fill, "✹", "#222222"
                parts.append(
                    f'<rect x="{x:g}" y="{y}" width="{_CELL}" height="{_CELL}" fill="{fill}" stroke="#8b93a0"/>'
                )
                if sign:
                    parts.append(
                        f'<text x="{x + _CELL / 2:g}" y="{y + _CELL * 0.72:g}" fill="{colour}" text-anchor="middle" '
                        f'font-family="sans-serif" font-size="{_CELL * 0.64:g}">{sign}</text>'
                    )
        return "".join(parts) + "</svg>"

    def _repr_html_(self):
        """The drawing of _repr_svg_() with a line below it; on larger boards the line alone."""
        return f"{self._repr_svg_() or ''}<div><code>{html.escape(repr(self))}</code></div>"

    @property
    def rows(self):
        """Of each layer; None on a graph, as cols."""
        return self._settings.rows

    @property
    def cols(self):
        return self._settings.cols

    @property
    def layers(self):
        """None where the board has none."""
        return self._board.sides[0] if len(self._board.sides) == 3 else None

    @property
    def graph(self):
        """As it was given; None where the board has rows and columns."""
        return self._settings.graph

    @property
    def mines(self):
        return self._game.mines

    @property
    def seed(self):
        return self._settings.seed

    @property
    def number(self):
        return self._settings.number

    @property
    def topology(self):
        return self._settings.topology

    @property
    def first_click(self):
        return self._settings.first_click

    @property
    def reveal(self):
        return self._settings.reveal

    @property
    def motion(self):
        return self._settings.motion

    @property
    def status(self):
        """Whether the game is "playing", "won" or "lost"."""
        return self._game.status

    @property
    def view(self):
        """An int8 array [rows, cols], in layers [layers, rows, cols], of a graph [cells]: the number where shown, -1 hidden, -2
        flagged."""
        return self._game.view

    @property
    def layout(self):
        """A bool array like the view, True where a mine lies; only once the game is over."""
        return self._game.layout

    def dig(self, *cell, **named):
        """dig(row, col), in layers dig(layer, row, col), on a graph dig(cell) digs a cell and returns the status. No effect on a
        shown or flagged cell."""
        return self._do("dig", *cell, **named)

    def flag(self, *cell, **named):
        """flag(row, col)"""
        self._do("flag", *cell, **named)

    def unflag(self, *cell, **named):
        """unflag(row, col)"""
        self._do("unflag", *cell, **named)

    def posterior(self):
        """P(mine) of every hidden cell: sapper.posterior of the view."""
        return self._game.posterior()

    def _do(self, name, *cell, **named):
        if name != "dig" and not self._board.has_flags:
            raise ValueError(f"{self._board!r} has no flags; expected squares, a torus or hexagons")
        number = self._board.number_of(cell, named)
        result = getattr(self._game, name)(number)
        self._actions.append((name, *self._board.place_of(number)))
        return result
