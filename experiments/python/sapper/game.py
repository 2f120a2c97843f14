"""sapper.Game: one game of Minesweeper that Python plays."""
from . import _sapper
from ._arguments import NotCopied, mine_count, text, whole_number

MOST_ROWS = 4096  # and columns
MOST_SEED = 2**64 - 1


class Game(NotCopied):
    """One game: the game with this number on this board in any experiment with this seed.

    first_click is the rule that the first dig, wherever it is, goes by. What is wrong with an argument is a ValueError, and
    then nothing has changed; so is a dig or posterior() when the game is over, and the layout before that.
    """

    _instead_of_a_copy = "make another Game with the same arguments and repeat its digs"

    def __init__(
        self,
        rows,
        cols,
        mines,
        *,
        seed=1,
        number=0,
        topology="square",
        first_click="opening",
        reveal="flood",
        motion="fixed",
    ):
        rows = whole_number("rows", rows, 1, MOST_ROWS)
        cols = whole_number("cols", cols, 1, MOST_ROWS)
        topology, first_click = text("topology", topology), text("first_click", first_click)
        self._game = _sapper.Game(
            rows,
            cols,
            mine_count(mines, rows, cols, topology, first_click),
            whole_number("seed", seed, 0, MOST_SEED),
            whole_number("number", number, 0, MOST_SEED),
            topology,
            first_click,
            text("reveal", reveal),
            text("motion", motion),
        )

    @property
    def rows(self):
        return self._game.rows

    @property
    def cols(self):
        return self._game.cols

    @property
    def mines(self):
        return self._game.mines

    @property
    def status(self):
        """Whether the game is "playing", "won" or "lost"."""
        return self._game.status

    @property
    def view(self):
        """An int8 array [rows, cols]: 0 to 8 where shown, -1 hidden, -2 flagged."""
        return self._game.view

    @property
    def layout(self):
        """A bool array [rows, cols], True where a mine lies; only once the game is over."""
        return self._game.layout

    def dig(self, row, col):
        """Digs a cell and returns the status. No effect on a shown or flagged cell."""
        return self._game.dig(*self._cell(row, col))

    def flag(self, row, col):
        self._game.flag(*self._cell(row, col))

    def unflag(self, row, col):
        self._game.unflag(*self._cell(row, col))

    def posterior(self):
        """P(mine) of every hidden cell: sapper.posterior of the view."""
        return self._game.posterior()

    def _cell(self, row, col):
        return whole_number("row", row, 0, self.rows - 1), whole_number("col", col, 0, self.cols - 1)
