"""What the module accepts as arguments, and the errors that name those it does not accept."""
import collections.abc
import math
import numbers
import operator

import numpy

from . import _sapper


class ArgumentTypeError(TypeError, ValueError):
    """An argument of the wrong type: a ValueError, as for every wrong argument, and a TypeError."""


def whole_number(name, value, least=-math.inf, most=math.inf):
    """The number as an int: of Python, NumPy or any other integral type, but not a bool."""
    try:
        number = None if isinstance(value, (bool, numpy.bool_)) else operator.index(value)
    except TypeError:
        number = None
    if number is None:
        expected = "a whole number" if least == -math.inf else f"a whole number from {least} to {most}"
        raise ArgumentTypeError(f"{name} is {value!r:.60}; expected {expected}")
    if not least <= number <= most:
        raise ValueError(f"{name} is {number!r:.60}; expected a whole number from {least} to {most}")
    return number


def mine_count(mines, rows, cols, topology, first_click):
    """The mines of a board of that size, whose names are strings."""
    most = _sapper.max_mines(rows, cols, topology, first_click)
    number = whole_number("mines", mines)
    if not 0 <= number <= most:
        raise ValueError(f"mines is {number!r:.60}; the board holds at most {most} under this first-click rule")
    return number


def flag(name, value):
    if not isinstance(value, (bool, numpy.bool_)):
        raise ArgumentTypeError(f"{name} is {value!r:.60}; expected True or False")
    return bool(value)


def text(name, value):
    if not isinstance(value, str):
        raise ArgumentTypeError(f"{name} is {value!r:.60}; expected a string")
    return value.encode("utf-8", "replace").decode()


def keys(name, value, known):
    """The value as a dict that has only known keys; None is an empty one."""
    if value is None:
        return {}
    if not isinstance(value, collections.abc.Mapping):
        raise ArgumentTypeError(f"{name} is {value!r:.60}; expected a dict, or None")
    for key in value:
        if key not in known:
            expected = " or ".join(map(repr, known)) if known else "no key"
            raise ValueError(f"{name} has the key {key!r:.60}; expected {expected}")
    return dict(value)


def json_value(name, value, path=""):
    """The value with numbers and arrays of NumPy as those of Python, fit for json.dumps. Errors name the path."""

    def wrong(what, expected, error=ArgumentTypeError):
        return error(f"{name}: {path + ' ' if path else ''}is {what!r:.60}; expected {expected}")

    if value is None or isinstance(value, (str, bool)):
        return value
    if isinstance(value, numpy.bool_):
        return bool(value)
    if isinstance(value, numbers.Integral):
        return int(value)
    if isinstance(value, numbers.Real):
        number = float(value)
        if not numpy.isfinite(number):
            raise wrong(number, "a finite number", ValueError)
        return number
    if isinstance(value, collections.abc.Mapping):
        for key in value:
            if not isinstance(key, str):
                raise ArgumentTypeError(f"{name}: {path + ' ' if path else ''}has the key {key!r:.60}; expected strings")
        return {key: json_value(name, one, f"{path}.{key}" if path else key) for key, one in value.items()}
    if isinstance(value, numpy.ndarray):
        value = value.tolist()
        if not isinstance(value, list):
            return json_value(name, value, path)
    if isinstance(value, (list, tuple, range)):
        return [json_value(name, one, f"{path}[{i}]") for i, one in enumerate(value)]
    raise wrong(value, "a value of JSON: a dict, list, string, number, bool or None")


class NotCopied:
    """A base of what cannot be copied: copies would share its games."""

    def __reduce_ex__(self, protocol):
        raise TypeError(f"a {type(self).__name__} can be neither copied nor pickled; {self._instead_of_a_copy}")
