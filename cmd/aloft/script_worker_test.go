//go:build unix

package main

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

const workerKey = "worker"

// A worker is a process that runs one command of a script after the other, each with the
// environment, the folder and the streams that it would have as a process of its own. To start the
// program costs more than most of them do.
type worker struct {
	names []string // of the variables that the script may set
	ran   int
	began *exec.Cmd
	calls *json.Encoder
	ends  *json.Decoder
	stop  io.Closer
}

type call struct {
	Args, Env  []string
	Dir, Stdin string
}

type ending struct {
	Code           int
	Stdout, Stderr string
}

var variable = regexp.MustCompile(`[A-Z][A-Z0-9_]+`)

// newWorker is the worker of a script. It starts with its first command.
func newWorker(e *testscript.Env) (*worker, error) {
	script, err := os.ReadFile(filepath.Join("testdata/script", strings.TrimPrefix(filepath.Base(e.WorkDir), "script-")+".txtar"))
	w := &worker{names: variable.FindAllString(string(script), -1)}
	for _, v := range e.Vars {
		name, _, _ := strings.Cut(v, "=")
		w.names = append(w.names, name)
	}
	slices.Sort(w.names)
	w.names = slices.Compact(w.names)
	e.Defer(w.end)
	return w, err
}

func (w *worker) start(env []string) error {
	w.began = exec.Command("aloft-works")
	w.began.Env, w.began.Stderr = env, os.Stderr
	in, err := w.began.StdinPipe()
	out, oerr := w.began.StdoutPipe()
	w.stop, w.calls, w.ends = in, json.NewEncoder(in), json.NewDecoder(out)
	return errors.Join(err, oerr, w.began.Start())
}

func (w *worker) end() {
	if w.began != nil {
		_ = w.stop.Close()
		_ = w.began.Wait()
		w.began = nil
	}
}

// run runs a command in the worker. Every 32 commands there is a new one: cobra keeps each tree of commands for ever.
func (w *worker) run(ts *testscript.TestScript, args []string, stdin string) int {
	c := call{Args: args, Env: []string{"PWD=" + ts.MkAbs(".")}, Dir: ts.MkAbs("."), Stdin: stdin}
	for _, name := range w.names {
		if v := ts.Getenv(name); v != "" {
			c.Env = append(c.Env, name+"="+v)
		}
	}
	if w.ran++; w.ran%32 == 0 {
		w.end()
	}
	if w.began == nil {
		ts.Check(w.start(c.Env))
	}
	hangs := time.AfterFunc(5*time.Minute, func() { _ = w.began.Process.Signal(syscall.SIGQUIT) })
	defer hangs.Stop()
	var e ending
	ts.Check(w.calls.Encode(c))
	ts.Check(w.ends.Decode(&e))
	_, err := io.WriteString(ts.Stdout(), e.Stdout)
	ts.Check(err)
	_, err = io.WriteString(ts.Stderr(), e.Stderr)
	ts.Check(err)
	return e.Code
}

// works is a worker's process.
func works() {
	debug.SetGCPercent(400) // what collectLate measures is not one command
	calls, ends := json.NewDecoder(os.Stdin), json.NewEncoder(os.Stdout)
	for {
		var c call
		if calls.Decode(&c) != nil {
			return
		}
		e, err := c.run()
		if err == nil {
			err = ends.Encode(e)
		}
		if err != nil {
			panic(err)
		}
	}
}

func (c call) run() (e ending, err error) {
	os.Clearenv()
	for _, v := range c.Env {
		name, value, _ := strings.Cut(v, "=")
		err = errors.Join(err, os.Setenv(name, value))
	}
	inR, inW, ierr := os.Pipe()
	outR, outW, oerr := os.Pipe()
	errR, errW, eerr := os.Pipe()
	if err = errors.Join(err, os.Chdir(c.Dir), ierr, oerr, eerr); err != nil {
		return e, err
	}
	var streams sync.WaitGroup
	streams.Go(func() { _, _ = io.WriteString(inW, c.Stdin); _ = inW.Close() })
	for to, from := range map[*string]*os.File{&e.Stdout: outR, &e.Stderr: errR} {
		streams.Go(func() { b, _ := io.ReadAll(from); *to = string(b); _ = from.Close() })
	}
	e.Code = testApp(inR, outW, errW).run(c.Args)
	err = errors.Join(inR.Close(), outW.Close(), errW.Close())
	streams.Wait()
	return e, err
}
