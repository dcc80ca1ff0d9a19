"""The work of .ci/ordinary: python3 ordinary.py DIR SECONDS."""
import collections
import json
import os
import random
import selectors
import shutil
import subprocess
import sys
import time
import urllib.error
import urllib.request

DIR, SECONDS = sys.argv[1], float(sys.argv[2])
SEED = int(os.environ.get("SEED", time.time()))
SILENT, LONG = 2.0, 12.0  # beyond what the machine takes to start a program just then
rnd = random.Random(SEED)
home, disk = DIR + "/home", DIR + "/disk"
os.makedirs(home)
os.makedirs(disk)
ENV = {"HOME": home, "PATH": os.environ["PATH"], "TERM": "dumb", "LANG": "C.UTF-8"}
BIN = DIR + "/aloft"

served = subprocess.Popen([BIN, "serve"], env=ENV, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
said = json.loads(served.stdout.readline())


def outside(path, body=None):
    """Another client of the same drive; what is not possible just then is left."""
    r = urllib.request.Request(said["drive"] + "/1/clouddrive/" + path, data=None if body is None else json.dumps(body).encode(),
                               headers={"Cookie": said["cookie"], "Content-Type": "application/json"})
    try:
        return json.load(urllib.request.urlopen(r, timeout=20)).get("data") or {}
    except (urllib.error.URLError, TimeoutError):
        return {}


def entries(fid="0"):
    return outside(f"file/sort?pr=ucpro&fr=pc&pdir_fid={fid}&_page=1&_size=500&_fetch_total=1").get("list", [])


times, figures, slow = collections.defaultdict(list), collections.Counter(), []


def start_time():
    start = time.monotonic()
    subprocess.run([BIN, "jobs"], env=ENV, stdin=subprocess.DEVNULL, capture_output=True)
    return time.monotonic() - start


def aloft(*args):
    """Runs a command; notes how long it took, and how long it said nothing."""
    start = last = time.monotonic()
    p = subprocess.Popen([BIN, *args], env=ENV, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    s, out, silent = selectors.DefaultSelector(), b"", 0.0
    for f in (p.stdout, p.stderr):
        s.register(f, selectors.EVENT_READ)
    while s.get_map():
        for k, _ in s.select():
            b = os.read(k.fd, 1 << 16)
            now = time.monotonic()
            silent, last = max(silent, now - last) if not out else silent, now
            out += b
            if not b:
                s.unregister(k.fileobj)
    code, took = p.wait(), time.monotonic() - start
    times[args[0]].append(took)
    figures[f"code {code}"] += 1
    if (took > LONG or silent > SILENT) and (took > LONG + 2 * (base := start_time()) or silent > SILENT + 2 * base):
        slow.append(f"{took:.1f} s, {silent:.1f} s without a word: {' '.join(args)}: {out.decode(errors='replace')[-300:]}")
        print(slow[-1], flush=True)
    return out.decode(errors="replace")


n = 0


def new():
    global n
    n += 1
    return f"n{n}"


def names(at):
    return [l.rstrip("/") for l in aloft("ls", at).splitlines() if l and not l.startswith("aloft:")]


tops = ["drive:/A", "drive:/B", "drive:/A/C"]
docs = ["docs:/X", "docs:/Y"]
aloft("mkdir", "-p", *tops)
aloft("mkdir", *docs)


def some(at, few=3):
    all = [x for x in names(at) if x not in ("C",)]
    return [f"{at}/{x}" for x in rnd.sample(all, min(len(all), rnd.randint(1, few)))]


def make():
    at = rnd.choice(tops)
    aloft("mkdir", "-p", *[f"{at}/{new()}" for _ in range(rnd.randint(1, 5))], f"{at}/{new()}/deep/er")


def move():
    a, b = rnd.sample(tops, 2)
    if all := some(a, 40):
        aloft("mv", "-t", b, *all)


def again():
    """Moves a folder away, and makes one of its name that gets something."""
    at = rnd.choice(tops)
    for x in some(at, 1):
        aloft("mv", x, rnd.choice([t for t in tops if t != at]))
        aloft("mkdir", x)
        aloft("mkdir", x + "/" + new())


def swap():
    at = rnd.choice(tops)
    if len(two := some(at, 2)) == 2:
        a, b = (x.rsplit("/", 1)[1] for x in two)
        tmp = at + "/" + new()
        for x, y in ((two[0], tmp), (two[1], a), (tmp, b)):
            aloft("rename", x, y.rsplit("/", 1)[-1])
        aloft("mkdir", two[0] + "/" + new())


def remove():
    if all := some(rnd.choice(tops), 5):
        aloft("rm", "--yes", *all)
        if rnd.random() < .4:
            aloft("undo", "--yes")


def down():
    aloft("cp", "drive:/Read me first.txt", disk)
    if rnd.random() < .7:
        shutil.rmtree(disk)
        os.makedirs(disk)
    aloft("cp", rnd.choice(["drive:/Recipes", "drive:/Read me first.txt"]), disk)


def up():
    f = disk + "/" + new() + ".txt"
    with open(f, "w") as w:
        w.write("x" * rnd.randint(1, 100000))
    aloft("cp", f, rnd.choice(tops))


def export():
    aloft("export", "docs:/Welcome to Documents", "-o", disk)
    for x in os.listdir(disk):
        if x.endswith(".docx") and rnd.random() < .7:
            os.remove(disk + "/" + x)


def bring():
    f = disk + "/" + new() + ".md"
    with open(f, "w") as w:
        w.write("# A title\n\nSome text.\n")
    aloft("import", f, rnd.choice(docs))


def document():
    a, b = rnd.sample(docs, 2)
    if all := some(a, 2):
        aloft(*rnd.choice([("mv", "-t", b, *all), ("rm", "--yes", *all)]))


def sync():
    aloft("sync", disk, rnd.choice(tops) + "/" + new())
    aloft("sync", "--delete", "--yes", disk, rnd.choice(tops) + "/" + rnd.choice(["s1", "s2"]))


def foreign():
    """Somebody else renames, moves, deletes and makes."""
    top = {e["file_name"]: e["fid"] for e in entries()}
    if "A" not in top or "B" not in top:
        return
    for e in rnd.sample(all := entries(top["A"]), min(3, len(all))):
        if e["file_name"] == "C":
            continue
        what = rnd.random()
        if what < .4:
            outside("file/move?pr=ucpro&fr=pc", {"action_type": 1, "to_pdir_fid": top["B"], "filelist": [e["fid"]], "exclude_fids": []})
        elif what < .7:
            outside("file/rename?pr=ucpro&fr=pc", {"fid": e["fid"], "file_name": new()})
        else:
            outside("file/delete?pr=ucpro&fr=pc", {"action_type": 2, "filelist": [e["fid"]], "exclude_fids": []})
        figures["outside"] += 1
    outside("file?pr=ucpro&fr=pc", {"pdir_fid": top["B"], "file_name": new(), "dir_path": "", "dir_init_lock": False})


def both():
    """Somebody else changes things while a command is at work."""
    a, b = rnd.sample(tops, 2)
    all = some(a, 40)
    if not all:
        return
    p = subprocess.Popen([BIN, "mv", "-t", b, *all], env=ENV, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    foreign()
    start = time.monotonic()
    p.wait()
    if (took := time.monotonic() - start) > LONG:
        slow.append(f"{took:.1f} s beside changes from outside: mv")
        print(slow[-1], flush=True)


deeds = [make, move, move, again, swap, remove, down, up, export, bring, document, sync, foreign, foreign, both]
end = time.monotonic() + SECONDS
try:
    while time.monotonic() < end:
        rnd.choice(deeds)()
finally:
    served.terminate()
    served.wait()
every = sorted(t for ts in times.values() for t in ts)
print(f"seed {SEED}: {len(every)} commands, {figures['outside']} changes from outside, {dict(figures)}")
print(f"median {every[len(every) // 2]:.2f} s, 99 % {every[len(every) * 99 // 100]:.2f} s, longest {every[-1]:.2f} s; of each: " +
      ", ".join(f"{k} {max(v):.1f}" for k, v in sorted(times.items())))
print(f"{len(slow)} too long or too silent")
sys.exit(1 if slow else 0)
