#!/usr/bin/env python3
"""Whether the figures in README.md and data/studies/*.md are those of their commands.

    ./dev study --check                       # a twentieth of each command's games: some minutes
    ./dev study --check topology.md --share 100
    ./dev study --check --share 100 --write   # and put the figures of the commands into the pages
    ./dev study --check --static              # nothing is played: only figures that pages share, and that all have a check

A comment above a table, a paragraph or a block says where its figures come from:

    <!-- check
    r = run("data/experiments/studies/topology.json")
    1: label
    2: r[row, "min_risk"].won
    3: timing
    "found in {} of 100 games": r[4, "min_risk"].won.value
    lines: output("run data/experiments/classic.json")
    -->
    <!-- unchecked: why -->

NUMBER: EXPRESSION is a column of the table (from 1; `2, 3: label` are two), evaluated for each of its rows (`row`, from 0; `cells`, their
texts); "TEXT {}" a place in the paragraph, {} standing for a figure; `lines` a block. Expressions are Python over what is
in `Page.names` below. A value is a number, an `Estimate` (with a half-width), several of them for a cell of several
figures, or a text; `label`, `timing` and `unchecked(WHY)` are not compared, and None leaves out a row.

A figure is right if it is the value, rounded like it. Where fewer games are played than the page has, it may differ by four
standard errors of the difference: the games that are played are among those of the page. Texts, half-widths,
`when_whole(...)` and numbers that were read from a report as they are, `r[0, "csp"]["frontier.mean_cells"]`, are compared
only if all games are played.
"""
import argparse
import ast
import collections
import dataclasses
import functools
import hashlib
import importlib
import json
import math
import os
import pathlib
import re
import shlex
import subprocess
import sys
import types

STUDIES = pathlib.Path(__file__).resolve().parent
ROOT = STUDIES.parents[1]
PAGES = ["README.md", *sorted(str(page.relative_to(ROOT)) for page in STUDIES.glob("*.md"))]
FEWEST_GAMES = 20
SIGMAS = 4
Z = 1.959963985

NUMBER = r"[+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?|[+-]?\d+(?:\.\d+)?"
FIGURE = re.compile(
    rf"(?<![\w.])(?P<value>{NUMBER})(?: ± (?P<half>{NUMBER})|(?P<range> \((?:{NUMBER}) to (?:{NUMBER})\)))?(?![\w])"
)
COMMENT = re.compile(r"<!-- (check|unchecked)\b(:?)(.*?)-->", re.S)


class Mistake(Exception):
    """In a comment: it cannot be checked."""


class NotPlayed(Exception):
    """A command that --static does not call."""


# Figures of pages.


def number_of(text):
    return float(text.replace(",", ""))


def digits_of(text):
    return len(text.partition(".")[2])


@dataclasses.dataclass
class Figure:
    """As a page says it: "72.4 ± 2.8", "8.0 (4.8 to 11.2)", "1,000"."""

    text: str

    def __post_init__(self):
        found = FIGURE.fullmatch(self.text)
        self.value_text = found["value"]
        self.half_text = found["half"]
        self.bounds = re.findall(NUMBER, found["range"]) if found["range"] else None

    def __float__(self):
        return number_of(self.value_text)


def number_in(text, which=1):
    """The value of a figure in the text, from 1."""
    return float(figures_in(text)[which - 1])


def figures_in(text):
    return [Figure(found[0]) for found in FIGURE.finditer(text)]


def rounded_like(text, value):
    """The value to as many digits as the figure has, and with its sign and commas if it has these."""
    sign = "+" if text.startswith("+") else ""
    comma = "," if "," in text or abs(value) >= 1000 else ""
    return f"{value:{sign}{comma}.{digits_of(text)}f}"


def is_rounded(text, value):
    """Whether the figure is the value to as many digits as it has."""
    return abs(number_of(text) - value) <= 0.5000001 * 10.0 ** -digits_of(text)


# Values that commands give.


@dataclasses.dataclass
class Estimate:
    """A value with the half-width of its 95 % interval; from `share` of the games that the page has."""

    value: float
    half: float
    share: float = 1.0
    count: float = None  # of what was counted
    low: float = None
    high: float = None

    def map(self, function):
        """The function of it, with the half-width by the delta method."""
        step = max(abs(self.value), 1e-3) * 1e-4
        slope = (function(self.value + step) - function(self.value - step)) / (2 * step)
        return Estimate(function(self.value), abs(slope) * self.half, self.share, self.count)

    def normal(self, games):
        """With the interval that the normal approximation gives a share in percent."""
        rate = self.value / 100
        return dataclasses.replace(self, half=100 * Z * math.sqrt(rate * (1 - rate) / games))


def share_of(count, games, share):
    """Percent, with half the width of Wilson's interval."""
    rate = count / games
    half = Z / (1 + Z * Z / games) * math.sqrt(rate * (1 - rate) / games + Z * Z / (4 * games * games))
    return Estimate(100 * rate, 100 * half, share, count)


def mean_of(estimates):
    """Their mean, and the mean half-width, which bounds that of the mean however they depend on one another."""
    estimates = list(estimates)
    if not estimates:
        raise Mistake("the mean of nothing")
    middle = sum(e.value for e in estimates) / len(estimates)
    return Estimate(middle, sum(e.half for e in estimates) / len(estimates), min(e.share for e in estimates))


def sum_of(estimate, other):
    """Of independent values; the other may be a figure of a page."""
    if isinstance(other, Figure):
        other = Estimate(float(other), number_of(other.half_text) if other.half_text else 0.0)
    half = math.hypot(estimate.half, other.half)
    return Estimate(estimate.value + other.value, half, min(estimate.share, other.share))


def z_of(one, other, half):
    """The difference of an estimate, or a figure of a page, from a value with a half-width, in standard errors."""
    if isinstance(one, Figure):
        one = Estimate(float(one), number_of(one.half_text))
    return (one.value - other) / (math.hypot(one.half, half) / Z)


@dataclasses.dataclass
class Whole:
    """Compared only if all games were played."""

    value: object


@dataclasses.dataclass
class Unchecked:
    why: str


class Result:
    """What a report says of a strategy on a case."""

    def __init__(self, result, case, share, commands):
        self.result, self.case, self.share, self.commands = result, case, share, commands
        self.number, self.board, self.games, self.label = case["case"], result["board"], result["games"], result["label"]
        cell = result["first_click"]["cell"]  # of a graph a number
        self.properties = {**case["properties"], "first_cell": cell if isinstance(cell, int) else tuple(cell)}

    def __getitem__(self, path):
        """What the report has at `guess_risk.losses`."""
        self.commands.has_plain_numbers |= self.share < 1
        return functools.reduce(lambda value, key: value[key], path.split("."), self.result)

    def of_games(self, count):
        return share_of(count, self.games, self.share)

    @property
    def won(self):
        return self.of_games(self.result["wins"])

    @property
    def without_guess(self):
        return self.of_games(self.result["won_without_guess"])

    @property
    def adjusted(self):
        if self.result["win_rate_adjusted"] is None:
            return self.won
        low, high = 100 * self.result["adjusted_ci_low"], 100 * self.result["adjusted_ci_high"]
        return Estimate(100 * self.result["win_rate_adjusted"], (high - low) / 2, self.share)

    def layouts(self, name):
        """bv3, openings or isolated: the mean over the boards."""
        half = Z * self.case[name + "_deviation"] / math.sqrt(self.games)
        return Estimate(self.case[name + "_mean"], half, self.share)

    def with_half(self, value, text):
        """The value with the half-width of the page, where the report has none."""
        half = number_of(figures_in(text)[0].half_text)
        return Estimate(value, half / math.sqrt(self.share), self.share)

    @property
    def zone(self):
        """Where the first cell is: 0 a corner, 1 another cell of the border, 2 the second ring, 3 the third, 4 further in."""
        row, col = self.properties["first_cell"]
        down, across = (min(i, size - 1 - i) for i, size in ((row, self.board["rows"]), (col, self.board["cols"])))
        return 0 if down == across == 0 else min(1 + min(down, across), 4)


class Report:
    """r[CASE, LABEL] is a result; r.of(LABEL, mines=99, topology="hex") the one of a case with these properties."""

    def __init__(self, path, report, share, table, commands):
        self.path, self.share, self.table = path, share, table
        self.results = [Result(r, report["cases"][r["case"]], share, commands) for r in report["results"]]

    def __getitem__(self, place):
        case, label = place
        for result in self.results:
            if (result.number, result.label) == (case, label):
                return result
        labels = ", ".join(sorted({result.label for result in self.results}))
        raise Mistake(f"no result of '{label}' on case {case}; labels are {labels}")


    def all_of(self, label, **properties):
        """The results of all cases with these properties; of any strategy if the label is None."""
        return [
            result
            for result in self.results
            if label in (None, result.label) and properties.items() <= result.properties.items()
        ]

    def ranges_of_3bv(self, case):
        """{lowest 3BV: (lowest, highest, percent of games won)}, by plots/by_3bv.awk from the records."""
        rows = {}
        for line in self.table.split("\n\n\n")[case].splitlines():
            if not line.startswith("#") and line:
                low, high, _, _, won, wilson_low, wilson_high = map(float, line.split())
                rows[low] = (low, high, Estimate(won, (wilson_high - wilson_low) / 2, self.share))
        return collections.defaultdict(lambda: None, rows)

    def of(self, label, **properties):
        found = self.all_of(label, **properties)
        if len(found) != 1:
            raise Mistake(f"{len(found)} results of '{label}' have the properties {properties}")
        return found[0]


class Commands:
    """Plays what checks name, each command once; reports are kept in `folder` for the next call of the same program."""

    def __init__(self, program, folder, share, threads):
        self.program, self.folder, self.share, self.threads = program, folder, share, threads
        # Since they were set to False: whether games were left out, and whether a number was read that depends on that.
        self.is_partial = self.has_plain_numbers = False
        self.said = {}

    def games_of(self, games, whole):
        count = games if whole else min(games, max(FEWEST_GAMES, round(games * self.share)))
        self.is_partial |= count < games
        return count

    def kept(self, ending, *what):
        """The file that keeps what this gives with this program."""
        stat = os.stat(self.program)
        key = json.dumps([*what, stat.st_mtime_ns, stat.st_size])
        return self.folder / (hashlib.sha256(key.encode()).hexdigest()[:16] + ending)

    def call(self, command):
        if tuple(command) not in self.said:
            name = " ".join(shlex.quote(str(part)) for part in command[1:])
            print(f"check: {name}", file=sys.stderr, flush=True)
            done = subprocess.run(list(map(str, command)), cwd=ROOT, capture_output=True, text=True)
            if done.returncode:
                raise Mistake(f"{name} failed: {done.stderr.strip()}")
            self.said[tuple(command)] = done.stdout
        return self.said[tuple(command)]

    def config_of(self, config):
        """(path, text); a config that is not a file of the project is written for the command."""
        if isinstance(config, dict):
            text = json.dumps({"schema": "sapper-config/1", **config})
            path = self.folder / (hashlib.sha256(text.encode()).hexdigest()[:16] + ".json")
            if self.share is not None:
                self.folder.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
            return path, text
        try:
            return config, (ROOT / config).read_text()
        except OSError as error:
            raise Mistake(f"{config}: {error.strerror}") from None

    def judge(self, config, arguments, games):
        """By `sapper judge`, in points: what the second strategy gains over the first, and of it beyond e^120 layouts."""
        path, _ = self.config_of(config)
        said = self.output(f"judge {path} {arguments} --json --quiet", games=games)
        judged = json.loads(said.text)["cases"][0]["strategies"][0]

        def points(gain):
            return Estimate(100 * gain["gain"], 100 * gain["gain_half_width"], said.share)

        return types.SimpleNamespace(gain=points(judged), beyond=points(judged["phases"][-1]))

    def compare(self, report, reference):
        """{(case, label): entry} of `sapper compare` with published figures."""
        said = json.loads(self.output(f"compare {report.path} {reference} --json").text)
        entries = {(entry["case"], entry["strategy"]): entry for entry in said["comparisons"]}
        for entry in entries.values():
            entry["z"] = Whole(entry["z"])
            entry["published"] = Estimate(100 * entry["published"], 100 * (entry["published_half_width"] or 0))
        return entries

    def run(self, config, arguments="", games=None, whole=False, records=False):
        """The report of `sapper run CONFIG ARGUMENTS --games GAMES`. whole: always of all games; records: with a table by 3BV."""
        config, text = self.config_of(config)
        games = games or json.loads(text)["games"]
        if self.share is None:
            raise NotPlayed
        count = self.games_of(games, whole)
        report = self.kept(".report.json", str(config), text, arguments, count)
        table = report.with_suffix(".dat")
        part = report.with_suffix(".part")  # until it is complete
        command = [self.program, "run", config, *shlex.split(arguments), "--games", count, "--quiet", "--force", "-o", part]
        if not report.exists() or records and not table.exists():
            self.folder.mkdir(parents=True, exist_ok=True)
            games_out = ["--games-out", report.with_suffix(".jsonl")] if records else []
            self.call(command + games_out + self.threads)
            part.replace(report)
        if records and not table.exists():
            table.write_text(self.call(["awk", "-f", STUDIES / "plots/by_3bv.awk", report.with_suffix(".jsonl")]))
            report.with_suffix(".jsonl").unlink()
        return self.report_at(report, count / games, table.read_text() if records else "")

    @functools.lru_cache(maxsize=None)
    def report_at(self, path, share, table):
        return Report(path, json.loads(path.read_text()), share, table, self)

    def output(self, command, games=None, whole=False, flag="--games"):
        """What `sapper COMMAND` writes, or a Python script of the project; `flag`, if `games` are given, says how many."""
        words = shlex.split(command)
        program = [sys.executable] if words[0].endswith(".py") else [self.program]
        share = 1.0
        if self.share is None:
            raise NotPlayed
        if games:
            count = self.games_of(games, whole)
            words += [flag, str(count)]
            share = count / games
        sources = [path.read_text() for path in sorted(STUDIES.glob("*_*.py"))]
        kept = self.kept(".txt", words, sources if words[0].endswith(".py") else [])
        if not kept.exists():
            text = self.call(program + words)
            self.folder.mkdir(parents=True, exist_ok=True)
            kept.write_text(text)
        return Output(kept.read_text(), share)

    def solve(self, arguments):
        """Percent of games that best play wins, by `sapper solve minesweeper`."""
        return self.wins_of_best_play(arguments)[2]

    def wins_of_best_play(self, arguments):
        """(layouts won, layouts, percent)"""
        said = json.loads(self.output(f"solve minesweeper {arguments} --json").text)
        return int(said["numerator"]), int(said["denominator"]), 100 * said["value"]


class Output:
    def __init__(self, text, share):
        self.text, self.share = text, share

    def mean_of(self, key):
        """Of what JSON lines say, with its half-width."""
        values = [json.loads(line)[key] for line in self.text.splitlines()]
        middle = sum(values) / len(values)
        deviation = math.sqrt(sum((value - middle) ** 2 for value in values) / (len(values) - 1))
        return Estimate(middle, Z * deviation / math.sqrt(len(values)), self.share)

    def total_of(self, key):
        return sum(json.loads(line)[key] for line in self.text.splitlines())

    def after(self, start):
        """The figures of the first line that begins with these words, after them."""
        start = start.strip() + " "
        for line in self.text.splitlines():
            line = " ".join(line.split()) + " "
            if line.startswith(start):
                found = figures_in(line[len(start) :])
                return [self.estimate(figure) for figure in found]
        if self.share < 1:
            raise NotPlayed  # too seldom in these games
        raise Mistake(f"no line begins with '{start}' in the output: {self.text[:200]}")

    def estimate(self, figure):
        if figure.half_text:
            return Estimate(float(figure), number_of(figure.half_text), self.share)
        if figure.bounds:
            low, high = map(number_of, figure.bounds)
            return Estimate(float(figure), (high - low) / 2, self.share, low=low, high=high)
        return float(figure)


# Pages.


@dataclasses.dataclass
class Check:
    page: "Page"
    line: int  # from 1
    kind: str
    body: str
    target: list  # [(line, text)] of the table, paragraph or block below the comment

    @property
    def is_table(self):
        return bool(self.target) and self.target[0][1].startswith("|")

    def rows(self):
        """[(line, cells)]"""
        return [(line, cells_of(text)) for line, text in self.target[2:]]


def cells_of(line):
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


class Page:
    def __init__(self, name):
        self.name = name
        self.text = (ROOT / name).read_text()
        self.lines = self.text.splitlines()
        self.checks = [self.check_at(found) for found in COMMENT.finditer(self.text)]

    def check_at(self, found):
        line = self.text.count("\n", 0, found.start()) + 1
        below = self.text.count("\n", 0, found.end()) + 1  # the lines after the comment
        while below < len(self.lines) and not self.lines[below].strip():
            below += 1
        target = []
        while below < len(self.lines) and self.lines[below].strip():
            target.append((below + 1, self.lines[below]))
            below += 1
        return Check(self, line, found[1], found[3].strip(), target)

    def offset_of(self, line):
        return sum(len(text) + 1 for text in self.lines[: line - 1])

    def spans_of_cell(self, line, column):
        """Of the figures in it: [(start, end)] in the text."""
        text = self.lines[line - 1]
        bars = [i for i, letter in enumerate(text) if letter == "|"]
        offset = self.offset_of(line) + bars[column - 1] + 1
        return [(offset + f.start(), offset + f.end()) for f in FIGURE.finditer(text[bars[column - 1] + 1 : bars[column]])]

    def tables(self):
        """[(line, [(line, text)])] of all tables, in order."""
        tables = []
        for number, line in enumerate(self.lines, 1):
            if line.startswith("|"):
                if not tables or tables[-1][-1][0] != number - 1:
                    tables.append([])
                tables[-1].append((number, line))
        return tables


@functools.lru_cache(maxsize=None)
def page_of(name):
    return Page(name)


def cell(page, table, first, column):
    """The figures of a cell of another page: of its table (from 1), in the row that begins with this text."""
    tables = page_of(page).tables()
    if not 0 < table <= len(tables):
        raise Mistake(f"{page} has {len(tables)} tables, not {table}")
    for line, text in tables[table - 1][2:]:
        cells = cells_of(text)
        if cells[0] == first:
            return figures_in(cells[column - 1])
    raise Mistake(f"{page}: no row of table {table} begins with '{first}'")


def place(page, text):
    """The figures at {} in a text of another page."""
    found = find_place(text, page_of(page).text)
    if not found:
        raise Mistake(f"{page} does not say \"{text}\"")
    return found


def match_of(text, prose):
    """Where the prose says this, with the figures at {} as its groups."""
    parts = [r"\s+".join(map(re.escape, part.split(" "))) for part in text.split("{}")]
    pattern = re.sub(r"\(\?P<\w+>", "(?:", FIGURE.pattern).replace(" ", r"\s")
    return re.search(f"({pattern})".join(parts), prose)


def find_place(text, prose):
    """The figures at {} in the prose; None if it does not say that."""
    found = match_of(text, prose)
    return [Figure(" ".join(group.split())) for group in found.groups()] if found else None


class SmallestPatterns:
    """Of a lattice: mines, (larger set, smaller set) of each kind and ways for each cell, and what is won with them alone."""

    def __init__(self, patterns, lattice):
        self.patterns, self.lattice, self.found = patterns, lattice, patterns.smallest(lattice)
        self.mines = self.found[0].mine_count
        ways = patterns.ways_per_cell(self.found, lattice)
        self.even_ways, self.uneven_ways = ways[True], ways[False]
        self.sizes = sorted({(len(p.a), len(p.b)) for p in self.found}, reverse=True)
        # exp(-loss c^k) of games are won on large boards.
        self.loss = self.even_ways / 2 + self.uneven_ways

    def half(self, cells):
        """Percent of the cells that are mines where half of the games are won, if there are no other patterns."""
        return 100 * self.patterns.half_density(self.found, self.lattice, cells)


class EnclosedCell:
    """The smallest pattern of a random regular graph: mines and half() are those of `SmallestPatterns`."""

    def __init__(self, degree):
        self.mines = degree + 1

    def half(self, cells):
        return 100 * (math.log(2) / cells) ** (1 / self.mines)


class HalfDensities:
    """Of half_density.py, for a strategy on a lattice or a graph."""

    def __init__(self, densities, share):
        self.densities, self.share = densities, share
        self.most_cells = max(densities.cells.values())
        self.reached = densities.reached

    def half(self, side):
        """Percent of the cells that are mines where half of the games are won; "-" where none were played."""
        if side not in self.densities.halves:
            return "-"
        value, low, high = (100 * density for density in self.densities.halves[side])
        if side not in self.reached:
            return f"> {value:.2f}"
        return Estimate(value, (high - low) / 2, self.share)

    def k(self, sides):
        """What the exponent says the fewest mines are; "-" where no bound is known above, or less than two sizes are given."""
        if len(sides) < 2:
            return "-"
        value, low, high = self.densities.k(sides)
        return "-" if math.isinf(high) or math.isinf(value) else Whole(Estimate(value, (high - low) / 2, self.share, low=low, high=high))


def names_of(commands):
    def module(name):
        if str(STUDIES) not in sys.path:
            sys.path.insert(0, str(STUDIES))
        return importlib.import_module(name)

    @functools.lru_cache(maxsize=None)
    def patterns(topology, inside, edge=0, corner=0):
        most = {"inside": inside, "edge": edge, "corner": corner}
        return module("ambiguous_patterns").patterns(topology, most, topology != "torus")

    def expected(topology, side, p, inside, edge=0, corner=0):
        """{place: expected number of ambiguous patterns}, with at most that many mines"""
        some = patterns(topology, inside, edge, corner)
        sums = module("ambiguous_patterns").expected(some, topology, side, p)
        places = ("inside", "edge", "corner")
        return {where: sum(n for (one, _), n in sums.items() if one == where) for where in places}

    @functools.lru_cache(maxsize=None)
    def smallest(lattice):
        """The patterns of the fewest mines: see `SmallestPatterns`; of regular3 and so on `EnclosedCell`."""
        if lattice.startswith("regular"):
            return EnclosedCell(int(lattice.removeprefix("regular")))
        return SmallestPatterns(module("ambiguous_patterns"), lattice)

    @functools.lru_cache(maxsize=None)
    def halves_of(path):
        return module("half_density").halves_of(json.loads(path.read_text()))

    def halves(report, lattice, strategy):
        """Where half of the games are won, by size: see `HalfDensities`."""
        return HalfDensities(halves_of(report.path)[lattice, strategy], report.share)

    def run_regular_graphs():
        """The report of the games on random regular graphs."""
        graphs = module("regular_graphs")
        if commands.share is not None:
            graphs.write_graphs(commands.folder)
        return commands.run(graphs.config())

    def won_if_enclosed_cells_lose(degree, cells, density):
        """Percent of the games on a random regular graph."""
        return 100 * module("regular_graphs").win_rate(degree, cells, density)

    functions = [abs, float, int, len, max, min, round, str, sum]
    return {
        "__builtins__": {},
        **{function.__name__: function for function in functions},
        "exp": math.exp,
        "log": math.log,
        "sqrt": math.sqrt,
        "run": commands.run,
        "output": commands.output,
        "solve": commands.solve,
        "wins": commands.wins_of_best_play,
        "mean": mean_of,
        "share": lambda count, games: share_of(count, games, 1.0),
        "z": z_of,
        "plus": sum_of,
        "compare": commands.compare,
        "judge": commands.judge,
        "when_whole": Whole,
        "cell": cell,
        "place": place,
        "patterns": patterns,
        "expected": expected,
        "smallest": smallest,
        "halves": halves,
        "run_regular_graphs": run_regular_graphs,
        "won_if_enclosed_cells_lose": won_if_enclosed_cells_lose,
        "label": Unchecked("a label"),
        "timing": Unchecked("depends on the machine"),
        "unchecked": Unchecked,
        "figures": figures_in,
        "number": number_in,
    }


@dataclasses.dataclass
class Statement:
    """target: the name that is assigned, "lines", columns as a list, or the text of a place."""

    line: int
    target: object
    source: str

    @functools.cached_property
    def code(self):
        return compile(ast.parse(self.source, mode="eval"), "check", "eval")


def statements_of(check):
    """The lines of a check; one that is indented goes on with the line before."""
    joined = []
    for offset, line in enumerate(check.body.splitlines()):
        if line.startswith(" ") and joined:
            joined[-1][1] += " " + line.strip()
        elif line.strip():
            joined.append([check.line + 1 + offset, line.strip()])
    statements = []
    for line, text in joined:
        found = re.match(r'(?:(?P<name>[A-Za-z_]\w*) =(?!=)|(?P<cols>\d+(?:, \d+)*):|(?P<lines>lines):|"(?P<text>[^"]*)":)\s*', text)
        if not found:
            raise Mistake(f"line {line}: '{text}' is neither NAME = ..., COLUMN: ..., \"TEXT {{}}\": ... nor lines: ...")
        target = found["name"] or found["lines"] or found["text"]
        if found["cols"]:
            target = [int(column) for column in found["cols"].split(", ")]
        statement = Statement(line, (found.lastgroup, target), text[found.end() :])
        try:
            statement.code
        except SyntaxError as error:
            raise Mistake(f"line {line}: '{statement.source}': {error.msg}") from None
        statements.append(statement)
    return statements


class Checker:
    def __init__(self, commands):
        self.commands = commands
        self.names = names_of(commands)
        self.faults = []
        self.edits = {}  # {page: [(start, end, text)]}, offsets in its text
        self.compared = self.not_played = 0

    def fault(self, page, line, text):
        self.faults.append(f"{page.name}:{line}: {text}")

    def check_page(self, page):
        for check in page.checks:
            try:
                self.check(check)
            except Mistake as mistake:
                self.fault(page, check.line, str(mistake))
        if page.name != "README.md":
            self.check_that_all_are_checked(page)

    def check_that_all_are_checked(self, page):
        checked = {check.target[0][0] for check in page.checks if check.target}
        for table in page.tables():
            has_figures = any(figures_in(text) for _, text in table[2:])
            if has_figures and table[0][0] not in checked:
                self.fault(page, table[0][0], "this table has neither a check nor `<!-- unchecked: why -->` above it")

    def check(self, check):
        if not check.target:
            raise Mistake("there is nothing below this comment")
        if check.kind == "unchecked":
            if not check.body:
                raise Mistake("expected `<!-- unchecked: why -->`")
            return
        statements = statements_of(check)
        if check.is_table:
            self.check_table(check, statements)
        else:
            self.check_prose(check, statements)

    def value_of(self, statement, names):
        """What the expression gives; NotPlayed and Mistake are raised."""
        try:
            value = eval(statement.code, names)
            for one in value if isinstance(value, (tuple, list)) else [value]:
                if isinstance(one, Later) and statement.target[0] != "name":
                    raise NotPlayed
            return value
        except (NotPlayed, Mistake):
            raise
        except Exception as error:
            raise Mistake(f"line {statement.line}: '{statement.source}': {type(error).__name__}: {error}") from None

    def values_of(self, check, statements, names):
        """(statement, value) of those that are not assignments; the value is None where nothing is played."""
        self.commands.is_partial = self.commands.has_plain_numbers = False
        for statement in statements:
            kind, target = statement.target
            try:
                value = self.value_of(statement, names)
                if kind == "name":
                    names[target] = value
                    continue
            except NotPlayed:
                self.not_played += kind != "name"
                if kind == "name":
                    names[target] = Later()
                    continue
                value = None
            yield statement, value

    def check_table(self, check, statements):
        columns = [column for s in statements if s.target[0] == "cols" for column in s.target[1]]
        places = [statement for statement in statements if statement.target[0] != "cols"]
        if any(statement.target[0] != "name" for statement in places):
            self.check_prose(check, places)
        statements = [statement for statement in statements if statement.target[0] in ("name", "cols")]
        rows = check.rows()
        for line, cells in rows:
            for column, text in enumerate(cells, 1):
                if figures_in(text) and column not in columns:
                    raise Mistake(f"column {column} has figures but no expression, nor `label` or `timing`")
        for row, (line, cells) in enumerate(rows):
            names = {**self.names, "row": row, "cells": cells}
            for statement, value in self.values_of(check, statements, names):
                for column in statement.target[1]:
                    if not 0 < column <= len(cells):
                        raise Mistake(f"line {statement.line}: the table has no column {column}")
                    where = f"column {column} of '{next(filter(None, cells), '')}'"
                    spans = check.page.spans_of_cell(line, column)
                    self.compare(check.page, line, where, cells[column - 1], spans, value)

    def check_prose(self, check, statements):
        prose = "\n".join(text for _, text in check.target)
        for statement, value in self.values_of(check, statements, dict(self.names)):
            kind, target = statement.target
            if kind == "cols":
                raise Mistake(f"line {statement.line}: there is no table below this comment")
            if kind == "lines":
                self.compare_lines(check, value)
                continue
            found = match_of(target, prose)
            if not found:
                raise Mistake(f'line {statement.line}: the text below does not say "{target}"')
            start = check.page.offset_of(check.target[0][0])
            spans = [(start + found.start(i), start + found.end(i)) for i in range(1, found.re.groups + 1)]
            line = check.page.text.count("\n", 0, start + found.start()) + 1
            self.compare(check.page, line, f'"{target}"', found[0], spans, value)

    def compare_lines(self, check, value):
        """Each line of the block, except `...`, is one of the output, of which it may leave out words."""
        if value is None or self.commands.is_partial:
            return
        said = [line.split() for line in value.text.splitlines()]
        for line, text in enumerate(check.page.lines[check.target[0][0] - 1 :], check.target[0][0]):
            if text and not text.startswith("    "):
                break
            words = text.split()
            if words and words != ["..."] and not any(is_part(words, of_line) for of_line in said):
                self.fault(check.page, line, f"the command does not say this: {text.strip()}")
            self.compared += 1

    def compare(self, page, line, where, text, spans, value):
        """text: of the cell or place; spans: of its figures in the page."""
        if value is None or isinstance(value, Unchecked):
            return
        values = list(value) if isinstance(value, (tuple, list)) else [value]
        said = [" ".join(page.text[start:end].split()) for start, end in spans]

        def say(gives):
            self.fault(page, line, f"{where}: the page says {'; '.join(said) or repr(text)}, {gives}")

        if any(isinstance(one, str) for one in values):
            self.compared += 1
            if not self.commands.is_partial and values != [text]:
                say(f"right is {'; '.join(map(describe, values))}")
            return
        if not said and self.commands.is_partial:
            return  # "-", perhaps of too few games
        if len(said) != len(values):
            say(f"and there are {len(values)} values: {'; '.join(map(describe, values))}")
            return
        for one_said, span, one in zip(said, spans, values):
            self.compared += 1
            figure = Figure(one_said)
            if not self.agrees(figure, one):
                say(f"its source {describe(one)}")
                if not self.commands.is_partial:
                    self.edits.setdefault(page, []).append((*span, written_like(figure, one)))

    def write(self):
        """Puts the values of the commands into the pages."""
        for page, edits in self.edits.items():
            text = page.text
            for start, end, new in sorted(edits, reverse=True):
                text = text[:start] + new + text[end:]
            (ROOT / page.name).write_text(text)

    def agrees(self, figure, value):
        if isinstance(value, Whole):
            return self.commands.is_partial or self.agrees(figure, value.value)
        if isinstance(value, Figure):  # of another page, which may have more digits
            if figure.half_text and value.half_text and figure.half_text != value.half_text:
                return False
            return is_rounded(figure.value_text, float(value)) and digits_of(figure.value_text) <= digits_of(value.value_text)
        if not isinstance(value, Estimate):
            return self.commands.has_plain_numbers or is_rounded(figure.value_text, value)
        if value.share < 1:
            spread = SIGMAS * value.half / Z * math.sqrt(1 - value.share)
            rounding = 0.5 * 10.0 ** -digits_of(figure.value_text)
            return abs(float(figure) - value.value) <= spread + rounding
        if not is_rounded(figure.value_text, value.value):
            return False
        if figure.bounds and value.low is not None:
            return all(map(is_rounded, figure.bounds, (value.low, value.high)))
        return not figure.half_text or is_rounded(figure.half_text, value.half)


def is_part(words, line):
    """Whether the words are in the line, in this order."""
    left = iter(line)
    return all(word in left for word in words)


class Later:
    """The value of a command that is not called."""

    def __getattr__(self, name):
        raise NotPlayed

    def __getitem__(self, key):
        raise NotPlayed

    def __call__(self, *arguments, **named):
        raise NotPlayed

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = __call__
    __pow__ = __rpow__ = __neg__ = __float__ = __iter__ = __lt__ = __gt__ = __le__ = __ge__ = __call__


def written_like(figure, value):
    """The value as a page says it."""
    if isinstance(value, Whole):
        value = value.value
    if isinstance(value, Figure):
        return value.text
    if not isinstance(value, Estimate):
        return rounded_like(figure.value_text, value)
    text = rounded_like(figure.value_text, value.value)
    if figure.half_text:
        text += " ± " + rounded_like(figure.half_text, value.half)
    if figure.bounds and value.low is not None:
        low, high = map(rounded_like, figure.bounds, (value.low, value.high))
        text += f" ({low} to {high})"
    return text


def describe(value):
    if isinstance(value, Whole):
        value = value.value
    if isinstance(value, Figure):
        return f"says {value.text}"
    if isinstance(value, Estimate):
        part = f" (from {100 * value.share:.3g} % of the games)" if value.share < 1 else ""
        return f"gives {value.value:.6g} ± {value.half:.3g}{part}"
    return f"gives {value:.6g}" if isinstance(value, (int, float)) else f"gives '{value}'"


def main():
    parser = argparse.ArgumentParser(
        prog="./dev study --check", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("pages", nargs="*", metavar="PAGE", help="topology.md; all pages if none is named")
    parser.add_argument("--share", type=float, default=5, help="of the games of each command, in percent (default: 5)")
    parser.add_argument("--static", action="store_true", help="play nothing")
    parser.add_argument("--write", action="store_true", help="put what differs into the pages, where all games were played")
    parser.add_argument("--threads", help="of sapper")
    args = parser.parse_args()
    if not 0 < args.share <= 100:
        parser.error("--share is a percentage above 0 and up to 100")
    wanted = [page for page in PAGES if not args.pages or page in args.pages or pathlib.Path(page).name in args.pages]
    for page in args.pages:
        if page not in PAGES and page not in [pathlib.Path(known).name for known in PAGES]:
            parser.error(f"there is no page {page}; pages are {', '.join(PAGES)}")
    program = os.environ.get("SAPPER_PROGRAM", str(ROOT / "build/release/sapper"))
    threads = ["--threads", args.threads] if args.threads else []
    share = None if args.static else args.share / 100
    checker = Checker(Commands(program, ROOT / "build/studies/checks", share, threads))
    for name in wanted:
        checker.check_page(page_of(name))
    for fault in checker.faults:
        print(fault)
    left = f", {checker.not_played} not played" if checker.not_played else ""
    if args.write:
        checker.write()
    print(f"{checker.compared} figures compared{left}; faults: {len(checker.faults)}", file=sys.stderr)
    return 1 if checker.faults else 0


if __name__ == "__main__":
    sys.exit(main())
