"""The command line: `photoprep-ray prep` and `photoprep-ray get`."""

import argparse
import os
import pathlib
import sys

import ray

import photoprep_ray

from . import worker
from .driver import Driver

MEBIBYTE = 1 << 20


def arguments():
    parser = argparse.ArgumentParser(prog="photoprep-ray", description="Runs photoprep on the machines of a Ray cluster.")
    commands = parser.add_subparsers(dest="command", required=True)
    prep = commands.add_parser(
        "prep", help="prepare all photos below a folder",
        epilog="What stands behind '--' goes to 'photoprep prep' as it is: -- --device 'iPhone SE 3'. "
        "Exit codes are photoprep's: 0 all done, 1 stopped, 2 some rejected or in conflict.")
    prep.add_argument("source", help="where the photos are: s3://bucket/photos, or any fsspec address or path")
    prep.add_argument("--store", required=True, help="where the store is: s3://bucket/store, or any fsspec address or path")
    prep.add_argument("--workers", default="auto", help="how many tasks at once; auto: all processors of the cluster")
    prep.add_argument(
        "--processors", type=float, default=1, help="of each task; 0.5 where transfers take as long as preparing (1)")
    prep.add_argument("--shard-mebibytes", type=int, default=512, help="about how many bytes of photos a task takes (512)")
    prep.add_argument("--program", default="photoprep", help="photoprep, as it is called on every machine")
    prep.add_argument("--address", help="the cluster; by default RAY_ADDRESS, else one on this machine")
    prep.add_argument("--scratch", help="a folder on each machine's local disk; by default the system's temporary one")
    prep.add_argument("--no-merge", action="store_true", help="leave the shards' catalogs as they are")
    get = commands.add_parser("get", help="make a plain store on this disk from a store in object storage")
    get.add_argument("store")
    get.add_argument("folder", type=pathlib.Path)
    get.add_argument("--photo", action="append", default=[], help="only this photo's images, by its name or how it begins; may be repeated")
    own, passed = split(sys.argv[1:])
    options = parser.parse_args(own)
    options.options = passed
    return options


def split(words):
    """Parts what is ours from what goes to photoprep."""
    end = words.index("--") if "--" in words else len(words)
    return words[:end], words[end + 1 :]


def own_output():
    """Standard output for events alone; what Ray prints there goes to standard error."""
    output = os.fdopen(os.dup(sys.stdout.fileno()), "w", buffering=1)
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return output


def prep(options):
    output = own_output()
    # This package travels with its tasks.
    ray.cloudpickle.register_pickle_by_value(photoprep_ray)
    ray.init(address=options.address, log_to_driver=False, logging_level="warning")
    version = ray.get(ray.remote(worker.version).remote(options.program))
    source, store = (text if "://" in text else str(pathlib.Path(text).absolute()) for text in (options.source, options.store))
    job = worker.Job(source, store, options.program, tuple(options.options), version, options.scratch)
    workers = None if options.workers == "auto" else int(options.workers)
    driver = Driver(
        job, workers, options.processors, options.shard_mebibytes * MEBIBYTE, emit=lambda line: print(line, file=output),
        note=lambda text: print(text, file=sys.stderr, flush=True))
    summary = driver.run(merging=not options.no_merge)
    return 2 if summary["rejected"] or summary["conflicts"] else 0


def main():
    options = arguments()
    try:
        if options.command == "get":
            print(f"{worker.fetch(options.store, options.folder, options.photo)} images came; the store: {options.folder}")
            sys.exit(0)
        sys.exit(prep(options))
    except (worker.Unfit, ray.exceptions.RayError, OSError, RuntimeError) as error:
        print(f"photoprep-ray: {error}\nStart the same command again: it goes on with what is there.", file=sys.stderr)
        sys.exit(1)


if __name__ == "__main__":
    main()
