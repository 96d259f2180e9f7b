"""Runs that the benchmarks measure."""
import os
import subprocess
import sys
import tempfile
import time


def run(command, until_first_line=False):
    """Runs a command, to its end or its first line; returns wall seconds, CPU seconds, peak memory in MB and its last line."""
    start = time.monotonic()
    with tempfile.TemporaryFile() as errors:
        child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True)
        last = ""
        for line in child.stdout:
            last = line.strip()
            if until_first_line:
                child.kill()
        _, status, usage = os.wait4(child.pid, 0)
        wall = time.monotonic() - start
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode and not until_first_line:
            errors.seek(0)
            sys.exit(f"{' '.join(command)}: exit {child.returncode}\n{errors.read().decode()}")
    # ru_maxrss is in kilobytes on Linux and in bytes on macOS.
    peak = usage.ru_maxrss / (1024 if sys.platform == "linux" else 1024 * 1024)
    return wall, usage.ru_utime + usage.ru_stime, peak, last
