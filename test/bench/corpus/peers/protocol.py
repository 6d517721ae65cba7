"""One job a line on standard input, one answer a line on standard output."""

import json
import os
import sys
import time


def serve(solve):
    """`solve` takes a job with its limit in seconds and its seed, and returns an answer or None."""
    output = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what engines print
    for line in sys.stdin:
        job = json.loads(line)
        before = time.process_time()
        reply = {"answer": None}
        try:
            reply["answer"] = solve(job)
        except Exception as error:
            reply["error"] = f"{type(error).__name__}: {error}"
        reply["seconds"] = time.process_time() - before
        print(json.dumps(reply), file=output, flush=True)
