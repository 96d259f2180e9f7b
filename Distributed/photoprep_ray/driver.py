"""Hands shards to Ray, then merges their stores as a tree."""

import json
import time

import fsspec
import ray

from . import listing, worker
from .worker import Unfit

# How often Ray repeats a task whose worker or machine was lost, or whose object store failed.
RETRIES = 5
# How many stores one task merges.
MERGED_TOGETHER = 16
# How many tasks wait for each processor, so that none is idle and the listing stays lazy.
WAITING = 2


class Driver:
    """One run. Started again, it goes on with what is in the store."""

    def __init__(self, job, workers, processors, shard_bytes, emit, note):
        self.job, self.workers, self.processors, self.shard_bytes = job, workers, processors, shard_bytes
        self.emit, self.note = emit, note
        self.summary = {"event": "summary", "prepared": 0, "unchanged": 0, "rejected": 0, "skipped": 0}
        self.shards = self.bytes = 0
        self.unfit = set()
        options = {"num_cpus": processors, "max_retries": RETRIES, "retry_exceptions": True, "scheduling_strategy": "SPREAD"}
        self.prepare = ray.remote(**options)(on_node(worker.prepare))
        self.merge = ray.remote(**options)(on_node(worker.merge))

    def run(self, merging=True):
        start = time.monotonic()
        names = [name for name, _ in self.map(self.prepare, self.listed(), self.took)]
        self.summary["seconds"] = round(time.monotonic() - start, 3)
        conflicts = self.merge_all(names) if merging and names else 0
        self.summary.update(
            interrupted=False, shards=self.shards, bytes=self.bytes, conflicts=conflicts,
            mergeSeconds=round(time.monotonic() - start - self.summary["seconds"], 3))
        self.emit(json.dumps(self.summary, sort_keys=True, separators=(",", ":")))
        return self.summary

    def listed(self):
        """The shards, as they are found; with their names, which are what tasks are told apart by."""
        fs, source = fsspec.core.url_to_fs(self.job.source)
        salt = listing.name_of([self.job.version, *self.job.options])

        def skip(path):
            self.summary["skipped"] += 1

        for shard in listing.cut(listing.find(fs, source, skip), self.shard_bytes, salt):
            self.bytes += sum(file.size for file in shard.files)
            self.shards += 1
            yield shard.name, shard

    def took(self, name, lines):
        """Passes a shard's events on, and adds up its summary."""
        for line in lines:
            event = json.loads(line)
            if event["event"] != "summary":
                self.emit(line)
                continue
            for key in ("prepared", "unchanged", "rejected"):
                self.summary[key] += event[key]
        done = self.summary["prepared"] + self.summary["unchanged"] + self.summary["rejected"]
        self.note(f"{name}: {done} photos done, {self.summary['rejected']} rejected")
        return name, None

    def merge_all(self, names):
        """Merges parts by groups, and what came of it, until one is left."""
        conflicts = 0
        # In the order of their names: the same photos give the same tree, whatever came first.
        names = sorted(names)
        while len(names) > 1:
            groups = [names[i : i + MERGED_TOGETHER] for i in range(0, len(names), MERGED_TOGETHER)]
            whole = [group[0] for group in groups if len(group) == 1]
            merged = list(self.map(self.merge, ((listing.name_of(group), group) for group in groups if len(group) > 1)))
            for _, (_, lines) in merged:
                conflicts += len(lines)
                for line in lines:
                    self.emit(line)
            names = sorted(whole + [name for _, (name, _) in merged])
            self.note(f"merged into {len(names)}")
        worker.finish(self.job, names[0])
        return conflicts

    def map(self, task, items, took=lambda name, result: (name, result)):
        """Runs a task on items, so many at a time, and yields results as they come."""
        running = {}
        items = iter(items)
        more = True
        while more or running:
            while more and len(running) < self.room():
                item = next(items, None)
                more = item is not None
                if more:
                    running[self.submit(task, item[1])] = item
            if not running:
                break
            for done in ray.wait(list(running), num_returns=1)[0]:
                name, argument = running.pop(done)
                result, fault = ray.get(done)
                if fault is None:
                    yield took(name, result)
                    continue
                self.avoid(*fault)
                running[self.submit(task, argument)] = name, argument

    def room(self):
        if self.workers:
            return self.workers
        return max(1, int(ray.cluster_resources().get("CPU", 1) / self.processors)) * WAITING

    def submit(self, task, argument):
        if self.unfit:
            others = f"!in({','.join(sorted(self.unfit))})"
            task = task.options(scheduling_strategy="DEFAULT", label_selector={"ray.io/node-id": others})
        return task.remote(self.job, argument)

    def avoid(self, node, why):
        """Gives a machine no more tasks; ends the run when none is left."""
        self.note(f"no more tasks for a machine: {why}")
        self.unfit.add(node)
        alive = {each["NodeID"] for each in ray.nodes() if each["Alive"] and each["Resources"].get("CPU")}
        if alive <= self.unfit:
            raise Unfit(why)


def on_node(function):
    """Lets a task say that its machine is not fit instead of failing there again and again."""

    def run(job, argument):
        try:
            return function(job, argument), None
        except Unfit as error:
            return None, (ray.get_runtime_context().get_node_id(), str(error))

    run.__name__ = function.__name__
    return run
