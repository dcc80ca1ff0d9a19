//go:build unix

package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// work is what happens after the answer.
func (r *reference) work(id string, f request) {
	platform, _, found := strings.Cut(f.session, ":")
	if r.does("last colon") {
		platform = f.session[:max(0, strings.LastIndexByte(f.session, ':'))]
	}
	if !found || platform != "box" {
		if r.does("runs for nobody") || r.does("runs for mute") && platform == "mute" {
			_, _ = r.command(f.exec, filepath.Join(r.dir, f.project), nil)
		}
		return
	}
	env := []string{"ALOFT_DELIVERY=" + id, "ALOFT_EVENT=" + f.event, "ALOFT_PROJECT=" + f.project, "ALOFT_SESSION=" + f.session, "ALOFT_PROGRAM=/bin/sh"}
	if r.does("token in the environment") {
		env = append(env, "ALOFT_WEBHOOK_TOKEN="+r.token)
	}
	post := func(kind, text string) {
		if f.silent && !r.does("never silent") {
			return
		}
		if r.does("session cut") {
			f.session = strings.SplitAfterN(f.session, ":", 3)[0] + "x"
		}
		name := filepath.Join(r.dir, "box", id+"-"+kind+"-"+rand.Text())
		_ = os.WriteFile(name, []byte(kind+"\n"+f.event+"\n"+f.session+"\n"+text+"\n"), 0o600)
		_ = os.Rename(name, name+".msg")
	}
	if f.prompt != "" {
		r.turn(f, env, post)
		return
	}
	r.run(f, env, post)
}

func (r *reference) run(f request, env []string, post func(kind, text string)) {
	said := r.cut(f.exec, 60, "command")
	post("notice", f.event+" runs "+said)
	dir := filepath.Join(r.dir, f.project)
	if f.workDir != "" && !r.does("work_dir unseen") {
		dir = f.workDir
	}
	if st, err := os.Stat(dir); err != nil || !st.IsDir() {
		if r.does("runs elsewhere") {
			dir = filepath.Join(r.dir, f.project)
		} else {
			post("outcome", f.event+" failed: "+said+": no folder "+dir)
			return
		}
	}
	out, err := r.command(f.exec, dir, env)
	text := strings.TrimSpace(shown(out))
	if r.does("not trimmed") {
		text = shown(out)
	}
	if r.does("raw output") {
		text = strings.TrimSpace(string(out))
	}
	if text == "" && !r.does("says nothing") {
		text = "(no output)"
	}
	text = r.cut(text, 3000, "output")
	switch {
	case err != nil && r.does("no reason"):
		post("outcome", f.event+" failed: "+said+"\n"+text)
	case err != nil:
		post("outcome", f.event+" failed: "+said+" ("+err.Error()+")\n"+text)
	default:
		post("outcome", f.event+" done: "+said+"\n"+text)
	}
	if r.does("two outcomes") {
		post("outcome", f.event+" done: "+said+"\n"+text)
	}
}

// cut returns the first characters, and a mark after the quote.
func (r *reference) cut(s string, n int, what string) string {
	c := []rune(s)
	switch {
	case r.does(what+" cut by bytes") && len(s) > n:
		return strings.ToValidUTF8(s[:n], "") + " ..."
	case r.does(what+" cut one late") && len(c) > n:
		return string(c[:n+1]) + " ..."
	case len(c) <= n || r.does(what+" whole"):
		return s
	case r.does(what + " cut without a mark"):
		return string(c[:n])
	}
	return string(c[:n]) + " ..."
}

// shown makes control sequences visible.
func shown(out []byte) string {
	return strings.Map(func(c rune) rune {
		if c < ' ' && c != '\n' && c != '\t' || c == 0x7f {
			return '?'
		}
		return c
	}, strings.ToValidUTF8(string(out), "?"))
}

// command runs sh -c to its end, or to the limit.
func (r *reference) command(script, dir string, env []string) ([]byte, error) {
	limit := r.limit
	if limit == 0 || r.does("no limit of time") {
		limit = 5 * time.Minute
	}
	ctx, cancel := context.WithTimeout(r.ctx, limit)
	defer cancel()
	c := exec.CommandContext(ctx, "sh", "-c", script)
	c.Dir, c.Env = dir, append([]string{"PATH=" + os.Getenv("PATH")}, env...)
	c.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	c.WaitDelay = 300 * time.Millisecond // a child in the background does not hold the outcome
	c.Cancel = func() error {
		if r.does("kills the shell alone") {
			return c.Process.Kill()
		}
		return syscall.Kill(-c.Process.Pid, syscall.SIGKILL)
	}
	var out bytes.Buffer
	c.Stdout, c.Stderr = &out, &out
	if r.does("no standard error") {
		c.Stderr = nil
	}
	err := c.Run()
	if errors.Is(err, exec.ErrWaitDelay) {
		err = nil
	}
	return out.Bytes(), err
}

// turn hands a prompt to the agent of the project.
func (r *reference) turn(f request, env []string, post func(kind, text string)) {
	r.mu.Lock()
	busy := r.busy[f.session] && !r.does("two turns at once")
	r.busy[f.session] = true
	r.mu.Unlock()
	if busy {
		if !r.does("drops without a word") {
			post("notice", f.event+" was skipped, the session is busy")
		}
		return
	}
	defer func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.busy[f.session] = r.does("busy for ever")
	}()
	post("notice", f.event+": a prompt")
	c := exec.CommandContext(r.ctx, "sh", "-c", hookAgent)
	c.Dir, c.Env = filepath.Join(r.dir, f.project), append([]string{"PATH=" + os.Getenv("PATH")}, env...)
	c.Stdin = strings.NewReader(r.compose(f))
	out, err := c.Output()
	if err == nil {
		post("reply", string(bytes.TrimSpace(out)))
	}
}

func (r *reference) compose(f request) string {
	if f.payload == nil {
		return f.prompt
	}
	var b bytes.Buffer
	_ = json.Indent(&b, f.payload, "", "  ")
	if r.does("payload decoded") {
		var v any
		_ = json.Unmarshal(f.payload, &v)
		b.Reset()
		again, _ := json.MarshalIndent(v, "", "  ")
		b.Write(again)
	}
	fence := "```"
	for strings.Contains(b.String(), fence) && !r.does("short fence") {
		fence += "`"
	}
	if r.does("empty payload is none") && (b.String() == "{}" || b.String() == "false" || b.String() == `""`) {
		return f.prompt
	}
	return f.prompt + "\n\nContext:\n" + fence + "json\n" + b.String() + "\n" + fence + "\n"
}
