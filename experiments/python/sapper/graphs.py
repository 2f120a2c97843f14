"""Boards as graphs (sapper-graph/1), for `sapper analyze`: random regular graphs, Penrose tilings, heptagons.

    >>> import json, sapper.graphs
    >>> with open("penrose.json", "w") as file:
    ...     json.dump(sapper.graphs.penrose(4), file)

Each function returns a dict with `schema`, `sees` (for each cell, ascending, the cells whose mines it counts) and `places`
([x, y] of each cell). The same arguments give the same graph.
"""
import cmath
import math
import random

from ._arguments import whole_number
from ._random_regular import neighbors_at_random

_MOST_DEGREE = 127  # that the program reads


def random_regular(cells, degree, *, seed=0):
    """A random graph in which every cell sees `degree` others and is seen by them, drawn on a circle.

    By random pairs of free ends that make no loop and no double edge (Steger and Wormald, Generating random regular graphs
    quickly, 1999): uniform for many cells, nearly so for few.
    """
    degree = whole_number("degree", degree, 0, _MOST_DEGREE)
    cells = whole_number("cells", cells, degree + 1, 10**6)
    if cells * degree % 2:
        raise ValueError(f"cells is {cells}; expected an even number, as the degree is odd")
    chance = random.Random(whole_number("seed", seed, 0, 2**64 - 1))
    sees = neighbors_at_random(cells, degree, chance)
    if sees is None:
        raise ValueError(f"degree is {degree}; no such graph was found")
    places = [cmath.rect(cells / 4, 2 * math.pi * cell / cells) for cell in range(cells)]
    return _graph(sees, places)


def penrose(deflations):
    """A wheel of Penrose's rhombs (P3), which see those that share a corner with them: 4 deflations make 160 cells.

    From Robinson's triangles, each divided in two or three so many times; exact, as corners are sums of fifth roots of unity.
    """
    deflations = whole_number("deflations", deflations, 1, 9)
    triangles = []
    for i in range(10):
        b, c = _root(i), _root(i + 1)
        triangles.append((True, (0, 0, 0, 0), *((c, b) if i % 2 else (b, c))))
    for _ in range(deflations):
        triangles = [smaller for triangle in triangles for smaller in _divided(*triangle)]
    halves = {}  # by the two corners that the halves of a rhomb share
    for _, a, b, c in triangles:
        halves.setdefault(frozenset((b, c)), []).append(a)
    rhombs = [(*shared, *tips) for shared, tips in halves.items() if len(tips) == 2]
    at_corner = {}
    for cell, rhomb in enumerate(rhombs):
        for corner in rhomb:
            at_corner.setdefault(corner, []).append(cell)
    sees = [{other for corner in rhomb for other in at_corner[corner]} - {cell} for cell, rhomb in enumerate(rhombs)]
    scale = ((1 + math.sqrt(5)) / 2) ** deflations / 4
    return _graph(sees, [scale * sum(map(_value, rhomb)) for rhomb in rhombs])


_FIFTH = cmath.rect(1, 2 * math.pi / 5)


def _value(point):
    """The complex number of a sum of powers of the fifth root of unity, from 0 to 3."""
    return sum(factor * _FIFTH**power for power, factor in enumerate(point))


def _turned(point, times):
    """Times the fifth root of unity, so often: its fourth power is minus the sum of the others."""
    for _ in range(times):
        a, b, c, d = point
        point = (-d, a - d, b - d, c - d)
    return point


def _root(i):
    """The tenth root of unity, to the power of i."""
    if i % 2 == 0:
        return _turned((1, 0, 0, 0), i // 2 % 5)
    return _turned((-1, 0, 0, 0), (i + 5) // 2 % 5)


def _golden(a, b):
    """The point that divides the way from a to b in the golden ratio, nearer to b: 1 / phi is z + z^4, z^5 = 1."""
    way = tuple(y - x for x, y in zip(a, b))
    return tuple(sum(parts) for parts in zip(a, _turned(way, 1), _turned(way, 4)))


def _divided(is_acute, a, b, c):
    if is_acute:
        p = _golden(a, b)
        return [(True, c, p, b), (False, p, c, a)]
    q = _golden(b, a)
    r = _golden(b, c)
    return [(False, r, c, a), (False, q, r, b), (True, r, q, a)]


def heptagons(rings):
    """A patch of the hyperbolic plane's tiling {7,3}: heptagons, three at each corner, in so many rings around one.

    Cells see the seven that share an edge, or a corner, with them, fewer in the last ring. Places are in Poincare's disc.
    """
    rings = whole_number("rings", rings, 0, 8)
    inner_radius = math.acosh(math.cos(math.pi / 3) / math.sin(math.pi / 7))
    step = math.tanh(inner_radius)  # half of the distance between centres is inner_radius
    centers, frames, cells_near, begin = [], [], {}, 0
    sees = []

    def found(center):
        x, y = round(center.real * 1e6), round(center.imag * 1e6)
        for key in ((x + i, y + j) for i in (-1, 0, 1) for j in (-1, 0, 1)):
            if key in cells_near:
                return cells_near[key]
        return None

    def add(frame):
        center = frame[1] / frame[3]
        cells_near[round(center.real * 1e6), round(center.imag * 1e6)] = len(centers)
        centers.append(center)
        frames.append(frame)

    def neighbors(frame):
        a, b, c, d = frame  # z -> (a z + b) / (c z + d)
        for side in range(7):
            turn = cmath.rect(1, 2 * math.pi * side / 7)
            # Rotated, moved by one cell, and facing back.
            p, q, r, s = a * turn, b, c * turn, d
            yield -(p + q * step), p * step + q, -(r + s * step), r * step + s

    add((1, 0, 0, 1))
    for _ in range(rings):
        end = len(frames)
        for frame in frames[begin:end]:
            for other in neighbors(frame):
                if found(other[1] / other[3]) is None:
                    add(other)
        begin = end
    for frame in frames:
        sees.append({cell for cell in (found(other[1] / other[3]) for other in neighbors(frame)) if cell is not None})
    return _graph(sees, [20 * center for center in centers])


def _graph(sees, places):
    return {
        "schema": "sapper-graph/1",
        "sees": [sorted(cells) for cells in sees],
        "places": [[round(place.real, 6), round(place.imag, 6)] for place in map(complex, places)],
    }
