"""P(mine) by brute force: all layouts of each component are found one by one, and counted as whole numbers. It shares no code
with what it judges."""
import collections
import math
from fractions import Fraction


def posterior(cells, mines):
    """P(mine) of each cell of a square board, as fractions; 0 where a number is shown."""
    rows, cols = len(cells), len(cells[0])
    hidden = {(r, c) for r in range(rows) for c in range(cols) if not cells[r][c].isdigit()}
    numbers = []  # of hidden cells: which, and how many are mines
    for r in range(rows):
        for c in range(cols):
            if (r, c) in hidden:
                continue
            near = {(a, b) for a in range(r - 1, r + 2) for b in range(c - 1, c + 2)} & hidden
            if near:
                numbers.append((near, int(cells[r][c])))
    parts = [layouts(near, of) for near, of in components(numbers)]
    frontier = set().union(*(near for near, _ in numbers)) if numbers else set()
    free = len(hidden) - len(frontier)
    ways = {0: 1}  # of the frontier, by its mines
    for counts, _ in parts:
        ways = product(ways, counts)
    total = sum(count * math.comb(free, mines - used) for used, count in ways.items() if 0 <= mines - used <= free)
    chance = [[Fraction(0)] * cols for _ in range(rows)]
    for i, (_, by_cell) in enumerate(parts):
        others = {0: 1}
        for j, (counts, _) in enumerate(parts):
            others = others if i == j else product(others, counts)
        for (r, c), counts in by_cell.items():
            with_mine = sum(count * math.comb(free, mines - used) for used, count in product(others, counts).items()
                            if 0 <= mines - used <= free)
            chance[r][c] = Fraction(with_mine, total)
    left = mines * total - sum(used * count * math.comb(free, mines - used) for used, count in ways.items()
                               if 0 <= mines - used <= free) if free else 0
    for r, c in hidden - frontier:
        chance[r][c] = Fraction(left, total * free)
    return chance


def needs_no_guess(rows, cols, mines, first):
    """Whether digging what is certainly safe wins from the first dig on, by the chances above."""
    mines = {tuple(cell) for cell in mines}
    cells = [["."] * cols for _ in range(rows)]

    def dig(at):
        left = [at]
        while left:
            r, c = left.pop()
            if cells[r][c] != ".":
                continue
            near = [(a, b) for a in range(max(r - 1, 0), min(r + 2, rows)) for b in range(max(c - 1, 0), min(c + 2, cols))]
            cells[r][c] = str(sum(cell in mines for cell in near))
            if cells[r][c] == "0":
                left += near

    dig(tuple(first))
    while True:
        hidden = [(r, c) for r in range(rows) for c in range(cols) if cells[r][c] == "."]
        if len(hidden) == len(mines):
            return True
        chance = posterior(cells, len(mines))
        safe = [(r, c) for r, c in hidden if chance[r][c] == 0]
        if not safe:
            return False
        for cell in safe:
            dig(cell)


def product(a, b):
    made = collections.Counter()
    for x, count_x in a.items():
        for y, count_y in b.items():
            made[x + y] += count_x * count_y
    return made


def components(numbers):
    """Cells that numbers join, with these numbers."""
    left, found = list(numbers), []
    while left:
        near, of = set(left[0][0]), []
        while True:
            joined = [number for number in left if number[0] & near]
            if not joined:
                break
            left = [number for number in left if not number[0] & near]
            of += joined
            near = set().union(near, *(number[0] for number in joined))
        found.append((near, of))
    return found


def layouts(near, numbers):
    """How many layouts of a component have so many mines, and in how many of these each cell is one."""
    order, numbers_of = [], collections.defaultdict(list)
    for i, (cells, _) in enumerate(numbers):
        for cell in sorted(cells):
            numbers_of[cell].append(i)
    for cells, _ in sorted(numbers, key=lambda number: min(number[0])):
        order += [cell for cell in sorted(cells) if cell not in order]
    mines_left, cells_left = [count for _, count in numbers], [len(cells) for cells, _ in numbers]
    counts, by_cell, mines = collections.Counter(), {cell: collections.Counter() for cell in near}, []

    def place(at):
        if at == len(order):
            counts[len(mines)] += 1
            for cell in mines:
                by_cell[cell][len(mines)] += 1
            return
        cell = order[at]
        for is_mine in (0, 1):
            for i in numbers_of[cell]:
                mines_left[i] -= is_mine
                cells_left[i] -= 1
            if all(0 <= mines_left[i] <= cells_left[i] for i in numbers_of[cell]):
                if is_mine:
                    mines.append(cell)
                place(at + 1)
                if is_mine:
                    mines.pop()
            for i in numbers_of[cell]:
                mines_left[i] += is_mine
                cells_left[i] += 1

    place(0)
    return counts, by_cell
