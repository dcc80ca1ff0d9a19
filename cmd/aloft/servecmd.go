package main

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"aloft/client"
	"aloft/client/config"
	"aloft/client/embedded"
	"aloft/client/embedded/fault"
	"aloft/client/embedded/store"
	"aloft/client/embedded/watch"
)

func (a *app) serveCommand() *cobra.Command {
	var addr string
	var strict, remote bool
	var faults []string
	c := &cobra.Command{
		Use: "serve", Short: a.cat.Say("serve the embedded drive and documents to other programs"), Args: wantArgs(0, 0),
		RunE: a.needs(func(c *cobra.Command, _ []string) error {
			f, err := embedded.ParseFaults(faults)
			if err != nil {
				return &exitError{exitUsage, storage(err)}
			}
			if strict {
				f = withStrict(f, time.Duration(float64(config.MinGap)*a.scale))
			}
			return a.serve(addr, f, remote)
		}),
	}
	var long strings.Builder
	long.WriteString(a.cat.Say("Prints one line of JSON and serves until it is interrupted. Faults for --fault:"))
	for _, f := range fault.Names() {
		long.WriteString("\n  " + f.Name + strings.Repeat(" ", max(1, 16-len(f.Name))) + a.cat.Say(f.Help))
	}
	c.Long = long.String()
	c.Flags().StringVar(&addr, "addr", "127.0.0.1:0", a.cat.Say("listen here"))
	c.Flags().BoolVar(&strict, "strict", false, a.cat.Say("refuse requests that come less than 500 ms after the one before"))
	a.faultFlag(c, &faults)
	c.Flags().BoolVar(&remote, "allow-remote", false, a.cat.Say("allow an address that other machines can reach"))
	return c
}

// withStrict holds callers of both halves to the gap, unless a fault names one.
func withStrict(f fault.Faults, gap time.Duration) fault.Faults {
	if f.Strict == 0 {
		f.Strict = gap
	}
	if f.Docs.Strict == 0 {
		f.Docs.Strict = gap
	}
	return f
}

// serve runs until it is interrupted, which is its proper end.
func (a *app) serve(addr string, f fault.Faults, remote bool) error {
	if a.dirs.Data == "" {
		return a.dirsErr
	}
	if err := config.Make(a.dirs.Data, client.DataHome); err != nil {
		return err
	}
	s, err := embedded.Open(a.ctx(), embedded.Options{Dir: a.dirs.Data, Sample: true, Faults: f, Observe: a.logArrival()})
	if err != nil {
		return storage(err)
	}
	v, err := embedded.Serve(a.ctx(), s, addr, remote)
	if err != nil {
		return errors.Join(storage(err), s.Close())
	}
	a.scrub.Add(v.Cookie)
	a.scrub.Add(v.Token)
	// The one place where a secret is printed: it was made for whoever asked.
	err = a.encode(v)
	if err == nil {
		if err = a.out.Flush(); err != nil {
			err = a.outputFailed(err)
		}
	}
	if err == nil {
		err = v.Wait()
	}
	return errors.Join(err, v.Close(), s.Close())
}

func (a *app) logArrival() func(watch.Arrival) {
	if a.flags.log == "" {
		return nil
	}
	return func(r watch.Arrival) {
		a.log.Info("arrival", "n", r.N, "method", r.Method, "path", r.Path, "tool", r.Tool, "gap_ms", r.Gap.Milliseconds(), "mutation", r.Mutation,
			"batch", r.Batch, "stale", r.Stale, "status", r.Status, "code", r.Code, "fault", r.Fault)
	}
}

// recoverLocal puts a new database in the place of a damaged one.
func (a *app) recoverLocal() (store.Recovered, error) {
	if a.dirs.Data == "" {
		return store.Recovered{}, a.dirsErr
	}
	done, err := store.Recover(a.ctx(), a.dirs.Data, time.Now())
	return done, storage(err)
}

// resetLocal puts the embedded account back to its sample.
func (a *app) resetLocal() error {
	if a.dirs.Data == "" {
		return a.dirsErr
	}
	if err := config.Make(a.dirs.Data, client.DataHome); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(a.ctx(), time.Minute)
	defer cancel()
	s, err := embedded.Open(ctx, embedded.Options{Dir: a.dirs.Data, Sample: true})
	if err != nil {
		return storage(err)
	}
	return storage(errors.Join(s.Reset(ctx), s.Close()))
}
