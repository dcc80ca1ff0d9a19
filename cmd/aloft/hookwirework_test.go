//go:build unix

package main

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/sys/unix"
)

// workRows: "Work after acceptance" of the specification, for commands.
func workRows() []hookRow {
	return []hookRow{
		on("plain", "exec: notice and outcome", func(w *hookWire) {
			m := w.exec("printf 'said by it'")
			w.has(m, w.event, "printf 'said by it'", "said by it")
			notices := w.posted(w.event, "notice")
			if len(notices) != 1 {
				w.bad("%d notices", len(notices))
				return
			}
			w.has(notices[0], w.event, "printf 'said by it'")
			w.settled()
			if n := len(w.posted(w.event, "")); n != 2 {
				w.bad("%d messages", n)
			}
			if m.session != "box:"+w.event {
				w.bad("posted to %q", m.session)
			}
		}),
		on("plain", "exec: the default event", func(w *hookWire) {
			w.accepted(ask{body: `{"session_key":"box:default","exec":"echo without a name"}`}, "webhook")
			w.has(w.outcome("webhook"), "webhook", "echo without a name")
		}),
		on("plain", "exec: output is both, in order, trimmed", func(w *hookWire) {
			m := w.exec(`printf '\n\t  \141\n'; echo b >&2; printf '\143 \n \n'`)
			if !strings.Contains(m.text, "a\nb\nc") || strings.Contains(m.text, "  a") || strings.Contains(m.text, "c ") {
				w.bad("%q", m.text)
			}
		}),
		on("plain", "exec: no output", func(w *hookWire) { w.has(w.exec("true"), "(no output)") }),
		on("plain", "exec: white space is no output", func(w *hookWire) { w.has(w.exec(`printf ' \n\t\n'`), "(no output)") }),
		on("plain", "exec: some output is not no output", func(w *hookWire) { w.hasNot(w.exec("echo x"), "(no output)", "...") }),
		on("plain", "exec: command of 60", func(w *hookWire) {
			command := ": " + strings.Repeat("x", 58)
			m := w.exec(command)
			w.has(m, command)
			w.hasNot(m, "...")
		}),
		on("plain", "exec: command cut to 60", func(w *hookWire) { w.cutCommand("x") }),
		on("plain", "exec: command cut by characters", func(w *hookWire) { w.cutCommand("ü") }),
		on("plain", "exec: command cut in a failure", func(w *hookWire) {
			m := w.exec("exit 9 # " + strings.Repeat("y", 100))
			w.has(m, "exit 9 # "+strings.Repeat("y", 51))
			w.hasNot(m, strings.Repeat("y", 52))
		}),
		on("plain", "exec: output of 3000", func(w *hookWire) { w.output("a", 3000, 3000) }),
		on("plain", "exec: output cut to 3000", func(w *hookWire) { w.output("a", 3001, 3000) }),
		on("plain", "exec: output cut by characters", func(w *hookWire) { w.output(`\303\274`, 4000, 3000) }),
		on("plain", "exec: output cut in a failure", func(w *hookWire) {
			m := w.exec(`printf '\132%.0s' $(seq 5000); exit 1`)
			if n := strings.Count(m.text, "Z"); n != 3000 {
				w.bad("%d characters", n)
			}
		}),
		on("plain", "exec: much output", func(w *hookWire) {
			m := w.exec(`head -c 20000000 /dev/zero | tr '\0' '\132'; echo the end`)
			if n := strings.Count(m.text, "Z"); n != 3000 {
				w.bad("%d characters", n)
			}
		}),
		on("plain", "exec: failure", func(w *hookWire) {
			w.has(w.exec("echo it broke; exit $((30+7))"), "echo it broke; exit $((", "\nit broke", "37")
		}),
		on("plain", "exec: killed", func(w *hookWire) { w.has(w.exec("echo before; kill -9 $$"), "before", "kill") }),
		on("plain", "exec: no such program", func(w *hookWire) { w.has(w.exec("no-such-program-at-all"), "127") }),
		on("plain", "exec: by the shell, as it is", func(w *hookWire) {
			w.has(w.exec("x='a  \"b'\necho \"$x\" $((40+2)) | cat; false || echo \\\\"), "a  \"b 42", `\`)
		}),
		on("plain", "exec: control sequences are shown as text", func(w *hookWire) {
			m := w.exec(`printf '\033[31mred\033]0;title\007\r\303\nx'`)
			w.has(m, "red")
			w.hasNot(m, "\x1b", "\x07", "\r", "\xc3\n")
		}),
		on("plain", "exec: no input", func(w *hookWire) { w.has(w.exec("cat; echo end of input"), "end of input") }),
		on("plain", "exec: no terminal", func(w *hookWire) {
			w.has(w.exec(`(: </dev/tty) 2>/dev/null && echo a tty || echo no tty`), "\nno tty\n")
		}),
		on("plain", "exec: folder of the project", func(w *hookWire) { w.has(w.exec("pwd"), real(filepath.Join(w.dir, "site"))) }),
		on("several", "exec: folder of the other project", func(w *hookWire) {
			w.has(w.exec("pwd", fields{"project": "other"}), real(filepath.Join(w.dir, "other")))
		}),
		on("plain", "exec: work_dir", func(w *hookWire) {
			w.has(w.exec("pwd", fields{"work_dir": filepath.Join(w.dir, "box")}), real(filepath.Join(w.dir, "box")))
		}),
		on("plain", "exec: missing work_dir", func(w *hookWire) {
			gone := filepath.Join(w.dir, "gone")
			w.has(w.exec("touch ran-"+w.event, fields{"work_dir": gone}), gone)
			if w.there("ran-" + w.event) {
				w.bad("it ran elsewhere")
			}
		}),
		on("plain", "exec: work_dir is a file", func(w *hookWire) {
			if err := os.WriteFile(w.in("file"), nil, 0o600); err != nil {
				w.bad("%v", err)
			}
			w.has(w.exec("touch ran-"+w.event, fields{"work_dir": w.in("file")}), w.in("file"))
			if w.there("ran-" + w.event) {
				w.bad("it ran elsewhere")
			}
		}),
		on("plain", "exec: answered before it runs", func(w *hookWire) {
			w.deliver(fields{"exec": `: >began-` + w.event + `; while [ ! -e go-` + w.event + ` ]; do sleep 0.02; done; echo went`})
			w.until("the beginning", func() bool { return w.there("began-" + w.event) })
			if len(w.posted(w.event, "outcome")) > 0 {
				w.bad("the outcome came before the end")
			}
			if err := os.WriteFile(w.in("go-"+w.event), nil, 0o600); err != nil {
				w.bad("%v", err)
			}
			w.has(w.outcome(w.event), "went")
		}),
		on("plain", "exec: what it finds in its environment", func(w *hookWire) {
			r := w.deliver(fields{"exec": `echo "<$ALOFT_DELIVERY|$ALOFT_EVENT|$ALOFT_PROJECT|$ALOFT_SESSION>"; test -x "$ALOFT_PROGRAM" && echo a program; env`, "session_key": "box:ü b"})
			m := w.outcome(w.event)
			w.has(m, "<"+r.header.Get("Aloft-Delivery")+"|"+w.event+"|site|box:ü b>", "a program")
			w.hasNot(m, w.token)
		}),
		on("plain", "exec: session key is kept whole", func(w *hookWire) {
			key := "box:a:b ü:"
			w.deliver(fields{"exec": "true", "session_key": key})
			if m := w.outcome(w.event); m.session != key {
				w.bad("posted to %q", m.session)
			}
		}),
		on("plain", "exec: silent", func(w *hookWire) {
			w.deliver(fields{"exec": "touch ran-" + w.event + "; exit 1", "silent": true})
			w.until("the command", func() bool { return w.there("ran-" + w.event) })
			w.settled()
			if all := w.posted(w.event, ""); len(all) > 0 {
				w.bad("posted %q", all)
			}
		}),
		on("plain", "exec: nowhere to post", func(w *hookWire) {
			for i, key := range []string{"nobody:x", "box", "mute:x", ":x", "Box:x", "box :x", " box:x"} {
				w.deliver(fields{"exec": "touch ran-" + w.event + "-" + strconv.Itoa(i), "session_key": key})
				w.settledAs(i)
				if w.there("ran-" + w.event + "-" + strconv.Itoa(i)) {
					w.bad("it ran for %q", key)
				}
			}
			if all := w.posted(w.event, ""); len(all) > 0 {
				w.bad("posted %q", all)
			}
		}),
		on("plain", "exec: a child in the background does not hold the outcome", func(w *hookWire) {
			w.has(w.exec("sleep 600 & echo $! >child; echo quick"), "quick")
			if b, err := os.ReadFile(w.in("child")); err == nil {
				if pid, err := strconv.Atoi(strings.TrimSpace(string(b))); err == nil && pid > 1 {
					_ = unix.Kill(pid, unix.SIGKILL)
				}
			}
		}),
		on("plain", "exec: the same key runs once", func(w *hookWire) {
			for range 2 {
				w.deliver(fields{"exec": "echo x >>times-" + w.event}, "Idempotency-Key: "+w.event)
			}
			w.outcome(w.event)
			w.settled()
			if b, err := os.ReadFile(w.in("times-" + w.event)); err != nil || string(b) != "x\n" {
				w.bad("%q %v", b, err)
			}
		}),
		on("brief", "exec: the limit", func(w *hookWire) {
			// On a slow machine the limit may come before the shell has started.
			pid := 0
			for n := 0; pid == 0 && n < 20 && len(w.faults) == 0; n++ {
				event := w.event + "-" + strconv.Itoa(n)
				w.deliver(fields{"event": event, "exec": `echo so far; trap '' TERM; sleep 600 & echo $! >child; while :; do wait; done`})
				w.has(w.outcome(event), "so far; trap")
				b, _ := os.ReadFile(w.in("child"))
				pid, _ = strconv.Atoi(strings.TrimSpace(string(b)))
			}
			if pid < 2 {
				w.bad("its child is %d", pid)
				return
			}
			if !w.until("the end of its child", func() bool { return unix.Kill(pid, 0) != nil || zombie(pid) }) {
				_ = unix.Kill(pid, unix.SIGKILL)
			}
		}),
	}
}

// has looks for words in a message.
func (w *hookWire) has(m message, words ...string) {
	for _, s := range words {
		if !strings.Contains(m.text, s) {
			w.bad("no %q in %.4000q", s, m.text)
		}
	}
}

func (w *hookWire) hasNot(m message, words ...string) {
	if !utf8.ValidString(m.text) {
		w.bad("not UTF-8: %q", m.text)
	}
	for _, s := range words {
		if strings.Contains(m.text, s) {
			w.bad("%q in %.4000q", s, m.text)
		}
	}
}

// settledAs is settled for a row that needs it several times; what it waits for
// goes to a session that works.
func (w *hookWire) settledAs(i int) {
	event := w.event + "-later-" + strconv.Itoa(i)
	w.deliver(fields{"exec": ":", "event": event})
	w.outcome(event)
}

// cutCommand: a command of 101 characters is quoted by its first 60, in the notice and in the outcome.
func (w *hookWire) cutCommand(letter string) {
	m := w.exec(": " + strings.Repeat(letter, 99))
	for _, m := range append(w.posted(w.event, "notice"), m) {
		if n := strings.Count(m.text, letter); n != 58 {
			w.bad("%s: %d letters of %d", m.kind, n, 58)
		}
		w.has(m, ": "+strings.Repeat(letter, 58), "...")
		w.hasNot(m)
	}
}

// output: n letters, of which so many are quoted.
func (w *hookWire) output(letter string, n, want int) {
	m := w.exec(`printf '` + octal(letter) + `%.0s' $(seq ` + strconv.Itoa(n) + `)`)
	shown := letter
	if shown == `\303\274` {
		shown = "ü"
	}
	if got := longest(m.text, shown); got != want {
		w.bad("%d letters, not %d", got, want)
	}
	if mark := strings.Contains(m.text, "..."); mark != (n > want) {
		w.bad("the mark of a cut: %v", mark)
	}
	w.hasNot(m, shown+"...")
}

// octal hides the letter from the command, which is quoted too.
func octal(letter string) string {
	if letter == "a" {
		return `\141`
	}
	return letter
}

// longest is the length of the longest run of a letter.
func longest(s, letter string) (most int) {
	for n := 0; s != ""; {
		rest, ok := strings.CutPrefix(s, letter)
		if !ok {
			n = 0
			_, size := utf8.DecodeRuneInString(s)
			s = s[size:]
			continue
		}
		n++
		most, s = max(most, n), rest
	}
	return most
}

// real is a path without links, as pwd prints it.
func real(path string) string {
	if p, err := filepath.EvalSymlinks(path); err == nil {
		return p
	}
	return path
}

// zombie: it has ended, and nobody has waited for it.
func zombie(pid int) bool {
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	_, after, _ := strings.Cut(string(stat), ") ")
	return err == nil && strings.HasPrefix(after, "Z")
}
