package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"aloft/client"
	"aloft/client/config"
	"aloft/client/webhook"
	"aloft/model"
	"aloft/model/text"
)

// hookAddress is what serve prints.
type hookAddress struct {
	URL     string `json:"url"`
	Address string `json:"address"`
	Open    bool   `json:"open"` // no token is asked for
	PID     int    `json:"pid"`
	Instead int    `json:"instead_of,omitempty"` // the configured port, when it is another user's
}

func (a *app) hookServeCommand() *cobra.Command {
	var address, path string
	var port int
	var free, open bool
	c := &cobra.Command{
		Use: "serve", Short: a.cat.Say("receive without a screen"), Long: a.cat.Say(`Prints one line of JSON with url, address, open and pid, and receives until it is
interrupted. What still ran then is stopped and named on standard error. Another
instance of yours that listens already, or a taken port, ends it with exit 5. Where the configured port is another user's it takes
a free one and keeps to it at later starts (instead_of tells of it), so that lines that
were copied go on working; --port means that port alone.`), Args: wantArgs(0, 0),
		RunE: func(c *cobra.Command, _ []string) error {
			f := c.Flags()
			if f.Changed("port") && free {
				return usageErrorFor(c, "only one of --port and --any-port can be given")
			}
			a.flags.hook = map[string]config.Flag{}
			set := func(name, key string, v any) {
				if f.Changed(name) {
					a.flags.hook[key] = config.Flag{Name: "--" + name, Value: v}
				}
			}
			set("address", "webhook.address", address)
			set("port", "webhook.port", int64(port))
			set("path", "webhook.path", path)
			set("open", "webhook.open", open)
			if err := a.prepare(c); err != nil {
				return err
			}
			return a.hookServe(free)
		},
	}
	c.Flags().StringVar(&address, "address", "", a.cat.Say("listen on this address of the machine"))
	c.Flags().IntVar(&port, "port", 0, a.cat.Say("listen on this port (0: 9111)"))
	c.Flags().BoolVar(&free, "any-port", false, a.cat.Say("listen on a port that is free"))
	c.Flags().StringVar(&path, "path", "", a.cat.Say("path of the requests"))
	c.Flags().BoolVar(&open, "open", false, a.cat.Say("ask senders for no token"))
	return c
}

// hookServe receives until it is interrupted, which is its proper end.
func (a *app) hookServe(anyPort bool) error {
	o, err := a.hookOptions()
	if err != nil {
		return err
	}
	// Start says what is wrong; beginning by itself would not.
	o.Headless, o.Settings.Enabled = true, false
	port := 0
	if anyPort {
		port = client.AnyPort
	}
	away := make(chan os.Signal, 1)
	signal.Notify(away, syscall.SIGTSTP)
	defer signal.Stop(away)
	s := webhook.New(o)
	a.hooks = s
	defer a.closeHooks()
	err = s.Start(a.ctx(), port)
	if st := s.Status(); err == nil && st.PID != 0 { // another instance has the store
		err = a.hookHeldBy(st)
	}
	if err == nil {
		st := s.Status()
		err = a.encode(hookAddress{st.URL, st.Address, st.Open, os.Getpid(), st.Instead})
		a.hookInstead(st.Instead, st.Why)
	}
	if err == nil {
		if err = a.out.Flush(); err != nil {
			err = a.outputFailed(err)
		}
	}
	if err == nil {
		err = a.hookRuns(s, away)
	}
	return err
}

// hookHeldBy says that another receiver of this user is there, which listens, or
// does not.
func (a *app) hookHeldBy(st model.HookStatus) error {
	if st.State == model.HookOther {
		return hookListens(st.PID, st.URL)
	}
	h, err := a.needReceiver()
	if err == nil {
		err = a.hookNotUp(h)
	}
	return err
}

// hookRuns waits for the interrupt, and says what becomes of the receiver
// meanwhile: it can be paused or stopped by others, and listens anew when the
// configuration says so. away tells that the person wants the shell back.
func (a *app) hookRuns(s *webhook.Service, away <-chan os.Signal) error {
	changes, stop := a.watchConfig()
	defer stop()
	was := s.Status()
	for {
		select {
		case <-a.ctx().Done():
			return nil
		case r := <-changes:
			a.warnLine(r.Say)
		case <-away:
			if err := a.hookAway(s); err != nil {
				return err
			}
		case _, ok := <-s.Events():
			if !ok {
				return client.Errorf(client.KindLocal, "hook", model.Place{}, "the receiver has ended by itself")
			}
			now := s.Status()
			if now.PID != 0 { // somebody took the folder away, and another instance was sooner
				return a.hookHeldBy(now)
			}
			if now.State != was.State || now.URL != was.URL {
				a.warnLine(a.hookStands(now))
				a.hookInstead(now.Instead, now.Why)
			}
			was = now
		}
	}
}

// sleepWait is how long a suspension waits for requests that have begun.
const sleepWait = 2 * time.Second

// hookAway suspends the program (Ctrl-Z) until it is continued. Nothing listens
// meanwhile: a suspended process would take connections and answer none.
func (a *app) hookAway(s *webhook.Service) error {
	ctx, cancel := context.WithTimeout(a.ctx(), sleepWait)
	defer cancel()
	if err := s.Sleep(ctx); err != nil {
		a.warn(err) // the person goes to the shell all the same
	}
	back := make(chan os.Signal, 1)
	signal.Notify(back, syscall.SIGCONT)
	defer signal.Stop(back)
	if err := syscall.Kill(os.Getpid(), syscall.SIGSTOP); err != nil {
		return err
	}
	select { // the signal may reach another thread first, and this one go on for a while
	case <-back:
	case <-a.ctx().Done():
	}
	_ = s.Wake(a.ctx()) // its state tells what is wrong
	return nil
}

// hookInstead says that another port than the configured one is listened on; why is
// the sentence when that is news.
func (a *app) hookInstead(port int, why string) {
	switch {
	case port == 0:
	case why != "":
		a.warnLine(model.Clean(why))
	default:
		a.warnLine(a.cat.Say(text.CliHookInstead, port))
	}
}

// hookStands says where the receiver stands.
func (a *app) hookStands(st model.HookStatus) string {
	switch {
	case st.State == model.HookUp || st.State == model.HookPaused:
		return a.cat.Say(text.CliHookIs, st.URL, string(st.State))
	case st.Why != "":
		return model.Clean(a.cat.Say("the receiver is %s: %s", string(st.State), st.Why))
	}
	return a.cat.Say("the receiver is %s", string(st.State))
}
