"""The tables of .ci/systems: python3 systems.py SYSTEM EVENTS [KNOWN], where EVENTS is what `go test -json` wrote, and
KNOWN has the tests that may fail; and the DLL that Wine 8 lacks: python3 systems.py --dll FILE."""
import collections
import json
import struct
import sys


def table(system, file, known):
    tests = collections.defaultdict(collections.Counter)
    ends, failed = {}, []
    with open(file, encoding="utf-8", errors="replace") as f:
        for line in f:
            try:
                e = json.loads(line)
            except ValueError:
                continue  # what a test wrote
            package, test, what = e.get("Package"), e.get("Test"), e["Action"]
            if what not in ("pass", "fail", "skip") or package is None:
                continue
            if test is None:
                ends[package] = what, e.get("Elapsed", 0)
            elif "/" not in test:
                tests[package][what] += 1
                if what == "fail" and f"{package} {test}" not in known:
                    failed.append(f"{package} {test}")
                elif what == "fail":
                    tests[package]["known"] += 1
                    tests[package]["fail"] -= 1
    row = "{:42} {:>6} {:>6} {:>6} {:>7} {:>6}"
    print(row.format(system, "passed", "failed", "known", "skipped", "s"))
    for package, (end, took) in sorted(ends.items()):
        if n := tests.get(package):
            print(row.format(package, n["pass"], n["fail"], n["known"], n["skip"], round(took)))
        elif end == "fail":
            failed.append(f"{package} did not run")
    total = collections.Counter()
    for n in tests.values():
        total.update(n)
    print(row.format(f"{len(tests)} packages", total["pass"], total["fail"], total["known"], total["skip"], round(sum(t for _, t in ends.values()))))
    for f in failed:
        print("failed:", f)
    return 1 if failed else 0


def dll(file):
    """A forwarder and nothing else: bcryptprimitives.ProcessPrng is advapi32.SystemFunction036."""
    base = 0x1000
    name, function, target = b"bcryptprimitives.dll\0", b"ProcessPrng\0", b"advapi32.SystemFunction036\0"
    functions = base + 40
    names, ordinals, strings = functions + 4, functions + 8, functions + 12
    at_function = strings + len(name)
    at_target = at_function + len(function)
    size = at_target + len(target) - base
    exports = struct.pack("<IIHHIIIIIII", 0, 0, 0, 0, strings, 1, 1, 1, functions, names, ordinals)
    exports += struct.pack("<IIHH", at_target, at_function, 0, 0) + name + function + target
    head = b"MZ".ljust(0x3C, b"\0") + struct.pack("<I", 0x40) + b"PE\0\0"
    head += struct.pack("<HHIIIHH", 0x8664, 1, 0, 0, 0, 240, 0x2022)
    head += struct.pack("<HBBIIIII", 0x20B, 14, 0, 0, 0x200, 0, 0, base)
    head += struct.pack("<QIIHHHHHHIIIIHHQQQQII", 0x180000000, 0x1000, 0x200, 6, 0, 0, 0, 6, 0, 0, 0x2000, 0x200, 0, 3, 0x140,
                        0x100000, 0x1000, 0x100000, 0x1000, 0, 16)
    head += struct.pack("<II", base, size) + bytes(15 * 8)
    head += b".rdata\0\0" + struct.pack("<IIIIIIHHI", size, base, 0x200, 0x200, 0, 0, 0, 0, 0x40000040)
    with open(file, "wb") as f:
        f.write(head.ljust(0x200, b"\0") + exports.ljust(0x200, b"\0"))


if __name__ == "__main__":
    if sys.argv[1] == "--dll":
        dll(sys.argv[2])
    else:
        known = set()
        if len(sys.argv) > 3:
            with open(sys.argv[3], encoding="utf-8") as lines:
                known = {line.strip() for line in lines}
        sys.exit(table(sys.argv[1], sys.argv[2], known))
