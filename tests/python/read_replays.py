"""What other readers say of replay files, as a line of JSON for each file: run by test_replay_readers.py in an environment
that has one of them.

read_replays.py ms_toollib|sweeping_view FILE...
"""
import json
import pathlib
import sys


def by_ms_toollib(file):
    import ms_toollib

    kinds = {
        ".avf": ms_toollib.AvfVideo,
        ".rmv": ms_toollib.RmvVideo,
        ".mvf": ms_toollib.MvfVideo,
        ".evf": ms_toollib.EvfVideo,
        ".evfs": ms_toollib.Evfs,
    }
    video = kinds[file.suffix](str(file))
    video.parse()
    video.analyse()
    if file.suffix == ".evfs":
        video = video[0].evf_video
    video.current_time = 1e9  # statistics are those up to this moment
    board = video.board
    said = {
        "rows": video.row,
        "cols": video.column,
        "mines": [[r, c] for r in range(video.row) for c in range(video.column) if board[r][c] == -1],
        "won": video.is_completed,
        "bv3": video.bbbv,
        "digs": video.lce + video.dce + (0 if video.is_completed else 1),  # the one that hits a mine is not counted
        "player": video.player_identifier,
        "clicks": [video.left, video.right, video.double],
        "useful": [video.lce, video.rce, video.dce],
    }
    if file.suffix not in (".rmv", ".mvf"):  # there it is the time of the last event
        said["time_s"] = video.rtime
    return said


def by_sweeping_view(file):
    from sweeping_view import avf, evf, rmv

    replay = {".avf": avf.AVFReplay, ".rmv": rmv.RMVReplay, ".evf": evf.EVFReplay}[file.suffix].from_file(str(file))
    first = 1 if file.suffix == ".avf" else 0
    said = {
        "rows": replay.rows,
        "cols": replay.cols,
        "mines": sorted([row - first, col - first] for row, col in replay.mines),
    }
    if hasattr(replay, "bbbv"):
        said["bv3"] = int(replay.bbbv)
    if file.suffix != ".avf":  # there it is the time of the last event
        said["time_s"] = replay.timeth / 1000
    return said


if __name__ == "__main__":
    read = {"ms_toollib": by_ms_toollib, "sweeping_view": by_sweeping_view}[sys.argv[1]]
    for name in sys.argv[2:]:
        print(json.dumps(read(pathlib.Path(name))))
