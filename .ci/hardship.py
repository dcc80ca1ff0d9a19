"""The work and the trouble of .ci/hardship: python3 hardship.py DIR SECONDS."""
import collections
import fcntl
import json
import os
import pty
import random
import signal
import struct
import subprocess
import sys
import termios
import threading
import time
import urllib.error
import urllib.request

DIR, SECONDS = sys.argv[1], float(sys.argv[2])
HOME, BIN = DIR + "/home", DIR + "/aloft"
ENV = {"HOME": HOME, "PATH": os.environ["PATH"], "TERM": "xterm-256color", "LANG": "C.UTF-8"}
SEED = int(os.environ.get("SEED", time.time()))
WORKERS, SCREENS, EACH = 8, 3, 31  # of the workers three lose their terminal
rnd = random.Random(SEED)
over = threading.Event()
count = collections.Counter()
trouble = threading.Lock()  # held while something is stopped or full


def serve(*flags):
    """The service, with a home that nothing happens to."""
    p = subprocess.Popen([BIN, "serve", *flags], env={**ENV, "HOME": DIR + "/service"}, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    return p, json.loads(p.stdout.readline())


class Drive:
    """A client of the interface that shares nothing with the program."""

    def __init__(self, said):
        self.base, self.cookie = said["drive"] + "/1/clouddrive/", said["cookie"]

    def call(self, path, body=None):
        r = urllib.request.Request(self.base + path, data=None if body is None else json.dumps(body).encode(),
                                   headers={"Cookie": self.cookie, "Content-Type": "application/json", "User-Agent": "hardship"})
        while True:
            try:
                return json.load(urllib.request.urlopen(r))
            except urllib.error.HTTPError as e:
                if e.code != 429:  # the strict service wants a gap
                    raise
                time.sleep(0.6)

    def make(self, parent, name):
        q = {"pdir_fid": parent, "file_name": name, "dir_path": "", "dir_init_lock": False}
        return self.call("file?pr=ucpro&fr=pc", q)["data"]["fid"]

    def tree(self, fid="0", at=""):
        """All paths, each as often as it is listed."""
        out, page = [], 1
        while True:
            l = self.call(f"file/sort?pr=ucpro&fr=pc&pdir_fid={fid}&_page={page}&_size=500&_fetch_total=1")["data"]["list"]
            for e in l:
                out.append(at + "/" + e["file_name"])
                if e["file_type"] == 0:
                    out += self.tree(e["fid"], at + "/" + e["file_name"])
            if len(l) < 500:
                return sorted(out)
            page += 1


def aloft(*args, timeout=600):
    return subprocess.run([BIN, *args], env=ENV, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=timeout)


def jobs():
    while True:  # it is killed now and then as well
        r = aloft("jobs", "--json")
        if r.returncode == 0:
            return json.loads(r.stdout)
        time.sleep(0.5)


def on_terminal(args):
    """A process with a terminal of its own; closing the file is the end of that terminal."""
    pid, fd = pty.fork()
    if pid == 0:
        os.execve(BIN, [BIN, *args], ENV)
    fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    os.set_inheritable(fd, False)  # else the next child would keep this terminal open
    os.set_blocking(fd, False)
    return pid, fd


def drain(fd):
    try:
        while os.read(fd, 65536):
            pass
    except OSError:
        pass


def worker(i):
    me, loses, n = random.Random(SEED + i), i < 3, 0
    at = [f"drive:/w{i}/from", f"drive:/w{i}/to"]
    names = [f"e{i}-{k}" for k in range(EACH)]
    while not over.is_set():
        n += 1
        if n % 3 == 0:
            args = ["mkdir", f"drive:/w{i}/made {n}"]
        elif n % 7 == 0:
            args = ["rm", "-y", "--max-delete", "9", *[f"{at[0]}/{x}" for x in me.sample(names, 5)]]
        elif n % 5 == 0:
            args = ["rename", f"{at[0]}/{me.choice(names)}", f"renamed {n}"]
        else:
            args = ["mv", "-y", *(["--no-audit"] if n % 2 else []), "--on-conflict", "number", "-t", at[1], *[f"{at[0]}/{x}" for x in names]]
            at.reverse()
        pid, fd = on_terminal(args)
        end = time.time() + (me.uniform(5, 25) if loses else 60)
        while time.time() < end and not over.is_set():
            drain(fd)
            if os.waitpid(pid, os.WNOHANG)[0]:
                break
            time.sleep(0.1)
        else:
            count["terminals closed"] += 1
            os.close(fd)
            os.waitpid(pid, 0)
            fd = -1
        if fd >= 0:
            os.close(fd)
        count["commands"] += 1


def screen(i):
    me = random.Random(SEED + 100 + i)
    while not over.is_set():
        pid, fd = on_terminal(["drive:/", f"drive:/w{i}"])
        end = time.time() + me.uniform(5, 40)
        while time.time() < end and not over.is_set():
            drain(fd)
            try:
                os.write(fd, me.choice([b"j", b"k", b"l", b"h", b"\t", b"\x12"]))
            except OSError:
                break
            if os.waitpid(pid, os.WNOHANG)[0]:
                pid = 0
                break
            time.sleep(me.uniform(0.2, 4))
        os.close(fd)
        if pid:
            os.waitpid(pid, 0)
        count["screens"] += 1


def processes():
    out = []
    for p in os.listdir("/proc"):
        try:
            if p.isdigit() and os.readlink(f"/proc/{p}/exe") == BIN and f"HOME={HOME}\0" in open(f"/proc/{p}/environ").read():
                out.append(int(p))
        except OSError:
            pass
    return out


def send(sig, what):
    all_ = processes()
    if not all_:
        return 0
    pid = rnd.choice(all_)
    try:
        os.kill(pid, sig)
    except ProcessLookupError:
        return 0
    count[what] += 1
    return pid


def trouble_maker():
    while not over.wait(rnd.uniform(3, 8)):
        with trouble:
            kind = rnd.randrange(8)
            if kind < 4:
                send(signal.SIGKILL, "kill -9")
            elif kind < 6:
                pid = send(signal.SIGSTOP, "SIGSTOP")
                over.wait(rnd.uniform(1, 6))
                try:
                    pid and os.kill(pid, signal.SIGCONT)
                except ProcessLookupError:
                    pass
            elif kind < 7:
                send(signal.SIGHUP, "SIGHUP")
            else:
                count["disk full"] += 1
                try:
                    with open(HOME + "/fill", "wb", buffering=0) as f:
                        while True:
                            f.write(bytes(1 << 16))
                except OSError:
                    pass
                over.wait(4)
                os.remove(HOME + "/fill")


def going_on():
    """Somebody who resumes what was interrupted."""
    while not over.wait(5):
        aloft("jobs", "resume", "--all")


ENDED = {"done", "failed", "cancelled"}


def settle(limit=900):
    end = time.time() + limit
    while True:
        left = [j for j in jobs() if j["state"] not in ENDED]
        if not left or time.time() > end:
            return left
        aloft("jobs", "resume", "--all")
        time.sleep(1)


def main():
    os.makedirs(DIR + "/service", exist_ok=True)
    p, said = serve()
    d = Drive(said)
    for i in range(WORKERS):
        w = d.make("0", f"w{i}")
        src = d.make(w, "from")
        d.make(w, "to")
        for k in range(EACH):
            d.make(src, f"e{i}-{k}")
    before = d.tree()
    p.terminate()
    p.wait()
    p, said = serve("--strict", "--fault", "async=0.2", "--fault", "lag=1s", "--fault", "lose-after=0.03", "--fault", "rotate")
    os.makedirs(HOME + "/.config/aloft")
    with open(HOME + "/cookie", "w") as f:
        f.write(said["cookie"])
    os.chmod(HOME + "/cookie", 0o600)
    with open(HOME + "/.config/aloft/config.toml", "w") as f:
        f.write(f'account = "work"\n[accounts.work.drive]\nbase_url = "{said["drive"]}"\ncredential_command = ["cat", "{HOME}/cookie"]\n[webhook]\nenabled = false\n')
    print(f"seed {SEED}: {len(before)} entries", flush=True)
    all_ = [threading.Thread(target=worker, args=(i,)) for i in range(WORKERS)]
    all_ += [threading.Thread(target=screen, args=(i,)) for i in range(SCREENS)]
    all_ += [threading.Thread(target=t) for t in (trouble_maker, going_on)]
    for t in all_:
        t.start()
    time.sleep(SECONDS)
    over.set()
    for t in all_:
        t.join()
    for pid in processes():
        os.kill(pid, signal.SIGCONT)
    left = settle()
    print(dict(count), flush=True)
    js = jobs()
    print("jobs:", dict(collections.Counter(j["state"] for j in js)), "requests:", sum(j["requests"] for j in js), flush=True)
    bad = [f"has not ended: {j}" for j in left]
    for j in js:
        if j["unknown"]:
            bad.append(f"unknown entries: {j}")
    mine = lambda tree: collections.Counter(x.rsplit("/", 1)[1].split(" (")[0] for x in tree if "/e" in x)
    print(f"entries seen elsewhere: {len(set(Drive(said).tree()) ^ set(before))}", flush=True)
    undone = 0
    for j in sorted(js, key=lambda j: j["id"], reverse=True):
        if not j["done"]:
            continue
        r = aloft("jobs", "undo", j["id"], "-y", "--on-conflict", "number")
        undone += 1
        if r.returncode != 0:
            print(f"undo {j['id']} {j['action']}: exit {r.returncode} {r.stderr.strip()[-200:]}", flush=True)
    bad += [f"has not ended: {j}" for j in settle()]
    time.sleep(3)
    after = Drive(said).tree()
    was, now = collections.Counter(before), collections.Counter(after)
    bad += [f"missing: {x}" for x in (was - now)] + [f"too many: {x}" for x in (now - was)]
    print(f"{undone} jobs taken back", flush=True)
    p.terminate()
    for b in bad[:40]:
        print("BAD", b)
    print("bad" if bad else "all is as it was", len(bad))
    sys.exit(1 if bad else 0)


main()
