//go:build unix

package ssh

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"charm.land/ssh"
	gossh "golang.org/x/crypto/ssh"

	"aloft/model"
	"aloft/model/text"
)

// mostVariables that a client may send.
const mostVariables = 64

// Variables of a client that its screen gets. Others could make this program do something, such as ask a terminal
// multiplexer of this machine.
func passes(name string) bool {
	return name == "LANG" || strings.HasPrefix(name, "LC_") ||
		slices.Contains([]string{"LANGUAGE", "COLORTERM", "NO_COLOR", "TERM_PROGRAM", "TERM_PROGRAM_VERSION"}, name)
}

// mostLong is the longest value of such a variable.
const mostLong = 256

// environ is the environment of a client's screen.
func environ(s ssh.Session, term string) []string {
	var out []string
	for _, kv := range s.Environ() {
		if name, value, _ := strings.Cut(kv, "="); passes(name) && len(value) <= mostLong {
			out = append(out, kv)
		}
	}
	return append(out, "TERM="+term, "SSH_CONNECTION="+s.RemoteAddr().String())
}

// session shows the screen to a client until one of both ends it.
func (v *server) session(s ssh.Session) {
	strangerOf(s.Context()).leave()
	k, ok := v.key(s.PublicKey())
	pty, sizes, hasPty := s.Pty()
	switch {
	case !ok:
		refuse(s, v.cs.con.Say(endKey))
		return
	case !hasPty || s.RawCommand() != "" || s.Subsystem() != "":
		refuse(s, v.cs.con.Say("this server only shows aloft: use ssh -t without a command (no scp, no sftp)"))
		return
	}
	visit, ok := v.enter(s, k)
	if !ok {
		refuse(s, v.cs.con.Say("%d {person is|people are} already logged in; try again later", v.o.sessions))
		return
	}
	defer v.leave(visit)
	began := time.Now()
	v.log("%s login %s %s from %s: %s", s, k, v.cs.rights(k))
	why := v.relay(s, k, visit, environ(s, pty.Term), pty.Window, sizes)
	v.log("%s logout %s %s from %s: %s", s, k, v.cs.con.Say("after %s, %s", model.Duration(time.Since(began).Truncate(time.Second)), why))
}

// refuse says why there is no session.
func refuse(s ssh.Session, why string) {
	_, _ = fmt.Fprintln(s.Stderr(), "aloft: "+why)
	_ = s.Exit(1)
}

// enter counts a session, and writes it down for aloft ssh ls.
func (v *server) enter(s ssh.Session, k key) (*visit, bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.sessions >= v.o.sessions {
		return nil, false
	}
	v.sessions++
	v.last++
	v.done.Add(1)
	at := &visit{
		ID: fmt.Sprintf("%d-%d", os.Getpid(), v.last), Fingerprint: k.Fingerprint, Comment: k.Comment, Account: k.Account,
		From: s.RemoteAddr().String(), Since: time.Now().UTC().Truncate(time.Second),
	}
	if err := v.cs.announce(at); err != nil {
		v.cs.con.Warn(err) // it is not listed
	}
	return at, true
}

func (v *server) leave(at *visit) {
	at.over()
	v.mu.Lock()
	defer v.mu.Unlock()
	v.sessions--
	v.done.Done()
}

// log writes a line about a login. It has no name that the client chose.
func (v *server) log(what text.Text, s ssh.Session, k key, rest string) {
	v.cs.con.WarnLine(v.cs.con.Say(what, time.Now().Format(time.RFC3339), k.Fingerprint, k.Comment, s.RemoteAddr().String(), rest))
	v.cs.con.Log.Info("ssh", "line", string(what), "key", k.Fingerprint, "account", k.Account, "from", s.RemoteAddr().String())
}

// Why a session has ended.
const (
	endLeft text.Text = "the user left"
	endLine text.Text = "the connection was lost"
	endIdle text.Text = "idle"
	endStop text.Text = "the server has stopped"
	endWork text.Text = "the screen stopped with an error"
	endKey  text.Text = "this key cannot log in any more"
	endNew  text.Text = "the rights of this key have changed: log in again"
	endSent text.Text = "the owner has ended the session"
)

// lookAgain is how often it is looked whether a session may go on. A file that is being replaced may be gone for a
// moment, so two looks have to agree.
const lookAgain = time.Second

// watch ends a session whose key or file is gone.
func (v *server) watch(k key, at *visit, over <-chan struct{}, end func(text.Text)) {
	look := time.NewTicker(lookAgain)
	defer look.Stop()
	var before text.Text
	for {
		select {
		case <-over:
			return
		case <-look.C:
		}
		var why text.Text
		all, _, err := v.cs.keys()
		switch now, ok := find(all, k.public); {
		case !at.wanted():
			end(endSent)
			return
		case err == nil && !ok:
			why = endKey
		case err == nil && !now.same(k):
			why = endNew
		}
		if why != "" && why == before {
			end(why)
			return
		}
		before = why
	}
}

// relay passes on what the client types and what the screen draws.
func (v *server) relay(s ssh.Session, k key, at *visit, env []string, size ssh.Window, sizes <-chan ssh.Window) text.Text {
	ctx, cancel := context.WithCancel(s.Context())
	defer cancel()
	screen, err := v.workers.open(k, env, size)
	if err != nil {
		refuse(s, v.cs.con.Explain(err))
		v.cs.con.Warn(err)
		return endWork
	}
	defer screen.close()
	over := make(chan struct{})
	defer close(over)
	var ended atomic.Value
	end := func(why text.Text) {
		ended.CompareAndSwap(nil, why)
		screen.end()
		select {
		case <-over:
		case <-time.After(frozenTime):
			hangUp(s)
		}
	}
	go v.watch(k, at, over, end)
	typed := func() {}
	if v.o.idle > 0 {
		limit := time.AfterFunc(v.o.idle, func() { end(endIdle) })
		defer limit.Stop()
		typed = func() { limit.Reset(v.o.idle) }
	}
	go func() {
		defer cancel()
		_, _ = io.Copy(screen.conn, typing{s, typed})
		screen.end() // it has hung up
	}()
	go func() {
		for w := range sizes { // until the client has gone; the client's requests wait for this
			screen.resize(w)
		}
	}()
	_, werr := io.Copy(s, screen.conn)
	code := screen.code()
	why, _ := ended.Load().(text.Text)
	switch {
	case why == endIdle:
		refuse(s, v.cs.con.Say("ended after %s without a key press", model.Duration(v.o.idle)))
		return why
	case why != "":
		refuse(s, v.cs.con.Say(why))
		return why
	case v.cs.session.Context().Err() != nil:
		return endStop
	}
	_ = s.Exit(code)
	switch {
	case werr != nil || ctx.Err() != nil && code != 0:
		return endLine
	case code != 0:
		return endWork
	}
	return endLeft
}

// frozenTime is how long a client may take to read the end of its screen.
const frozenTime = 10 * time.Second

// hangUp ends the connection of a client that does not read.
func hangUp(s ssh.Session) {
	if conn, ok := s.Context().Value(ssh.ContextKeyConn).(*gossh.ServerConn); ok {
		_ = conn.Close()
	}
}

// typing calls f for what is read.
type typing struct {
	from io.Reader
	f    func()
}

func (t typing) Read(b []byte) (int, error) {
	n, err := t.from.Read(b)
	if n > 0 {
		t.f()
	}
	return n, err
}
