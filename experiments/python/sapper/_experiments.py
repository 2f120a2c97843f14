"""Arguments shared by the functions that play an experiment: a config, threads, progress."""
import collections.abc
import json
import os
import pathlib
import sys

from . import _sapper
from ._arguments import ArgumentTypeError, flag, json_value, text, whole_number
from .game import MOST_SEED

MOST_FIRST_GAME = 2**32 - 1
_MOST_GAMES = 10**12
_MOST_THREADS = 4096  # as of --threads


def config_of(config):
    """Its text, its name in messages, and the folder of the files that it names."""
    if isinstance(config, (str, os.PathLike)):
        path = pathlib.Path(config)
        return path.read_text(encoding="utf-8"), str(path), path.parent
    if isinstance(config, collections.abc.Mapping):
        return _config_text(config), "config", pathlib.Path()
    raise ArgumentTypeError(f"config is {config!r:.60}; expected a dict, or the name of a file")


def _config_text(config):
    try:
        return json.dumps(json_value("config", config))
    except RecursionError:
        raise ValueError("config is nested too deeply, or contains itself") from None


def run_settings(name, folder, threads, allow_commands, games, seed):
    return _sapper.RunSettings(
        file_name(name),
        file_name(folder),
        thread_count(threads),
        flag("allow_commands", allow_commands),
        None if games is None else whole_number("games", games, 1, _MOST_GAMES),
        None if seed is None else whole_number("seed", seed, 0, MOST_SEED),
    )


def thread_count(threads):
    """0: all cores."""
    return 0 if threads is None else whole_number("threads", threads, 1, _MOST_THREADS)


def records_wanted(games_out, games_where):
    if games_out is not None:
        if not isinstance(games_out, (str, os.PathLike)):
            raise ArgumentTypeError(f"games_out is {games_out!r:.60}; expected the name of a file")
        if os.path.exists(games_out):
            raise ValueError(f"games_out is {os.fspath(games_out)!r}, which is there already; expected a new file")
        games_out = file_name(games_out)
    return _sapper.WantedRecords(games_out, text("games_where", games_where))


def progress_of(progress, what="games"):
    """The function to call now and then, or None. what: the things that are counted."""
    if progress is not None and not isinstance(progress, bool) and not callable(progress):
        raise ArgumentTypeError(f"progress is {progress!r:.60}; expected a function, or True")
    if not isinstance(progress, bool):
        return progress

    def show(done, all_of_them):
        end = "\n" if done == all_of_them else ""
        print(f"\r{done:,} of {all_of_them:,} {what}", end=end, file=sys.stderr, flush=True)

    return show if progress else None


def file_name(path):
    """The name of a file as the operating system has it, which need not be UTF-8."""
    return os.fsencode(path)
