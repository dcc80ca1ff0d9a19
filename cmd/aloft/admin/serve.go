package admin

import (
	"errors"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"aloft/client"
	"aloft/client/config"
	"aloft/client/embedded"
	"aloft/client/embedded/fault"
	"aloft/client/embedded/watch"
	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/wire"
)

// Faults has words for faults of the embedded service. Tests have them, and programs that are built with -tags lab.
type Faults struct {
	Words func() []string
	Parse func(...string) (fault.Faults, error)
}

func (cs *Commands) serveCommand() *cobra.Command {
	var addr string
	var strict, remote bool
	var faults []string
	c := &cobra.Command{
		Use: "serve", Short: cs.con.Say("serve the embedded drive and documents to other programs"), Args: console.WantArgs(0, 0),
		Long: cs.con.Say("Prints one line of JSON and serves until it is interrupted. Files of the drive can be downloaded, uploaded and shared."),
		RunE: cs.session.Needs(func(c *cobra.Command, _ []string) error {
			var f fault.Faults
			if cs.Faults.Parse != nil {
				var err error
				if f, err = cs.Faults.Parse(faults...); err != nil {
					return console.Exit(console.ExitUsage, err)
				}
			}
			if strict {
				f = withStrict(f, time.Duration(float64(config.MinGap)*cs.session.Scale))
			}
			return cs.serve(addr, f, remote)
		}),
	}
	c.Flags().StringVar(&addr, "addr", "127.0.0.1:0", cs.con.Say("listen here"))
	c.Flags().BoolVar(&strict, "strict", false, cs.con.Say("refuse requests that come less than 500 ms after the one before"))
	if cs.Faults.Parse != nil {
		c.Flags().StringArrayVar(&faults, "fault", nil, strings.Join(cs.Faults.Words(), " "))
		_ = c.RegisterFlagCompletionFunc("fault", cobra.FixedCompletions(cs.Faults.Words(), cobra.ShellCompDirectiveNoSpace|cobra.ShellCompDirectiveNoFileComp))
	}
	c.Flags().BoolVar(&remote, "allow-remote", false, cs.con.Say("allow an address that other machines can reach"))
	cs.con.Prints(c, embedded.Server{})
	return c
}

// withStrict enforces the gap for callers of both halves, unless a fault names
// another.
func withStrict(f fault.Faults, gap time.Duration) fault.Faults {
	if f.Strict == 0 {
		f.Strict = gap
	}
	if f.Docs.Strict == 0 {
		f.Docs.Strict = gap
	}
	return f
}

// serve runs until it is interrupted, which is its normal end.
func (cs *Commands) serve(addr string, f fault.Faults, remote bool) error {
	if cs.session.Dirs.Data == "" {
		return cs.session.DirsErr
	}
	if err := config.Make(cs.session.Dirs.Data, client.DataHome); err != nil {
		return err
	}
	s, err := embedded.Open(cs.session.Context(), embedded.Options{Dir: cs.session.Dirs.Data, Sample: true, Faults: f, Observe: cs.logArrival()})
	if err != nil {
		return wire.Storage(err)
	}
	v, err := embedded.Serve(cs.session.Context(), s, addr, remote)
	if err != nil {
		return errors.Join(wire.Storage(err), s.Close())
	}
	cs.con.Scrub.Add(v.Cookie)
	cs.con.Scrub.Add(v.Token)
	// The one place where a secret is printed: it was made for the caller.
	err = cs.con.Encode(v)
	if err == nil {
		err = cs.con.Flush()
	}
	if err == nil {
		err = v.Wait()
	}
	return errors.Join(err, v.Close(), s.Close())
}

func (cs *Commands) logArrival() func(watch.Arrival) {
	if cs.session.Flags.Log == "" {
		return nil
	}
	return func(r watch.Arrival) {
		cs.con.Log.Info("arrival", "n", r.N, "method", r.Method, "path", r.Path, "tool", r.Tool, "gap_ms", r.Gap.Milliseconds(), "mutation", r.Mutation,
			"batch", r.Batch, "stale", r.Stale, "status", r.Status, "code", r.Code, "fault", r.Fault)
	}
}
