"""Turns what `tmux capture-pane -e` gives into an SVG: python3 picture.py IN OUT
TITLE [dark|light].

Each run of cells with one look is one text element whose length is fixed in
cells, so that wide characters stand where the terminal has them."""
import html, re, sys, unicodedata

W, H, PAD = 8.43, 18, 12
FG, BG = ("#1f2430", "#ffffff") if sys.argv[4:] == ["light"] else ("#cdd6f4", "#1e1e2e")
BASIC = ("#45475a #f38ba8 #a6e3a1 #f9e2af #89b4fa #f5c2e7 #94e2d5 #bac2de "
         "#585b70 #f38ba8 #a6e3a1 #f9e2af #89b4fa #f5c2e7 #94e2d5 #a6adc8").split()


def cells(c):
    if unicodedata.combining(c):
        return 0
    return 2 if unicodedata.east_asian_width(c) in "WF" else 1


def indexed(n):
    if n < 16:
        return BASIC[n]
    if n >= 232:
        v = 8 + 10 * (n - 232)
        return f"#{v:02x}{v:02x}{v:02x}"
    n -= 16
    return "#" + "".join(f"{0 if v == 0 else 55 + 40 * v:02x}" for v in (n // 36, n // 6 % 6, n % 6))


def sgr(st, params):
    p = [int(x or 0) for x in re.split("[;:]", params)] if params else [0]
    while p:
        n = p.pop(0)
        if n == 0:
            st = {}
        elif n in (1, 2, 3, 4, 7, 9):
            st = {**st, n: True}
        elif n in (22, 23, 24, 27, 29):
            st = {k: v for k, v in st.items() if k != n - 20 and not (n == 22 and k == 1)}
        elif 30 <= n <= 37 or 90 <= n <= 97:
            st = {**st, "fg": BASIC[n - 30 if n < 40 else n - 82]}
        elif 40 <= n <= 47 or 100 <= n <= 107:
            st = {**st, "bg": BASIC[n - 40 if n < 50 else n - 92]}
        elif n in (38, 48):
            k = "fg" if n == 38 else "bg"
            if p.pop(0) == 5:
                st = {**st, k: indexed(p.pop(0))}
            else:
                st = {**st, k: "#%02x%02x%02x" % (p.pop(0), p.pop(0), p.pop(0))}
        elif n in (39, 49):
            st = {k: v for k, v in st.items() if k != ("fg" if n == 39 else "bg")}
    return st


def main(src, dst, title):
    lines = open(src, encoding="utf-8").read().rstrip("\n").split("\n")
    width = max(sum(map(cells, re.sub(r"\x1b\[[0-9;:]*m", "", line))) for line in lines)
    out, st = [], {}
    for y, line in enumerate(lines):
        x, runs = 0, []
        for part in re.split(r"(\x1b\[[0-9;:]*m)", line):
            m = re.fullmatch(r"\x1b\[([0-9;:]*)m", part)
            if m:
                st = sgr(st, m[1])
                continue
            # Wide and narrow characters are apart: fonts disagree about both together.
            for piece in re.findall(r"[ ]+|[^ ]+", part):
                for wide in re.findall(r"(?:[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\U0001f300-\U0001faff])+|[^\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\U0001f300-\U0001faff]+", piece):
                    n = sum(map(cells, wide))
                    runs.append((x, n, wide, st))
                    x += n
        for x0, n, text, s in runs:
            fg, bg = s.get("fg", FG), s.get("bg", BG)
            if s.get(7):
                fg, bg = bg, fg
            px, py = PAD + x0 * W, PAD + y * H
            if bg != BG:
                # The end of a row is erased in its colour, which tmux does not tell.
                cols = width - x0 if x0 + n == x else n
                out.append(f'<rect x="{px:.2f}" y="{py}" width="{cols * W + 0.3:.2f}" height="{H}" fill="{bg}"/>')
            if text.strip():
                look = ' font-weight="bold"' * bool(s.get(1)) + ' opacity="0.7"' * bool(s.get(2))
                look += ' font-style="italic"' * bool(s.get(3)) + ' text-decoration="underline"' * bool(s.get(4))
                out.append(f'<text x="{px:.2f}" y="{py + 13.5}" fill="{fg}" textLength="{n * W:.2f}" lengthAdjust="spacingAndGlyphs"{look}>{html.escape(text)}</text>')
    w, h = 2 * PAD + width * W, 2 * PAD + len(lines) * H
    with open(dst, "w", encoding="utf-8") as f:
        f.write(f'<svg xmlns="http://www.w3.org/2000/svg" width="{w:.0f}" height="{h}" viewBox="0 0 {w:.0f} {h}" '
                'font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,DejaVu Sans Mono,Noto Sans Mono CJK SC,monospace" font-size="14">\n'
                f'<title>aloft: {html.escape(title)}</title><rect width="100%" height="100%" rx="8" fill="{BG}"/>\n')
        f.write("\n".join(out) + "\n</svg>\n")


main(*sys.argv[1:4])
