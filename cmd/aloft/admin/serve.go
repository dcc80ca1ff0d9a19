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
	"aloft/client/embedded/flow"
	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/wire"
)

// Faults has words for faults of the embedded service. Tests have them, and programs that are built with -tags lab.
type Faults struct {
	Words func() []string
	Parse func(...string) (fault.Faults, error)
}

func (cs *Commands) serveCommand() console.Command {
	flags := []console.Flag{
		{Name: "addr", Value: "127.0.0.1:0", Help: "listen here"},
		{Name: "strict", Value: false, Help: "refuse requests less than 500 ms after the one before"},
		{Name: "allow-remote", Value: false, Help: "allow an address that other machines can reach"},
	}
	if cs.Faults.Parse != nil {
		flags = append(flags, console.Flag{Name: "fault", Value: []string(nil), Help: "%s", Said: []any{strings.Join(cs.Faults.Words(), " ")},
			Complete: cobra.FixedCompletions(cs.Faults.Words(), cobra.ShellCompDirectiveNoSpace|cobra.ShellCompDirectiveNoFileComp)})
	}
	return console.Command{
		Use: "serve", Short: "serve the embedded service to other programs", Long: "Prints one line of JSON and serves until it is interrupted. Files of the drive can be downloaded, uploaded and shared.",
		Flags: flags, Prints: []any{embedded.Server{}},
		Run: func(in console.Call) error {
			var f fault.Faults
			if cs.Faults.Parse != nil {
				var err error
				if f, err = cs.Faults.Parse(in.List("fault")...); err != nil {
					return console.Exit(console.ExitUsage, err)
				}
			}
			if in.On("strict") {
				f = withStrict(f, time.Duration(float64(config.MinGap)*cs.session.Scale))
			}
			return cs.serve(in.Text("addr"), f, in.On("allow-remote"))
		},
	}
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

func (cs *Commands) logArrival() func(flow.Arrival) {
	if cs.session.Flags.Log == "" {
		return nil
	}
	return func(r flow.Arrival) {
		cs.con.Log.Info("arrival", "n", r.N, "method", r.Method, "path", r.Path, "tool", r.Tool, "gap_ms", r.Gap.Milliseconds(), "mutation", r.Mutation,
			"batch", r.Batch, "stale", r.Stale, "status", r.Status, "code", r.Code, "fault", r.Fault)
	}
}
