"""`python -m tests.fuzz`: 100,000 records, deals and moves in process, then schemathesis over the running service.

INPUTS and EXAMPLES in the environment change how much; prints figures, and every failure. Exit code 0 without failures.
"""

import os
import sys
import time
from multiprocessing import get_context

from tests.fuzz import schema
from tests.fuzz.structure import Figures, run

INPUTS = int(os.environ.get("INPUTS", "100000"))
EXAMPLES = int(os.environ.get("EXAMPLES", "100"))
BATCH = 1000
MIB = 2**20
MOST_GROWTH = 64 * MIB


def structure() -> int:
    """Fuzzes records, deals and moves with all cores; how many failures."""
    began = time.perf_counter()
    found = Figures()
    with get_context("spawn").Pool() as pool:
        batches = ((first, min(BATCH, INPUTS - first)) for first in range(0, INPUTS, BATCH))
        for part in pool.starmap(run, batches, chunksize=1):
            found.add(part)
    for failure in found.failures:
        print(failure, file=sys.stderr)
    grown = found.rss_peak - found.rss_before
    print(f"{found.inputs} inputs in {time.perf_counter() - began:.0f} s, {len(found.failures)} failures")
    print(f"slowest {found.slowest:.2f} s; memory at most {found.rss_peak / MIB:.0f} MiB a process")
    for outcome, count in found.outcomes.most_common():
        print(f"  {count:7} {outcome}")
    return len(found.failures) + (grown > MOST_GROWTH)


def main() -> int:
    """Both; the exit code."""
    failures = structure()
    return 1 if schema.fuzz(EXAMPLES) or failures else 0


if __name__ == "__main__":
    sys.exit(main())
