//go:build unix

package main

import (
	"net"
	"strconv"
	"strings"
	"testing"
	"time"
)

// answers waits until a request is answered with a status, 0 for none.
func (h *hookSeat) answers(status int, f fields) {
	h.t.Helper()
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	got := 0
	for range 2000 {
		if got, _ = h.post(f); got == status {
			return
		}
		<-tick.C
	}
	h.t.Fatalf("answered %d, not %d", got, status)
}

func (h *hookSeat) up() string { return "hook :" + strconv.Itoa(h.port) + " up" }

// The receiver is stopped, started and paused; its port may be another program's.
func TestTheReceiverFromKeys(t *testing.T) {
	h := hookHome(t)
	h.configure(h.port, "")
	foreign, err := net.Listen("tcp", "127.0.0.1:"+strconv.Itoa(h.port))
	if err != nil {
		t.Fatal(err)
	}
	defer foreign.Close()
	mine := h.port
	h.open("docs:/", "disk:/")
	h.Shows("webhook: port in use")
	h.Keys("W", "s")
	h.Shows("The port is in use", "try the configured port again")
	h.Keys("enter")
	h.Hides("The port is in use")
	h.Shows("webhook: port in use", "end that program, or set another webhook.port")
	h.Keys("esc")
	h.Hides("end that program")
	h.Keys("s")
	h.Shows("The port is in use")
	h.Keys("j", "enter")
	h.Shows("The receiver is listening.")
	h.Until("has a port", func(screen string) bool {
		_, after, ok := strings.Cut(screen, "hook :")
		port, after, up := strings.Cut(after, " up")
		n, err := strconv.Atoi(port)
		if !ok || !up || err != nil || n == mine || after == "" {
			return false
		}
		h.at(n)
		return true
	})
	h.deliver("alpha", fields{"prompt": "on the free port"})
	h.row("200", "alpha")

	// The configured one is listened on again, once it is free.
	if err := foreign.Close(); err != nil {
		t.Fatal(err)
	}
	h.Keys("s")
	h.Shows("hook off", "The receiver is off; running work continues.")
	h.answers(0, fields{"prompt": "x"})
	h.Keys("s")
	h.at(mine)
	h.Shows(h.up())
	h.deliver("beta", fields{"prompt": "on its own port"})
	h.row("200", "beta")

	h.Keys("p")
	h.Shows("hook :"+strconv.Itoa(mine)+" paused", "Paused: senders get 503")
	h.answers(503, fields{"event": "gamma", "prompt": "x"})
	h.row("503", "refused")
	h.Keys("p")
	h.Shows(h.up(), "The receiver has resumed.")
	h.answers(200, fields{"event": "delta", "prompt": "x"})
	h.row("200", "delta")

	h.Hides(h.token)
	h.Keys("t")
	h.Shows("Token: " + h.token)
	h.Keys("t")
	h.Hides("Token: ", h.token)

	h.Keys("/")
	h.Shows("filter deliveries:")
	h.Type("alph")
	h.Keys("enter")
	h.Shows("1 of 4", "alpha")
	h.Hides("beta", "delta")
	h.deliver("epsilon", fields{"prompt": "x"})
	h.Shows("1 of 5")
	h.Keys("esc")
	h.Shows("5 deliveries", "epsilon", "beta")
}

// A configuration that changes while the program runs is applied at once.
func TestTheReceiverFollowsItsConfiguration(t *testing.T) {
	const site = "[webhook.projects.site]\ndir = \"$FILES\"\n"
	h := sitAtHooks(t, site, "docs:/", "disk:/", " up")
	h.Keys("W")
	h.deliver("before", fields{"exec": "echo ran >before"})
	h.row("before", "done", "site")
	if status, _ := h.post(fields{"project": "other", "prompt": "x"}); status == 200 {
		t.Error("a project that is not there was taken")
	}
	h.configure(h.port, site+"[webhook.projects.other]\ndir = \"$FILES\"\nexec = \"off\"\n")
	h.Shows("reloaded config.toml")
	h.deliver("off", fields{"project": "other", "exec": "echo ran >off"})
	h.row("off", "ignored", "commands are off for the project other")
	if status, _ := h.post(fields{"prompt": "which?"}); status != 400 {
		t.Errorf("answered %d", status)
	}
	h.deliver("on", fields{"project": "site", "exec": "echo ran >on"})
	h.row("on ", "done", "site")
	h.absent("off")

	old := h.port
	h.at(freePort(t))
	h.configure(h.port, site)
	h.Shows(h.up())
	h.deliver("moved", fields{"prompt": "x"})
	h.row("200", "moved")
	now := h.port
	h.at(old)
	h.answers(0, fields{"prompt": "x"})

	// An invalid one changes nothing; one that switches it off does.
	h.at(now)
	h.configure(now, "enabled = false\nbusy = \"sometimes\"\n")
	h.Shows("the old settings stay", h.up())
	h.configure(now, "enabled = false\n")
	h.Shows("hook off")
	h.answers(0, fields{"prompt": "x"})
	h.configure(now, "")
	h.Shows(h.up())
	h.answers(200, fields{"prompt": "x"})
}
