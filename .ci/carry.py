"""The work of .ci/carry: python3 carry.py DIR [FILES [BYTES [LARGEST]]] | DIR ratios [ROUNDS [BYTES [FILES]]]."""
import collections
import hashlib
import json
import os
import random
import resource
import shutil
import subprocess
import sys
import time
import urllib.request

DIR, ARGS = sys.argv[1], sys.argv[2:]
BIN, HOME = DIR + "/aloft", DIR + "/home"
ENV = {"HOME": HOME, "PATH": os.environ["PATH"], "TERM": "xterm-256color", "LANG": "C.UTF-8"}
SEED = int(os.environ.get("SEED", time.time()))
KILL = tuple(float(s) for s in os.environ.get("KILL", "4-9").split("-"))  # seconds that a process lives
LIMIT = 100 << 20  # of memory, each process
rnd = random.Random(SEED)
count = collections.Counter()


def size_of(s):
    return int(float(s[:-1]) * (1 << {"K": 10, "M": 20, "G": 30}[s[-1]])) if s[-1] in "KMG" else int(s)


def fill(name, size, sparse=False):
    """Random bytes; a sparse file has holes between them."""
    os.makedirs(os.path.dirname(name), exist_ok=True)
    with open(name, "wb") as f:
        at = 0
        while at < size:
            if sparse and rnd.random() < 0.5:
                at += rnd.randrange(1 << 22)
                continue
            n = min(size - at, 1 << 20)
            f.seek(at)
            f.write(rnd.randbytes(n))
            at += n
        f.truncate(size)


def make(root, files, total, largest):
    """One large file, a hundredth of the rest of some megabytes each, and small ones."""
    fill(f"{root}/large.bin", largest, sparse=True)
    medium = max(1, files // 100)
    small = files - 1 - medium
    left = max(0, total - largest - small * 10_000)
    for i in range(medium):
        fill(f"{root}/medium/m{i:05}.bin", left // medium + rnd.randrange(1000))
    for i in range(small):
        fill(f"{root}/small {i % 40:02}/文件 {i:05}.txt", rnd.choice([0, 1, rnd.randrange(20_000), rnd.randrange(20_000)]))


def tree(root):
    """The digest and the size of each file, the hidden ones too."""
    out = {}
    for at, _, names in os.walk(root):
        for n in names:
            with open(os.path.join(at, n), "rb") as f:
                d = hashlib.file_digest(f, "sha256").hexdigest()
                out[os.path.relpath(os.path.join(at, n), root)] = (d, os.fstat(f.fileno()).st_size)
    return out


def aloft(*args):
    return subprocess.run([BIN, *args], env=ENV, stdin=subprocess.DEVNULL, capture_output=True, text=True)


def memory(pid):
    try:
        with open(f"/proc/{pid}/status") as f:
            for l in f:
                if l.startswith("VmHWM:"):
                    return int(l.split()[1]) << 10
    except (OSError, ProcessLookupError):
        pass
    return 0


def jobs():
    return json.loads(aloft("jobs", "--json").stdout)


def carry(src, dst):
    """One copy, by as many processes as it takes."""
    count.clear()
    peaks, begin, args = [], time.time(), ["cp", "-y", "--no-audit", src, dst]
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    while True:
        started = any(j["state"] not in ("done", "failed", "cancelled") for j in jobs()) if count["processes"] else False
        p = subprocess.Popen([BIN, *(["jobs", "resume", "--all"] if started else args)], env=ENV, stdin=subprocess.DEVNULL,
                             stdout=subprocess.DEVNULL, stderr=open(DIR + "/said", "wb"))
        count["processes"] += 1
        # The plan of thousands of files takes some seconds and is not kept: the first lives longer.
        end, peak = time.time() + rnd.uniform(*KILL) * (1 if started else 8), 0
        while p.poll() is None and time.time() < end:
            peak = max(peak, memory(p.pid))
            time.sleep(0.05)
        if killed := p.poll() is None:
            p.kill()
            count["kill -9"] += 1
        p.wait()
        peaks.append(peak)
        if not killed:
            left = [j for j in jobs() if j["state"] not in ("done", "failed", "cancelled")]
            if p.returncode != 0:
                print("exit", p.returncode, open(DIR + "/said").read()[-500:], flush=True)
            if not left:
                break
            if count["strange"] > 20:
                sys.exit(f"does not end: {left}")
            count["strange"] += p.returncode != 0
    now = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = now.ru_utime + now.ru_stime - spent.ru_utime - spent.ru_stime
    last = jobs()[-1] if jobs()[-1]["id"] > jobs()[0]["id"] else jobs()[0]
    print(f"{src.split(':')[0]} to {dst.split(':')[0]}: {time.time() - begin:.0f} s, {cpu:.0f} s of processor, {dict(count)}, "
          f"memory at most {max(peaks) / 1e6:.0f} MB, each {' '.join(str(round(x / 1e6)) for x in peaks)}; "
          f"{last['done']} done, {last['failed']} failed", flush=True)
    return max(peaks)


def trial(files="10000", total="5G", largest="3G"):
    src, out, bad = DIR + "/src", DIR + "/out", []
    os.makedirs(HOME)
    os.makedirs(out)
    make(src, int(files), size_of(total), size_of(largest))
    want = tree(src)
    print(f"seed {SEED}: {len(want)} files, {sum(s for _, s in want.values()) / 1e9:.2f} GB", flush=True)
    peak = carry(f"disk:{src}", "drive:/")
    shutil.rmtree(src)
    peak = max(peak, carry("drive:/src", f"disk:{out}"))
    got = tree(out + "/src")
    bad += [f"missing: {n}" for n in want.keys() - got.keys()] + [f"too many: {n}" for n in got.keys() - want.keys()]
    bad += [f"differs: {n}" for n in want.keys() & got.keys() if want[n] != got[n]]
    bad += [f"left behind: {os.path.join(at, n)}" for at, _, names in os.walk(HOME) for n in names if n.startswith("item-")]
    pieces = sum(os.path.getsize(os.path.join(at, n)) for at, _, names in os.walk(HOME) for n in names if "/blobs" in at or "/bytes" in at)
    whole = sum({d: s for d, s in want.values()}.values())
    print(f"the drive's store holds {pieces / 1e9:.3f} GB for {whole / 1e9:.3f} GB of different files", flush=True)
    if pieces > whole + (64 << 20):
        bad.append("orphan parts in the store")
    if peak > LIMIT:
        bad.append(f"memory: {peak / 1e6:.0f} MB")
    for b in bad[:40]:
        print("BAD", b)
    print("bad" if bad else "all bytes are equal", len(bad))
    sys.exit(1 if bad else 0)


def timed(*args):
    before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.time()
    r = subprocess.run(args, env=ENV, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if r.returncode != 0:
        sys.exit(f"{args}: {r.stderr[-500:]}")
    now = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.time() - begin, now.ru_utime + now.ru_stime - before.ru_utime - before.ru_stime


def ratios(rounds="3", total="1G", files="2000"):
    """Each in turn with the others, so that a busy machine is busy for all of them."""
    whole, files = size_of(total), int(files)
    os.makedirs(HOME)
    os.makedirs(DIR + "/dav")
    dav = subprocess.Popen(["rclone", "serve", "webdav", DIR + "/dav", "--addr", "127.0.0.1:18417"], env=ENV, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        while True:
            try:
                urllib.request.urlopen("http://127.0.0.1:18417/")
                break
            except OSError:
                time.sleep(0.1)
        remote = ":webdav,url='http://127.0.0.1:18417':"
        fill(DIR + "/one/file.bin", whole)
        for i in range(files):
            fill(f"{DIR}/many/f{i:04}.bin", 20_000)
        took = collections.defaultdict(list)
        for n in range(int(rounds)):
            for what in "one", "many":
                src = f"{DIR}/{what}"
                if what == "one":  # known content is not sent again
                    with open(src + "/file.bin", "r+b") as f:
                        for at in range(0, whole, 1 << 20):
                            f.seek(at)
                            f.write(rnd.randbytes(16))
                else:
                    for i in range(files):
                        with open(f"{src}/f{i:04}.bin", "r+b") as f:
                            f.write(rnd.randbytes(16))
                for name, args in (
                    ("cp", ("cp", "-r", src, f"{DIR}/cp")),
                    ("aloft up", (BIN, "cp", "-y", "--no-audit", f"disk:{src}", f"drive:/{what}{n}")),
                    ("rclone up", ("rclone", "copy", src, f"{remote}{what}{n}")),
                    ("aloft down", (BIN, "cp", "-y", "--no-audit", f"drive:/{what}{n}", f"disk:{DIR}/down")),
                    ("rclone down", ("rclone", "copy", f"{remote}{what}{n}", f"{DIR}/rdown")),
                ):
                    os.sync()
                    took[what, name].append(timed(*args))
                    print(n, what, name, *(f"{x:.1f}" for x in took[what, name][-1]), flush=True)
                for d in "cp", "down", "rdown", f"dav/{what}{n}":
                    shutil.rmtree(f"{DIR}/{d}")
        for (what, name), all_ in took.items():
            wall, cpu = (sorted(x)[len(all_) // 2] for x in zip(*all_))
            base = sorted(x for x, _ in took[what, "cp"])[len(all_) // 2]
            print(f"{what:5} {name:12} {wall:7.1f} s, {cpu:6.1f} s of processor, {wall / base:6.1f} times cp", flush=True)
    finally:
        dav.terminate()


if ARGS[:1] == ["ratios"]:
    ratios(*ARGS[1:])
else:
    trial(*ARGS)
