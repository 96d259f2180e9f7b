"""File systems that are full, and file systems whose power is cut."""
import ctypes, fcntl, os, random, shutil, struct, subprocess, time
from .harness import Skip
from .runs import parsed, wait_for_events

# linux/ext4: _IOR('X', 125, __u32); 2 discards the journal, 1 writes it first.
EXT4_IOC_SHUTDOWN = 0x8004587D


def command(*words):
    return subprocess.run(words, capture_output=True, text=True)


CLONE_NEWNS = 0x20000


def keep_mounts_to_ourselves():
    """Gives this process its own mount table; a copy in another one would keep a file system alive after its umount."""
    if ctypes.CDLL(None, use_errno=True).unshare(CLONE_NEWNS):
        raise Skip("mounting is not possible here: " + os.strerror(ctypes.get_errno()))
    command("mount", "--make-rprivate", "/")


def mounted(bench, name, *words):
    """Mounts a file system, or reports why that is not possible here."""
    folder = bench.folder(name)
    done = command("mount", *words, str(folder))
    if done.returncode:
        raise Skip("mounting is not possible here: " + done.stderr.strip())
    return folder


def full(bench):
    keep_mounts_to_ourselves()
    photos = bench.good(100)
    disk = mounted(bench, "disk", "-t", "tmpfs", "-o", "size=6m", "tmpfs")
    try:
        store = disk / "store"
        run = bench.prep(store, photos)
        holds = run.status == 1 and "no space is left" in run.err and len(run.err.splitlines()) == 1
        bench.check("a full disk", f"exit {run.status}, {len(run.err.splitlines())} message: {run.err.strip()[-90:]}", holds)
        fill(disk / "filler")
        bench.check("check on the full disk", f"{len(bench.leftovers(store))} temporary files", bench.is_whole(store))
        before = len(list((store / "Photos").iterdir()))
        reported = len(run.of("prepared"))
        bench.check("what was reported is there", f"{reported} reported, {before} there", before >= reported)
        (disk / "filler").unlink()
        command("mount", "-o", "remount,size=200m", str(disk))
        run = bench.prep(store, photos)
        total = len(run.of("prepared")) + len(run.of("unchanged"))
        bench.check("with space again", f"{total} of 100", run.status == 0 and total == 100 and bench.is_whole(store))
    finally:
        command("umount", str(disk))


def fill(path):
    try:
        with open(path, "ab", buffering=0) as file:
            while file.write(b"\0" * 4096):
                pass
    except OSError:
        pass


def power(bench):
    if not shutil.which("mkfs.ext4"):
        raise Skip("needs mkfs.ext4")
    keep_mounts_to_ourselves()
    photos, generator = bench.good(40), random.Random(bench.seed)
    for flag, what in ((2, "journal lost"), (1, "journal kept")):
        cuts, damaged, lost = 3 if bench.quick else 30, 0, 0
        for number in range(cuts):
            one = cut(bench, photos, flag, generator, f"{flag}-{number}")
            damaged, lost = damaged + one[0], lost + one[1]
        figure = f"{cuts} cuts, seed {bench.seed}: {damaged} damaged, {lost} reported photos lost"
        bench.check(f"power cut, {what}", figure, damaged == lost == 0)


def cut(bench, photos, flag, generator, name):
    """Cuts the power of one run; returns whether the store is damaged and how many photos are lost."""
    image = bench.work / "disk.img"
    with open(image, "wb") as file:
        file.truncate(96 << 20)
    command("mkfs.ext4", "-q", "-F", str(image))
    disk = mounted(bench, name, "-o", "loop,noauto_da_alloc", str(image))
    try:
        process, out = bench.start("prep", "--json", "--store", disk / "store", photos)
        wait_for_events(out, generator.randint(0, 30), process)
        time.sleep(generator.uniform(0, 0.1))
        reported = [event["record"] for event in map(parsed, out.read_text().splitlines()) if "record" in event]
        descriptor = os.open(disk, os.O_RDONLY)
        fcntl.ioctl(descriptor, EXT4_IOC_SHUTDOWN, struct.pack("I", flag))
        os.close(descriptor)
        process.kill()
        process.wait()
        command("umount", str(disk))
        done = command("mount", "-o", "loop", str(image), str(disk))
        if done.returncode:
            return 1, len(reported)
        store = disk / "store"
        lost = sum(not (store / "Photos" / record).exists() for record in reported)
        damaged = (store / ".photoprep/store.json").exists() and not bench.is_whole(store)
        again = bench.prep(store, photos)
        return int(damaged or again.status != 0 or bool(bench.leftovers(store))), lost
    finally:
        command("umount", str(disk))
        image.unlink(missing_ok=True)
