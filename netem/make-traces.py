#!/usr/bin/env python3
"""Makes the traces in profiles/link/traces: ours, no measurement, the same on every run.

Format (mahimahi's): one whole number a line, milliseconds since the start; each line is one chance
to deliver 1504 bytes. The last line ends the round.

  lte-drive    the rate follows a slow random walk in its logarithm about a mean, with deep fades
  wifi-outages a steady rate in bursts of a few ms, and stalls of 50 to 400 ms every few seconds
"""
import math
import random
import sys
from pathlib import Path

CHANCE_BITS = 1504 * 8


def chances(rate_at, millis):
    """Lines of a trace whose rate in Mbit/s at each millisecond is rate_at(ms)."""
    lines, credit = [], 0.0
    for ms in range(1, millis + 1):
        credit += rate_at(ms) * 1000 / CHANCE_BITS
        while credit >= 1:
            lines.append(ms)
            credit -= 1
    if lines[-1] != millis:
        lines.append(millis)
    return lines


def lte_drive(seed, mean_mbit, millis=30_000):
    rnd = random.Random(seed)
    rates, level, fade = [], 0.0, 0
    for ms in range(millis + 1):
        if ms % 100 == 0:
            level = 0.95 * level + 0.22 * rnd.gauss(0, 1)
            if fade > 0:
                fade -= 1
            elif rnd.random() < 0.01:
                fade = rnd.randint(3, 12)
        rates.append(mean_mbit * math.exp(level) * (0.05 if fade else 1))
    return chances(lambda ms: rates[ms], millis)


def wifi_outages(seed, mbit=12, millis=20_000):
    rnd = random.Random(seed)
    on = [True] * (millis + 1)
    at = 0
    while True:
        at += rnd.randint(1_500, 5_000)
        length = rnd.randint(50, 400)
        if at + length > millis:
            break
        on[at : at + length] = [False] * length
        at += length
    # A turn on the medium every few ms, all that came up meanwhile at once.
    return chances(lambda ms: 4 * mbit if on[ms] and ms % 4 == 0 else 0, millis)


def main():
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "profiles/link/traces")
    traces = {
        "lte-drive-down": lte_drive(1, 6),
        "lte-drive-up": lte_drive(2, 2),
        "wifi-outages": wifi_outages(3),
    }
    for name, lines in traces.items():
        (folder / f"{name}.trace").write_text("".join(f"{ms}\n" for ms in lines))


if __name__ == "__main__":
    main()
