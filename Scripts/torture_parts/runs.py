"""Runs that are asked to stop, and runs that are killed at any moment."""
import json, random, signal, time


def temporary(bench, store):
    return len(bench.leftovers(store))


def signals(bench):
    photos = bench.good(100)
    for name, status in (("SIGINT", 130), ("SIGTERM", 143)):
        store = bench.folder(name) / "store"
        process, out = bench.start("prep", "--json", "--store", store, photos)
        wait_for_events(out, 1, process)
        start = time.monotonic()
        process.send_signal(getattr(signal, name))
        code = process.wait(60)
        seconds = time.monotonic() - start
        left = temporary(bench, store)
        holds = code == status and seconds <= 2 and left == 0 and bench.is_whole(store) and not bench.workers()
        bench.check(f"{name} in the middle", f"exit {code} after {seconds:.2f} s, {left} temporary files", holds)
    store = bench.folder("twice") / "store"
    process, out = bench.start("prep", "--json", "--store", store, photos)
    wait_for_events(out, 1, process)
    process.send_signal(signal.SIGINT)
    time.sleep(0.01)
    start = time.monotonic()
    process.send_signal(signal.SIGINT)
    code, seconds = process.wait(60), time.monotonic() - start
    bench.check("a second SIGINT", f"exit {code} after {seconds:.2f} s", code == 130 and seconds < 0.5)
    bench.prep(store, photos)
    holds = bench.is_whole(store) and temporary(bench, store) == 0
    bench.check("the run after that", "store whole, nothing temporary", holds)


def wait_for_events(out, count, process):
    """Waits until a run has reported a number of events or has ended."""
    while process.poll() is None and out.read_bytes().count(b"\n") < count:
        time.sleep(0.002)


def random_kills(bench):
    """Kills runs with two jobs and resumes each time; a complete store is started over."""
    generator, rounds = random.Random(bench.seed), 10 if bench.quick else 200
    photos = bench.good(100)
    reference = bench.folder("reference") / "store"
    whole = bench.prep(reference, photos)
    wanted = bench.content(reference)
    damaged, lost, different, complete, orphaned = 0, 0, 0, 0, 0
    number, reported = 0, set()
    store = bench.folder("0") / "store"
    for _ in range(rounds):
        process, out = bench.start("prep", "--json", "--store", store, photos, "--jobs", "2")
        time.sleep(generator.uniform(0.02, max(0.5, whole.seconds / 3)))
        ended = process.poll() is not None
        process.kill()
        process.wait()
        reported |= {event["record"] for event in map(parsed, out.read_text().splitlines()) if "record" in event}
        deadline = time.monotonic() + 1
        while bench.workers() and time.monotonic() < deadline:
            time.sleep(0.01)
        orphaned += len(bench.workers())
        if (store / ".photoprep/store.json").exists():
            damaged += not bench.is_whole(store)
        lost += sum(not (store / "Photos" / name).exists() for name in reported)
        if ended:
            complete += 1
            different += bench.content(store) != wanted or temporary(bench, store) > 0
            number, reported = number + 1, set()
            store = bench.folder(str(number)) / "store"
    run = bench.prep(store, photos)
    different += bench.content(store) != wanted or temporary(bench, store) > 0
    figure = f"{rounds} kills, seed {bench.seed}: {damaged} damaged, {lost} reported photos lost"
    bench.check("killed at random, two jobs", figure, damaged == 0 and lost == 0)
    bench.check("after resuming", f"{complete + 1} complete stores, {different} differ or keep something temporary",
                different == 0 and run.status == 0)
    bench.check("workers that outlive their owner by 1 s", orphaned, orphaned == 0)


def parsed(line):
    """One event; the last line of a killed run may be incomplete."""
    try:
        return json.loads(line)
    except ValueError:
        return {}
