"""Random regular graphs, by the standard library alone: the studies draw theirs without the module."""

_ATTEMPTS = 1000


def neighbors_at_random(cells, degree, chance):
    """For each cell the set of `degree` others that it sees and is seen by, drawn by `chance`, a random.Random; or None.

    By random pairs of free ends that make no loop and no double edge (Steger and Wormald, Generating random regular graphs
    quickly, 1999): uniform for many cells, nearly so for few.
    """
    for _ in range(_ATTEMPTS):
        sees = _paired_at_random(cells, degree, chance)
        if sees is not None:
            return sees
    return None


def _paired_at_random(cells, degree, chance):
    """The sets of neighbours, or None where the ends that are left cannot be paired."""
    sees = [set() for _ in range(cells)]
    ends = [cell for cell in range(cells) for _ in range(degree)]
    draw = chance.random
    while ends:
        count = len(ends)
        for _ in range(100 + count**2):
            first, second = int(draw() * count), int(draw() * count)
            a, b = ends[first], ends[second]
            if a != b and b not in sees[a]:
                break
        else:
            return None
        sees[a].add(b)
        sees[b].add(a)
        for end in (first, second) if first > second else (second, first):
            ends[end] = ends[-1]
            ends.pop()
    return sees
