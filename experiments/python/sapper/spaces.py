"""The spaces of environments: Gymnasium's own where it is installed, else stand-ins with what agents ask of them."""
import numpy


def box(low, high, shape):
    """Arrays of int8 from low to high."""
    return _space("Box", low, high, shape, numpy.int8)


def discrete(n):
    """Whole numbers from 0 to n - 1."""
    return _space("Discrete", n)


def multi_discrete(n, count):
    """Arrays of `count` whole numbers from 0 to n - 1."""
    return _space("MultiDiscrete", numpy.full(count, n, dtype=numpy.int64))


def autoreset_mode(name):
    """Of "next_step", "same_step", "disabled": Gymnasium's own, or the value that it has there."""
    try:
        from gymnasium.vector import AutoresetMode
    except ImportError:
        return {"next_step": "NextStep", "same_step": "SameStep", "disabled": "Disabled"}[name]
    return getattr(AutoresetMode, name.upper())


def _space(name, *arguments):
    try:
        from gymnasium import spaces
    except ImportError:
        return globals()[name](*arguments)
    return getattr(spaces, name)(*arguments)


class _Space:
    """What the three have in common. Each has its own random numbers, as Gymnasium's have."""

    def __init__(self, shape, dtype):
        self.shape, self.dtype = tuple(shape), numpy.dtype(dtype)
        self._random = numpy.random.default_rng()

    def seed(self, seed=None):
        self._random = numpy.random.default_rng(seed)

    def __contains__(self, value):
        return self.contains(value)

    def __eq__(self, other):
        return type(self) is type(other) and repr(self) == repr(other)

    __hash__ = None

    def _is_array(self, value, kinds):
        return isinstance(value, numpy.ndarray) and value.shape == self.shape and value.dtype.kind in kinds


class Box(_Space):
    def __init__(self, low, high, shape, dtype):
        super().__init__(shape, dtype)
        self.low = numpy.full(shape, low, dtype=dtype)
        self.high = numpy.full(shape, high, dtype=dtype)
        self._bounds = low, high

    def sample(self):
        low, high = self._bounds
        return self._random.integers(low, high, size=self.shape, dtype=self.dtype, endpoint=True)

    def contains(self, value):
        low, high = self._bounds
        return self._is_array(value, "iu") and bool(((value >= low) & (value <= high)).all())

    def __repr__(self):
        return f"Box({self._bounds[0]}, {self._bounds[1]}, {self.shape}, {self.dtype})"


class Discrete(_Space):
    start = 0

    def __init__(self, n):
        super().__init__((), numpy.int64)
        self.n = numpy.int64(n)

    def sample(self, mask=None):
        """Of the numbers where the mask is not 0; 0 where it is 0 everywhere, as Gymnasium does."""
        return _chosen(self._random, int(self.n), mask)

    def contains(self, value):
        if isinstance(value, numpy.ndarray):
            return value.shape == () and value.dtype.kind in "iu" and 0 <= value < self.n
        return isinstance(value, (int, numpy.integer)) and not isinstance(value, bool) and bool(0 <= value < self.n)

    def __repr__(self):
        return f"Discrete({self.n})"


class MultiDiscrete(_Space):
    def __init__(self, nvec):
        super().__init__(nvec.shape, numpy.int64)
        self.nvec = nvec

    def __eq__(self, other):
        return type(self) is type(other) and numpy.array_equal(self.nvec, other.nvec)

    __hash__ = None

    def sample(self, mask=None):
        """mask: one for each number."""
        if mask is None:
            return self._random.integers(self.nvec)
        return numpy.array([_chosen(self._random, int(n), one) for n, one in zip(self.nvec, mask)], dtype=self.dtype)

    def contains(self, value):
        return self._is_array(value, "iu") and bool(((value >= 0) & (value < self.nvec)).all())

    def __repr__(self):
        return f"MultiDiscrete({self.nvec})"


def _chosen(random, n, mask):
    if mask is None:
        return random.integers(n)
    allowed = numpy.flatnonzero(mask)
    return random.choice(allowed) if len(allowed) else numpy.int64(0)
