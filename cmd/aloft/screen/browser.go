package screen

import (
	"context"
	"errors"
	"os/exec"
	"runtime"
	"strings"
	"time"

	"aloft/client"
	"aloft/cmd/aloft/console"
	"aloft/model"
	"aloft/model/text"
)

// browserAnswers is how long a browser has to say that it cannot open an address;
// one that runs for longer is open.
const browserAnswers = 2 * time.Second

// browser opens web addresses where the person sits; nil where that is not known to
// be this machine. The commands of $BROWSER are tried in their order.
func (sc *Screen) browser() func(address string) error {
	commands := browsers(sc.Con.Env, runtime.GOOS)
	if len(commands) == 0 {
		return nil
	}
	return func(address string) error { return opens(commands, address, "no browser could be opened: %s") }
}

// opens opens an address, or a file, with the first command that can.
func opens(commands [][]string, address string, no text.Text) (err error) {
	for _, c := range commands {
		if err = browse(c, address); err == nil {
			return nil
		}
	}
	return client.Errorf(client.KindLocal, "open", model.Place{}, no, console.Cause(err))
}

// browsers are the commands that open an address, as words.
func browsers(env func(string) string, system string) (commands [][]string) {
	for c := range strings.SplitSeq(env("BROWSER"), ":") {
		if words := strings.Fields(c); len(words) > 0 {
			commands = append(commands, words)
		}
	}
	switch {
	case len(commands) > 0:
		return commands
	case env("SSH_CONNECTION") != "" || env("SSH_TTY") != "":
		return nil // the person's browser is on the other machine
	case system == "darwin":
		return [][]string{{"open"}}
	case env("DISPLAY") != "" || env("WAYLAND_DISPLAY") != "":
		return [][]string{{"xdg-open"}}
	}
	return nil
}

// browse starts one of them without the terminal. The address takes the place of
// %s, or the last.
func browse(words []string, address string) error {
	args, put := make([]string, 0, len(words)+1), false
	for _, w := range words {
		put = put || strings.Contains(w, "%s")
		args = append(args, strings.ReplaceAll(w, "%s", address))
	}
	if !put {
		args = append(args, address)
	}
	c := exec.Command(args[0], args[1:]...)
	apart(c)
	if err := c.Start(); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), browserAnswers)
	defer cancel()
	ended := make(chan error, 1)
	go func() { ended <- c.Wait() }()
	select {
	case err := <-ended:
		if x := new(exec.ExitError); errors.As(err, &x) {
			return errors.New(args[0] + ": " + x.Error())
		}
		return err
	case <-ctx.Done():
		return nil
	}
}
