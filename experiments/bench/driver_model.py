#!/usr/bin/env python3
"""A discrete-event model of the driver: how far do more threads help?

One server hands out chunks, takes results and folds them in order, as the first rank does (experiments/run/mpi); each
thread plays one chunk at a time and has its next one waiting. At most `in flight` chunks are between being handed out
and folded. The times of the server come from `sapper_bench --benchmark_filter='fold|pack|hand_over|bytes'`.

    driver_model.py --threads 16 1000 10000 100000 --game-us 10 10000
"""
import argparse
import heapq
import math
import random


def chunk_seconds(threads, args):
    return min(max(args.chunk_s, args.chunk_s * threads / args.threads_per_chunk_s), args.longest_chunk_s)


def simulate(threads, game_s, args, seed=1):
    rng = random.Random(seed)
    wanted = chunk_seconds(1 if args.records else threads, args)
    largest = max(1, min(round(wanted / game_s), args.largest_chunk))
    left = args.games or round(threads * max(args.run_s, args.rounds * wanted) / game_s)
    in_flight = threads * (args.per_thread or (16 if threads <= 64 else 8))
    free_at = [0.0] * threads  # when the thread has played all that it was given
    events = []  # (arrival of a result, thread, chunk, games)
    done = {}
    server = serving_s = busy_s = 0.0
    handed = folded = most_waiting = 0
    hungry = []  # threads that may be given a chunk

    def hand_out(thread):
        nonlocal server, serving_s, handed, busy_s, left
        games = min(largest, left // (2 * threads) + 1, left)
        left -= games
        server += args.hand_out_us * 1e-6
        serving_s += args.hand_out_us * 1e-6
        # Times of games vary; those of chunks less.
        sigma = math.sqrt(math.log1p(args.spread**2 / games))
        length = games * game_s * rng.lognormvariate(-sigma * sigma / 2, sigma)
        free_at[thread] = max(free_at[thread], server + args.latency_us * 1e-6) + length
        busy_s += length
        heapq.heappush(events, (free_at[thread] + args.latency_us * 1e-6, thread, handed, games))
        handed += 1

    for _ in range(args.ahead):
        for thread in range(threads):
            if left > 0 and handed - folded < in_flight:
                hand_out(thread)
    while events:
        time, thread, chunk, games = heapq.heappop(events)
        work = (args.message_us + args.fold_us) * 1e-6
        if args.records:
            work += games * args.record_bytes / args.record_bytes_per_s
        server = max(server, time) + work
        serving_s += work
        done[chunk] = games
        while folded in done:
            del done[folded]
            folded += 1
        most_waiting = max(most_waiting, len(done))
        hungry.append(thread)
        while hungry and left > 0 and handed - folded < in_flight:
            hand_out(hungry.pop())
    return {
        "chunks": handed,
        "chunk_s": largest * game_s,
        "wall_s": server,
        "efficiency": busy_s / (threads * server),
        "server": serving_s / server,
        "waiting_mb": most_waiting * (args.tally_bytes + args.records * largest * args.record_bytes) / 1e6,
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--threads", type=int, nargs="+", default=[16, 100, 1000, 10_000, 100_000])
    parser.add_argument("--game-us", type=float, nargs="+", default=[10, 10_000])
    parser.add_argument("--records", action="store_true", help="the first rank writes every game's record")
    parser.add_argument("--run-s", type=float, default=10, help="length of the run, if every thread were busy")
    parser.add_argument("--games", type=int, help="of the run, instead of its length")
    parser.add_argument("--rounds", type=int, default=30, help="its least length in chunks of a thread")
    parser.add_argument("--spread", type=float, default=1.5, help="standard deviation of a game's time over its mean")
    parser.add_argument("--chunk-s", type=float, default=0.02)
    parser.add_argument("--threads-per-chunk-s", type=float, default=16, help="threads from which on chunks grow")
    parser.add_argument("--longest-chunk-s", type=float, default=5)
    parser.add_argument("--largest-chunk", type=int, default=1 << 20, help="games")
    parser.add_argument("--per-thread", type=int, help="chunks in flight for each thread (default: 16 up to 64 threads, then 8)")
    parser.add_argument("--ahead", type=int, default=2, help="chunks that a thread has at once")
    parser.add_argument("--hand-out-us", type=float, default=2)
    parser.add_argument("--message-us", type=float, default=8, help="to receive and unpack a result")
    parser.add_argument("--fold-us", type=float, default=1)
    parser.add_argument("--latency-us", type=float, default=50, help="of a message between ranks")
    parser.add_argument("--tally-bytes", type=float, default=1500)
    parser.add_argument("--record-bytes", type=float, default=310, help="of one game")
    parser.add_argument("--record-bytes-per-s", type=float, default=5e8)
    args = parser.parse_args()
    print("threads  game_us  chunks  chunk_s  wall_s  efficiency  server busy  waiting MB")
    for game_us in args.game_us:
        for threads in args.threads:
            r = simulate(threads, game_us * 1e-6, args)
            print(f"{threads:7d}  {game_us:7g}  {r['chunks']:6d}  {r['chunk_s']:7.3f}  {r['wall_s']:6.1f}  {r['efficiency']:10.3f}  {r['server']:11.3f}  {r['waiting_mb']:10.1f}")


if __name__ == "__main__":
    main()
