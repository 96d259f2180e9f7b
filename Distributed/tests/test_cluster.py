import os
import signal
import subprocess

import pytest

from conftest import PROGRAM, Run, check_whole, make_photos, slow_program, wait_for


def parts(store):
    return [path for path in (store / "parts").glob("*.tar.gz")] if (store / "parts").exists() else []


def test_two_workers_make_what_one_machine_makes(cluster, photos, tmp_path):
    run = Run(cluster, photos, tmp_path / "store").end()
    summary = run.events[-1]
    assert summary["shards"] > 2
    # The photo with two names is prepared twice when its names are in two shards, and stored once.
    assert summary["prepared"] + summary["unchanged"] == 25
    assert summary["rejected"] == 1 and summary["skipped"] == 1 and summary["conflicts"] == 0
    [rejected] = [event for event in run.events if event["event"] == "rejected"]
    assert rejected["path"] == "2025/bad.jpg" and rejected["message"] and rejected["remedy"]
    check_whole(run, photos, tmp_path / "store", tmp_path)
    again = Run(cluster, photos, tmp_path / "store").end()
    assert again.events[-1]["prepared"] == 0 and again.events[-1]["unchanged"] == 25


def test_options_go_to_prep(cluster, tmp_path):
    photos = make_photos(tmp_path / "photos", 2)
    run = Run(cluster, photos, tmp_path / "store", "--", "--background", "#ff0000").end(0)
    assert run.events[-1]["prepared"] == 2
    one = tmp_path / "one"
    subprocess.run([PROGRAM, "prep", ".", "--store", one, "--background", "#ff0000", "--quiet"], cwd=photos, check=True)
    made = {event["record"] for event in run.events if "record" in event}
    assert made == {path.name for path in (one / "Photos").iterdir()}


def test_a_worker_that_is_killed_in_the_middle_loses_nothing(cluster, photos, tmp_path):
    program, started = slow_program(tmp_path)
    run = Run(cluster, photos, tmp_path / "store", program=str(program))
    victim = int(wait_for(lambda: started.exists() and started.read_text().split())[0])
    os.kill(victim, signal.SIGKILL)
    run.end()
    assert len(started.read_text().split()) > run.events[-1]["shards"]
    check_whole(run, photos, tmp_path / "store", tmp_path)


def test_a_lost_machine_loses_nothing(cluster, photos, tmp_path):
    program, started = slow_program(tmp_path)
    run = Run(cluster, photos, tmp_path / "store", program=str(program))
    wait_for(lambda: started.exists() and len(started.read_text().split()) >= 2)
    cluster.remove_node(cluster.workers.pop(), allow_graceful=False)
    run.end()
    check_whole(run, photos, tmp_path / "store", tmp_path)


def test_a_driver_that_is_killed_goes_on_when_started_again(cluster, photos, tmp_path):
    program, _ = slow_program(tmp_path)
    store = tmp_path / "store"
    run = Run(cluster, photos, store, program=str(program))
    wait_for(lambda: parts(store))
    run.kill()
    run = Run(cluster, photos, store, program=str(program)).end()
    assert run.events[-1]["unchanged"] > 0 and run.events[-1]["prepared"] > 0
    check_whole(run, photos, store, tmp_path)


@pytest.fixture
def small_disk(tmp_path):
    """A file system of one mebibyte, as only root can make it."""
    place = tmp_path / "small"
    place.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", place], capture_output=True).returncode:
        pytest.skip("a small file system can only be mounted by root")
    yield place
    subprocess.run(["umount", "--lazy", place], check=True)


def test_a_machine_with_a_full_disk_gets_no_more_tasks(cluster, photos, small_disk, tmp_path):
    cluster.remove_node(cluster.workers.pop())
    cluster.add_node(num_cpus=1, env_vars={"TMPDIR": str(small_disk)})
    run = Run(cluster, photos, tmp_path / "store").end()
    assert "no more tasks for a machine" in run.errors and str(small_disk) in run.errors
    assert run.events[-1]["rejected"] == 1
    check_whole(run, photos, tmp_path / "store", tmp_path)


def test_no_machine_left_ends_the_run_and_says_so(cluster, photos, tmp_path):
    other = tmp_path / "other-photoprep"
    # Each call another version, so that no machine has the driver's.
    other.write_text(f'#!/bin/sh\n[ "$1" = --version ] && date +%N\nexec {PROGRAM} "$@"\n')
    other.chmod(0o755)
    run = Run(cluster, photos, tmp_path / "store", program=str(other)).end(1)
    assert "differs from the driver's" in run.errors and "Start the same command again" in run.errors
