"""A real cluster, an object store, and photos to prepare."""

import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request

import pytest
from ray.cluster_utils import Cluster

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCENES = sorted((ROOT / "Fixtures" / "images" / "scenes").glob("*.jpg"))
PROGRAM = os.environ.get("PHOTOPREP") or str(ROOT / ".build" / "release" / "photoprep")


def pytest_configure():
    if not shutil.which(PROGRAM):
        pytest.exit(f"{PROGRAM}: not there; build it with 'make build', or name another with PHOTOPREP=…", 1)
    os.environ.update(
        AWS_ACCESS_KEY_ID="test", AWS_SECRET_ACCESS_KEY="test", AWS_DEFAULT_REGION="us-east-1",
        RAY_DEDUP_LOGS="0", RAY_USAGE_STATS_ENABLED="0")


@pytest.fixture
def cluster():
    """A head without processors and two workers of one each, all processes of their own."""
    made = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, "include_dashboard": False})
    made.workers = [made.add_node(num_cpus=1), made.add_node(num_cpus=1)]
    yield made
    made.shutdown()


def make_photos(folder, count):
    """Photos in two folders: the scenes, each with other bytes behind its end, so that it is another photo."""
    for number in range(count):
        place = folder / ("2025" if number % 3 else "2026/June")
        place.mkdir(parents=True, exist_ok=True)
        (place / f"IMG_{number:04}.jpg").write_bytes(SCENES[number % len(SCENES)].read_bytes() + b"%d" % number)
    return folder


@pytest.fixture
def photos(tmp_path):
    """Two dozen photos, one of them under two names, one that is none, one with a sidecar, and a file beside."""
    folder = make_photos(tmp_path / "photos", 24)
    shutil.copy(folder / "2025" / "IMG_0001.jpg", folder / "2026" / "again.jpg")
    (folder / "2025" / "bad.jpg").write_text("This is no photo.")
    (folder / "2025" / "IMG_0002.focus.json").write_text('{"focus": [{"x": 0.1, "y": 0.2}]}')
    (folder / "2025" / "notes.txt").write_text("Nothing.")
    return folder


def one_machine(photos, store):
    """What one machine makes of the same photos."""
    names = sorted(str(path.relative_to(photos)) for path in photos.rglob("*.jpg"))
    done = subprocess.run(
        [PROGRAM, "prep", "--files-from", "-", "--store", store, "--json"], cwd=photos, input="\0".join(names),
        text=True, capture_output=True)
    assert done.returncode in (0, 2), done.stderr
    return contents(store)


def contents(store):
    """The bytes of a store's records, but for dates, and images."""
    found = {}
    for path in sorted((store / "Photos").iterdir()):
        record = json.loads(path.read_bytes())
        record["smartPhoto"].pop("preparedAt")
        found[path.name] = json.dumps(record, indent=2)
    for path in sorted((store / "WidgetWeaverImages").iterdir()):
        found[path.name] = path.read_bytes()
    return found


class Run:
    """One use of `photoprep-ray prep`, in a process of its own."""

    def __init__(self, cluster, source, store, *options, program=PROGRAM, mebibytes="1"):
        self.process = subprocess.Popen(
            [sys.executable, "-m", "photoprep_ray.command", "prep", str(source), "--store", str(store), "--program", program,
             "--address", cluster.address, "--shard-mebibytes", mebibytes, *options],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def end(self, status=2):
        output, self.errors = self.process.communicate(timeout=300)
        assert self.process.returncode == status, self.errors[-4000:]
        self.events = [json.loads(line) for line in output.splitlines()]
        return self

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.communicate()


def check_whole(run, photos, store, tmp_path, expected=None):
    """Nothing lost, nothing twice, the same bytes."""
    paths = sorted(event["path"] for event in run.events if "path" in event)
    assert paths == sorted(str(path.relative_to(photos)) for path in photos.rglob("*.jpg"))
    fetched = tmp_path / "fetched"
    subprocess.run([sys.executable, "-m", "photoprep_ray.command", "get", str(store), str(fetched)], check=True)
    expected = expected or one_machine(photos, tmp_path / "one")
    found = contents(fetched)
    assert found.keys() == expected.keys()
    assert found == expected
    check = subprocess.run([PROGRAM, "store", "check", "--read-data", "--store", fetched], capture_output=True, text=True)
    assert check.returncode == 0, check.stdout + check.stderr


def wait_for(condition, seconds=120):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = condition()
        if found:
            return found
        time.sleep(0.1)
    raise AssertionError("waited in vain")


def slow_program(folder):
    """photoprep, but preparing takes two seconds longer and leaves a note: the number of the task's process."""
    program = folder / "slow-photoprep"
    program.write_text(f"""#!/bin/sh
if [ "$1" = prep ]; then echo $PPID >> "{folder}/started"; sleep 2; fi
exec {PROGRAM} "$@"
""")
    program.chmod(0o755)
    return program, folder / "started"


@pytest.fixture
def moto(tmp_path):
    """An S3 server in a process of its own; its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    process = subprocess.Popen(
        [sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(port)],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    address = f"http://127.0.0.1:{port}"

    def answers():
        try:
            return urllib.request.urlopen(address + "/moto-api/", timeout=1).status == 200
        except OSError:
            return False

    try:
        wait_for(answers)
        yield address
    finally:
        process.kill()
        process.wait()
