"""The scripts of data/studies about ambiguous patterns."""
import collections
import functools
import importlib
import itertools
import math
import os
import pathlib
import sys

import numpy
import pytest

import sapper

STUDIES = pathlib.Path(__file__).resolve().parents[2] / "data" / "studies"
sys.path.insert(0, str(STUDIES))
check = importlib.import_module("check")
ambiguous_patterns = importlib.import_module("ambiguous_patterns")
stuck_patterns = importlib.import_module("stuck_patterns")
upper_bound = importlib.import_module("upper_bound")
MOST = {"inside": 9, "edge": 6, "corner": 5}


@functools.lru_cache(None)
def patterns(topology):
    return ambiguous_patterns.patterns(topology, MOST, topology != "torus")


def numbers_of(layout, topology):
    """Of a boolean array, what its free cells show; -1 for mines. Cell by cell."""
    rows, cols = layout.shape
    numbers = numpy.full(layout.shape, -1)
    for row, col in itertools.product(range(rows), range(cols)):
        if layout[row, col]:
            continue
        around = [(row + i, col + j) for i in (-1, 0, 1) for j in (-1, 0, 1) if (i, j) != (0, 0)]
        if topology == "hex":
            far = 1 if row % 2 == 0 else -1  # the column above and below that does not touch
            around = [c for c in around if c[0] == row or c[1] != col + far]
        if topology == "torus":
            around = [(r % rows, c % cols) for r, c in around]
        else:
            around = [(r, c) for r, c in around if 0 <= r < rows and 0 <= c < cols]
        numbers[row, col] = sum(layout[c] for c in set(around))
    return numbers


@pytest.mark.parametrize("topology", ["square", "hex", "torus"])
def test_no_player_can_tell_the_two_ways_apart(topology):
    side = 16
    found = patterns(topology)
    assert {p.place for p in found} == ({"inside"} if topology == "torus" else {"inside", "edge", "corner"})
    for pattern in found:
        cells = pattern.a + pattern.b
        rows, cols = [c[0] for c in cells], [c[1] for c in cells]
        down = {"top": -min(rows), "bottom": side - 1 - max(rows)}
        right = {"left": -min(cols), "right": side - 1 - max(cols)}
        row = next((down[s] for s in pattern.sides if s in down), 4)
        col = next((right[s] for s in pattern.sides if s in right), 5)
        assert topology != "hex" or row % 2 == 0
        a, b, mines = ([(r + row, c + col) for r, c in some] for some in (pattern.a, pattern.b, pattern.mines))
        layout = numpy.zeros((side, side), bool)
        layout[tuple(zip(*a, *mines))] = True
        view = numbers_of(layout, topology)
        view[tuple(zip(*b))] = -1
        risk = sapper.posterior(view, len(a) + len(mines), topology=topology)
        assert all(0 < risk[c] < 1 for c in a + b), (pattern.sides, pattern.drawing())
        other = layout.copy()
        other[tuple(zip(*a))] = False
        other[tuple(zip(*b))] = True
        shown = view >= 0
        assert (numbers_of(other, topology)[shown] == view[shown]).all()


@pytest.mark.parametrize("topology", ["square", "hex"])
def test_finds_all_pairs_of_three_mines(topology):
    """All pairs of layouts of three mines on 6 x 6 cells that show the same where both are free."""
    side, layouts, shown = 6, [], []
    for cells in itertools.combinations(range(side * side), 3):
        layout = numpy.zeros(side * side, bool)
        layout[list(cells)] = True
        layouts.append(layout)
        shown.append(numbers_of(layout.reshape(side, side), topology).reshape(-1))
    free, shown = ~numpy.array(layouts), numpy.array(shown)
    # Cells where both are free, less those of them that show the same number.
    one_hot = numpy.concatenate([shown == number for number in range(4)], axis=1).astype(numpy.float32)
    free = free.astype(numpy.float32)
    same = 0
    for i in range(0, len(free), 1000):
        differing = free[i : i + 1000] @ free.T - one_hot[i : i + 1000] @ one_hot.T
        same += (differing == 0).sum()
    small = [p for p in patterns(topology) if p.mine_count <= 3]
    assert {p.place for p in small} == {"corner"}
    assert same == len(layouts) + 2 * len(small)


def normal(cells, topology, origin):
    """The cells relative to those of `origin`; on hex shifted by an even number of rows."""
    row, col = min(c[0] for c in origin), min(c[1] for c in origin)
    if topology == "hex":
        row -= row % 2
    return frozenset((r - row, c - col) for r, c in cells)


def pairs_in_a_box(topology, sides, most, boxes):
    """{(the two sets, mines, ways)} of all pairs of most mines within boxes[k] = (height, width), by trying all sets."""
    found = {}  # mines of each pair
    for k, (height, width) in boxes.items():
        for first_row in (0, 1) if topology == "hex" else (0,):
            last_row = first_row + height - 1
            if topology == "hex" and ("top" in sides and first_row % 2 == 1 or "bottom" in sides and last_row % 2 == 0):
                continue
            around = list(itertools.product(range(first_row - 1, last_row + 2), range(-1, width + 1)))
            index = {cell: i for i, cell in enumerate(around)}
            on_board = numpy.array(
                [
                    not ("top" in sides and r < first_row or "bottom" in sides and r > last_row)
                    and not ("left" in sides and c < 0 or "right" in sides and c >= width)
                    for r, c in around
                ]
            )
            touches = numpy.zeros((len(around), len(around)), numpy.int8)
            for (r, c), (i, j) in itertools.product(around, repeat=2):
                far = 1 if r % 2 == 0 else -1
                if max(abs(r - i), abs(c - j)) == 1 and (topology != "hex" or r == i or j != c + far):
                    touches[index[r, c], index[i, j]] = 1
            cells = [index[cell] for cell in itertools.product(range(first_row, last_row + 1), range(width))]
            sets = numpy.array(list(itertools.combinations(cells, k)))
            inside = numpy.zeros((len(sets), len(around)), bool)
            inside[numpy.arange(len(sets))[:, None], sets] = True
            seen = touches[sets].sum(axis=1, dtype=numpy.int8)
            for i in range(len(sets) - 1):
                tell = (seen[i + 1 :] != seen[i]) & on_board & ~inside[i] & ~inside[i + 1 :]
                for j in numpy.flatnonzero((tell.sum(axis=1) <= most - k) & ~inside[i + 1 :, sets[i]].any(axis=1)):
                    a, b = (frozenset(around[c] for c in sets[n]) for n in (i, i + 1 + j))
                    mines = frozenset(around[c] for c in numpy.flatnonzero(tell[j]))
                    found[a, b] = found[b, a] = mines

    def is_minimal(a, b):
        return not any(
            found.get((frozenset(some_a), frozenset(some_b)), {None}) <= found[a, b] | (a - set(some_a))
            for k in range(1, len(a))
            for some_a in itertools.combinations(a, k)
            for some_b in itertools.combinations(b, k)
        )

    result = set()
    for (a, b), mines in found.items():
        height, width = boxes[len(a)]
        rows, cols = [c[0] for c in a | b], [c[1] for c in a | b]
        lowest = {height - 1} if topology != "hex" else {height - 1, height}
        if "top" in sides and min(rows) != 0 or "bottom" in sides and max(rows) not in lowest:
            continue
        if "left" in sides and min(cols) != 0 or "right" in sides and max(cols) != width - 1:
            continue
        ways = is_minimal(a, b) + is_minimal(b, a)
        if ways:
            both = frozenset([normal(a, topology, a | b), normal(b, topology, a | b)])
            result.add((both, normal(mines, topology, a | b), ways))
    return result


ALL_SIDES = [(), ("top",), ("bottom",), ("left",), ("right",)]
ALL_SIDES += list(itertools.product(("top", "bottom"), ("left", "right")))


@pytest.mark.parametrize("sides", ALL_SIDES, ids=lambda sides: "-".join(sides) or "inside")
@pytest.mark.parametrize("topology", ["square", "hex"])
def test_finds_all_patterns_within_a_box(topology, sides):
    """By trying all pairs of sets of up to three cells in a box, and four cells in a smaller one.

    Borders at the right and below are those of the box, which is of one width and there of one height.
    """
    most = MOST[("inside", "edge", "corner")[len(sides)]]
    boxes = {1: (4, 5), 2: (4, 5), 3: (4, 5), 4: (3, 5)}
    if "bottom" in sides:
        boxes = {k: (4, 5) for k in (1, 2, 3)}
    fits = lambda p: len(p.a) in boxes and p.height <= boxes[len(p.a)][0] and p.width <= boxes[len(p.a)][1]
    some = [p for p in patterns(topology) if p.sides == sides and fits(p)]
    keys = set()
    for pattern in some:
        cells = pattern.a + pattern.b
        both = frozenset([normal(pattern.a, topology, cells), normal(pattern.b, topology, cells)])
        keys.add((both, normal(pattern.mines, topology, cells), pattern.ways))
    assert len(keys) == len(some) > 0
    assert keys == pairs_in_a_box(topology, sides, most, boxes)


def test_counts_patterns_that_contain_a_smaller_one_on_one_side():
    """The published counts of data/studies/phase_transition.md."""
    numbers = collections.Counter((p.place, p.mine_count, p.ways) for p in patterns("square"))
    assert numbers == {
        ("inside", 6, 2): 1,
        ("inside", 7, 2): 2,
        ("inside", 8, 2): 4,
        ("inside", 9, 2): 14,
        ("edge", 4, 2): 8,
        ("edge", 5, 2): 8,
        ("edge", 6, 2): 60,
        ("corner", 3, 2): 12,
        ("corner", 4, 2): 28,
        ("corner", 5, 2): 164,
        ("corner", 5, 1): 4,
    }
    # On hexagons each pattern inside is found for both parities of its first row.
    inside = collections.Counter(p.mine_count for p in patterns("hex") if p.place == "inside")
    assert inside == {7: 2 * 3, 8: 2 * 6, 9: 2 * 15}


def test_expected_numbers_of_squares():
    # By hand: 2 x 2 blocks and dominoes inside; pairs across the border and blocks on it; see phase_transition.md.
    side, p = 100, 0.1
    sums = ambiguous_patterns.expected(patterns("square"), "square", side, p)
    assert sums["inside", 6] == pytest.approx(2 * 97**2 * p**6 * 0.81)
    assert sums["inside", 7] == pytest.approx(4 * 97 * 98 * p**7 * 0.9)
    assert sums["edge", 4] == pytest.approx(8 * 98 * p**4 * 0.9 + 8 * 97 * p**4 * 0.81)
    assert sums["corner", 3] == pytest.approx(16 * p**3 * 0.9 + 8 * p**3 * 0.81)
    torus = ambiguous_patterns.expected(patterns("torus"), "torus", side, p)
    assert torus["inside", 6] == pytest.approx(2 * side**2 * p**6 * 0.81)


class Planted:
    """A game whose layout is known."""

    def __init__(self, mines, side):
        self.rows = self.cols = side
        self.layout = numpy.zeros((side, side), bool)
        self.layout[tuple(zip(*mines))] = True
        self.numbers = numbers_of(self.layout, "torus")
        self.view = numpy.full((side, side), -1)

    @property
    def status(self):
        return "won" if (self.view < 0).sum() == self.layout.sum() else "playing"

    def posterior(self):
        return sapper.posterior(self.view, int(self.layout.sum()), topology="torus")

    def dig(self, row, col):
        assert not self.layout[row, col]
        queue = [(row, col)]
        while queue:
            r, c = queue.pop()
            if self.view[r, c] >= 0:
                continue
            self.view[r, c] = self.numbers[r, c]
            if self.view[r, c] == 0:
                queue += [((r + i) % self.rows, (c + j) % self.cols) for i in (-1, 0, 1) for j in (-1, 0, 1)]


def test_census_finds_planted_patterns():
    corners = [(0, 14), (0, 17), (3, 14), (3, 17)]  # around the block of columns 15 and 16 in rows 1 and 2
    domino = [(9, 5), (9, 8), (10, 5), (10, 8), (11, 5), (11, 8)]  # around 10,6 and 10,7
    game = Planted([*corners, (1, 15), (2, 16), *domino, (10, 6)], 20)
    game.dig(15, 12)
    mask = stuck_patterns.uncertain_cells(game)
    pieces = sorted(sorted(piece) for piece in stuck_patterns.pieces_of(mask))
    assert pieces == [[(1, 15), (1, 16), (2, 15), (2, 16)], [(10, 6), (10, 7)]]
    shapes = {ambiguous_patterns.shape_of(piece) for piece in pieces}
    assert shapes == {((0, 0), (0, 1), (1, 0), (1, 1)), ((0, 0), (0, 1))}
    game = Planted([(3, 4), (9, 9)], 20)
    game.dig(15, 12)
    assert stuck_patterns.uncertain_cells(game) is None


def test_pieces_wrap_around_the_torus():
    mask = numpy.zeros((9, 9), bool)
    mask[[0, 8, 4], [0, 8, 4]] = True
    pieces = [sorted(piece) for piece in stuck_patterns.pieces_of(mask)]
    assert sorted(len(piece) for piece in pieces) == [1, 2]
    assert {ambiguous_patterns.shape_of(piece) for piece in pieces} == {((0, 0),), ((0, 0), (1, 1))}


def test_shapes_do_not_depend_on_turns():
    cells = [(0, 0), (1, 0), (2, 0), (2, 1)]
    images = [cells, [(5 + c, 7 - r) for r, c in cells], [(r, -c) for r, c in cells], [(-r, -c) for r, c in cells]]
    assert len({ambiguous_patterns.shape_of(image) for image in images}) == 1
    assert ambiguous_patterns.shape_of([(0, 0), (1, 1)]) != ambiguous_patterns.shape_of([(0, 0), (0, 1)])


@pytest.mark.parametrize("topology", ["torus", "square", "hex"])
def test_census_agrees_with_runs_on_games_without_a_guess(topology):
    side, games, seed = 32, 60, 41
    mines = 130 if topology == "hex" else 190
    counts, larger, finished = stuck_patterns.census(side, mines, games, seed, 8, topology)
    assert set(larger) <= {"inside", "edge", "corner"}
    if topology != "torus":
        assert set(counts) <= {"inside", "edge", "corner"}
    report = sapper.run(
        {
            "schema": "sapper-config/1",
            "name": "census",
            "seed": seed,
            "games": games,
            "topology": topology,
            "boards": [{"rows": side, "mines": mines}],
            "first_click": {"rule": "opening", "cell": [side // 2, side // 2]},
            "strategies": ["min_risk"],
        },
        threads=1,
        progress=False,
    )
    assert 5 < finished < 55
    assert finished == report["results"][0]["won_without_guess"]


def test_places_are_counted_by_the_borders_that_they_touch():
    assert stuck_patterns.place_of([(3, 4), (3, 5)], 9) == "inside"
    assert stuck_patterns.place_of([(3, 8), (3, 7)], 9) == "edge"
    assert stuck_patterns.place_of([(8, 0), (8, 1)], 9) == "corner"


def test_intervals_hold_the_number():
    # R, poisson.test(3) and poisson.test(0).
    assert stuck_patterns.interval(3) == pytest.approx((0.6187, 8.7673), abs=1e-3)
    assert stuck_patterns.interval(0) == pytest.approx((0, 3.6889), abs=1e-3)

# Every layout of a small board: classes are disjoint, layouts of a set look the same cell by cell, no rule plays better
# than the bound (exact best play, within 5 standard errors: one false alarm in 3 million).
@pytest.mark.parametrize("mines, first_click", [(3, "safe"), (5, "safe"), (3, "opening")])
def test_upper_bound_is_one(mines, first_click):
    rows = cols = 4
    free, placed = upper_bound.board_of(rows, cols, first_click, (0, 0))
    allowed = [cell for cell in range(rows * cols) if cell not in free]
    layouts = numpy.zeros((math.comb(len(allowed), mines), rows * cols), bool)
    for layout, some in zip(layouts, itertools.combinations(allowed, mines)):
        layout[list(some)] = True
    shares = []
    class_of = {}
    for layout, members in zip(layouts, upper_bound.classes_of(layouts, placed)):
        keys = frozenset(member.tobytes() for member in members)
        assert layout.tobytes() in keys
        for key in keys:
            assert class_of.setdefault(key, keys) == keys
        sets = upper_bound.indistinguishable_sets(members, rows, cols)
        assert sum(map(len, sets)) == len(members)
        for some in sets:
            for one, other in itertools.combinations(some, 2):
                a, b = (numbers_of(member.reshape(rows, cols), "square") for member in (one, other))
                assert ((a == b) | (a == -1) | (b == -1)).all()
                assert one.sum() == other.sum() == mines and not (one[list(free)].any() or other[list(free)].any())
        shares.append(upper_bound.winnable_share(members, rows, cols))
    assert len(class_of) == len(layouts)
    bound = numpy.mean(shares)
    assert bound < 1
    games = 20000
    report = sapper.run(
        {
            "schema": "sapper-config/1",
            "games": games,
            "boards": [{"rows": rows, "cols": cols, "mines": mines}],
            "first_click": {"rule": first_click, "cell": [0, 0]},
            "strategies": ["optimal"],
        }
    )
    won = report["results"][0]["win_rate"]
    assert won <= bound + 5 * math.sqrt(bound * (1 - bound) / games)
    assert won > 0.5 * bound  # not by far too high


# `./dev study --check`.

TABLE = """# A page

<!-- check
r = run({"name": "small", "seed": 7, "boards": [{"rows": 5, "mines": [4, 5]}], "strategies": ["rules", "min_risk"]},
    games=2000)
of = lambda label: r.of(label, mines=number(cells[0]))
1: label
2: of("rules").won
3: of("min_risk").adjusted
4: of("min_risk")["guesses_per_game"], len(cells)
5: timing
-->
| mines | `rules` | `min_risk` | guesses; columns | games/s |
|---|---|---|---|---|
| 4 | 1.0 ± 0.1 | 2.00 ± 0.01 | 0.000; 5 | 1,000 |
| 5 | 1.0 ± 0.1 | 2.00 ± 0.01 | 0.000; 5 | 900 |

<!-- check
r = run({"name": "small", "seed": 7, "boards": [{"rows": 5, "mines": [4, 5]}], "strategies": ["rules", "min_risk"]},
    games=2000)
"the local rules win {} and
    {} of": r[0, "rules"]["wins"], r[1, "rules"]["wins"]
-->
In these games the local rules win 1 and 2
of 2,000.
"""
OTHER = """# Another page

<!-- check
"wins {} %": cell("data/studies/page.md", 1, "4", 3)
-->
`min_risk` wins 2.0 % of
games.

<!-- unchecked: times -->
| a | 1 |
|---|---|
| b | 2 |
"""


@pytest.fixture
def pages(tmp_path, monkeypatch):
    """Check of the pages page.md and other.md in a folder of their own: (faults, what changes a page)."""
    monkeypatch.setattr(check, "ROOT", tmp_path)
    (tmp_path / "data/studies").mkdir(parents=True)
    check.page_of.cache_clear()
    texts = {"page.md": TABLE, "other.md": OTHER}

    def faults_of(share, write=False, **changed):
        for name, text in {**texts, **{f"{key}.md": text for key, text in changed.items()}}.items():
            (tmp_path / "data/studies" / name).write_text(text)
        check.page_of.cache_clear()
        commands = check.Commands(os.environ["SAPPER_PROGRAM"], tmp_path / "checks", share, ["--threads", "1"])
        checker = check.Checker(commands)
        for name in texts:
            checker.check_page(check.page_of(f"data/studies/{name}"))
        if write:
            checker.write()
            for name in texts:
                texts[name] = (tmp_path / "data/studies" / name).read_text()
        return checker.faults

    yield faults_of, texts
    check.page_of.cache_clear()


def test_check_finds_planted_errors(pages):
    faults_of, texts = pages
    assert faults_of(None) == []  # nothing is played, and the pages agree
    assert [fault.split(":")[1] for fault in faults_of(1.0, write=True)] == ["15"] * 3 + ["16"] * 3 + ["24"] * 2
    # The first page now has other figures, so that the second is wrong without playing.
    assert len(faults_of(None)) == 1 and "other.md:6: \"wins {} %\": the page says 2.0, its source says" in faults_of(None)[0]
    faults_of(None, write=True)
    faults_of(1.0, write=True)
    assert faults_of(1.0) == faults_of(0.1) == faults_of(None) == []

    won = check.page_of("data/studies/page.md").checks[0].rows()[0][1][1]
    value, half = won.split(" ± ")
    for wrong in (f"{float(value) + 0.1:.1f} ± {half}", f"{value} ± {float(half) + 0.1:.1f}", f"{value}", f"{won}; 1"):
        faults = faults_of(1.0, page=texts["page.md"].replace(won, wrong, 1))
        assert len(faults) == (0 if wrong == value else 1), wrong
    # Of a tenth of the games: by chance not, but by ten points.
    near, far = (texts["page.md"].replace(won, f"{float(value) + by:.1f} ± {half}", 1) for by in (0.5, -12))
    assert faults_of(0.1, page=near) == []
    assert len(faults_of(0.1, page=far)) == 1
    assert "page.md:15: column 2 of '4'" in faults_of(0.1, page=far)[0]
    assert "(from 10 % of the games)" in faults_of(0.1, page=far)[0]


@pytest.mark.parametrize(
    "old, new, fault",
    [
        ("1: label\n", "", "page.md:3: column 1 has figures but no expression"),
        ("5: timing", "6: timing", "column 5 has figures"),
        ("5: timing", "5, 6: timing", "the table has no column 6"),
        ("5: timing", "timing", "'timing' is neither NAME"),
        ("5: timing", "5: timing)", "unmatched"),
        ("5: timing", "5: timig", "NameError"),
        ("5: timing", '5: open("/etc/passwd")', "NameError"),
        ('"the local rules', '"the locel rules', "the text below does not say"),
        ("In these games", "", None),
        ("<!-- check\n", "<!-- unchecked: -->\n", "expected `<!-- unchecked: why -->`"),
        ("<!-- check\n", "<!-- chekc\n", "page.md:13: this table has neither a check nor"),
    ],
)
def test_check_names_mistakes_in_comments(pages, old, new, fault):
    faults_of, texts = pages
    faults = faults_of(None, page=texts["page.md"].replace(old, new, 1))
    assert any(fault in one for one in faults) if fault else faults == []


def test_figures_are_read_as_pages_write_them():
    texts = "6-8: 72.5 ± 1.2; 1,500 of 9,184 layouts; 46.3 (42.1 to 50.5); +1.22; -0.13; 16x30, 3BV, e2; 84 to 90"
    figures = check.figures_in(texts)
    assert [figure.text for figure in figures] == [
        "6", "8", "72.5 ± 1.2", "1,500", "9,184", "46.3 (42.1 to 50.5)", "+1.22", "-0.13", "84", "90"
    ]  # fmt: skip
    assert float(figures[3]) == 1500 and figures[2].half_text == "1.2" and figures[5].bounds == ["42.1", "50.5"]
    assert check.is_rounded("0.50", 0.495) and check.is_rounded("0.50", 0.505) and not check.is_rounded("0.50", 0.5051)
    assert check.rounded_like("+1,000.00", 2.345) == "+2.35" or check.rounded_like("+1,000.00", 2.345) == "+2.34"
    assert check.rounded_like("1", 1234.4) == "1,234"


def test_estimates():
    share = check.share_of(2, 5, 1.0)  # R, prop.test without continuity correction: 11.76 to 76.93 %
    assert (share.value, share.half) == (40, pytest.approx((76.928 - 11.762) / 2, abs=1e-3))
    doubled = share.map(lambda percent: 2 * percent)
    assert (doubled.value, doubled.half) == (80, pytest.approx(2 * share.half))
    assert share.normal(5).half == pytest.approx(196 * math.sqrt(0.4 * 0.6 / 5), rel=1e-4)
    both = check.sum_of(check.Estimate(1, 3, 0.5), check.figures_in("2.0 ± 4.0")[0])
    assert (both.value, both.half, both.share) == (3, 5, 0.5)


@pytest.mark.skipif("SAPPER_TEST_STUDIES" not in os.environ, reason="plays for ten minutes: SAPPER_TEST_STUDIES=1")
def test_figures_of_all_pages_are_those_of_their_commands(tmp_path):
    commands = check.Commands(os.environ["SAPPER_PROGRAM"], tmp_path, 0.05, [])
    checker = check.Checker(commands)
    for name in check.PAGES:
        checker.check_page(check.page_of(name))
    assert checker.faults == []
    assert checker.compared > 1000
