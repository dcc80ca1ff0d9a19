package screen

import (
	"bufio"
	"context"
	"errors"
	"io"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"aloft/client"
	"aloft/client/system"
	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/session"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui"
	"aloft/ui/keys"
)

// envScreen names the process of the screen for the commands that it starts.
const envScreen = "ALOFT_SCREEN"

// sentMost is the longest action, in bytes; sentWithin is how long an exchange may
// take.
const (
	sentMost   = 200
	sentWithin = 5 * time.Second
)

// socket is where the screen of a process takes actions; "" = there is no folder.
func (sc *Screen) socket(pid string) string {
	return session.Below(sc.Session.Dirs.State, "screens", pid)
}

// listen takes actions that other processes of the person send, one a connection:
// its name and a line break; the answer is a sentence, empty when it is done. The
// folder lets nobody else in. Where that cannot be, nothing is taken.
func (sc *Screen) listen(ctx context.Context) <-chan ui.Sent {
	path := sc.socket(strconv.Itoa(os.Getpid()))
	if path == "" || os.MkdirAll(filepath.Dir(path), 0o700) != nil {
		return nil
	}
	_ = os.Remove(path) // of a killed process with our number
	var where net.ListenConfig
	l, err := where.Listen(ctx, "unix", path)
	if err != nil {
		return nil
	}
	_ = os.Setenv(envScreen, strconv.Itoa(os.Getpid()))
	out := make(chan ui.Sent)
	context.AfterFunc(ctx, func() { _ = l.Close() })
	go func() {
		defer close(out)
		sc.sweep(filepath.Dir(path))
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			sc.take(ctx, c, out)
		}
	}()
	return out
}

// sweep removes the sockets of screens that were killed.
func (sc *Screen) sweep(dir string) {
	all, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	for _, e := range all {
		if c, err := sc.reach(e.Name()); err == nil {
			_ = c.Close()
		}
	}
}

// starting is longer than a screen takes from its socket's name to listening there.
const starting = 2 * time.Second

// reach connects to the screen of a process. Where nobody listens, the socket is removed.
func (sc *Screen) reach(pid string) (net.Conn, error) {
	path := sc.socket(pid)
	c, err := net.DialTimeout("unix", path, sentWithin)
	if system.Is(err, system.Refused) {
		if st, err := os.Lstat(path); err == nil && time.Since(st.ModTime()) > starting {
			_ = os.Remove(path)
		}
	}
	return c, err
}

// take is one exchange.
func (sc *Screen) take(ctx context.Context, c net.Conn, out chan<- ui.Sent) {
	defer c.Close()
	_ = c.SetDeadline(time.Now().Add(sentWithin))
	name, err := bufio.NewReader(io.LimitReader(c, sentMost)).ReadString('\n')
	if err != nil {
		return
	}
	answer := make(chan string, 1)
	late, cancel := context.WithTimeout(ctx, sentWithin)
	defer cancel()
	select {
	case out <- ui.Sent{Action: keys.Action(strings.TrimSuffix(name, "\n")), Answer: func(why string) { answer <- why }}:
	case <-late.Done():
		return
	}
	select {
	case why := <-answer:
		_, _ = io.WriteString(c, why+"\n")
	case <-late.Done():
	}
}

// SendCommand is "aloft send".
func (sc *Screen) SendCommand() console.Command {
	return console.Command{
		Use: "send ACTION", Short: "run an action in an open aloft", Long: `ACTION is a name from "aloft keys", such as global.refresh. It does what its
key would do at the current focus. If several alofts are open, it runs in the
one that started this command, or in the one given by --pid.`, Words: console.First(func() []string {
			return model.Each(keys.Actions(), func(d keys.Doc) string { return string(d.ID) + "\t" + sc.Con.Say(d.Title) })
		}),
		Flags: []console.Flag{
			{Name: "pid", Value: 0, Help: "process id of the open aloft"},
		},
		Run: func(in console.Call) error { return sc.send(in.Args[0], in.Int("pid")) },
	}
}

func (sc *Screen) send(action string, pid int) error {
	if strings.ContainsAny(action, "\r\n") || len(action) >= sentMost {
		return console.UsageError(text.NoAction, "aloft keys lists the actions", action)
	}
	c, err := sc.dial(pid)
	if err != nil {
		return err
	}
	defer c.Close()
	_ = c.SetDeadline(time.Now().Add(sentWithin))
	lost := client.Errorf(client.KindLocal, "send", model.Place{}, "aloft does not answer; the action may have run")
	if _, err := io.WriteString(c, action+"\n"); err != nil {
		return lost
	}
	why, err := bufio.NewReader(c).ReadString('\n')
	switch why = strings.TrimSuffix(why, "\n"); {
	case err != nil:
		return lost
	case why != "":
		return client.Errorf(client.KindInvalid, "send", model.Place{}, "not done: %s", why)
	}
	return nil
}

// dial connects to a screen: of that process, else of the one that started this
// command, else the only one.
func (sc *Screen) dial(pid int) (net.Conn, error) {
	which := sc.Con.Env(envScreen)
	if pid != 0 {
		which = strconv.Itoa(pid)
	}
	if which != "" && strings.Trim(which, "0123456789") == "" {
		if c, err := net.DialTimeout("unix", sc.socket(which), sentWithin); err == nil {
			return c, nil
		}
		return nil, client.Errorf(client.KindNotFound, "send", model.Place{}, "no aloft is open in process %s", which)
	}
	all, err := os.ReadDir(filepath.Dir(sc.socket("0")))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, client.Errorf(client.KindLocal, "send", model.Place{}, "the open alofts cannot be listed: %s", console.Cause(err))
	}
	var open []net.Conn
	var pids []string
	for _, e := range all {
		c, err := sc.reach(e.Name())
		if err != nil {
			continue
		}
		open, pids = append(open, c), append(pids, e.Name())
	}
	if len(open) == 1 {
		return open[0], nil
	}
	for _, c := range open {
		_ = c.Close()
	}
	if len(open) == 0 {
		if c, err := net.DialTimeout("unix", sc.socket("0"), sentWithin); err == nil {
			_ = c.Close()
		} else if system.Is(err, system.NoAddress) {
			return nil, client.Errorf(client.KindUnsupported, "send", model.Place{}, "no open aloft can be reached: this system has no Unix sockets. Windows has them since version 1803.")
		}
		return nil, client.Errorf(client.KindNotFound, "send", model.Place{}, "no aloft is open")
	}
	slices.Sort(pids)
	return nil, console.UsageError("several alofts are open: choose one with --pid (%s)", "", strings.Join(pids, ", "))
}
