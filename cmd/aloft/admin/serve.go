package admin

import (
	"errors"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"aloft/client/config"
	"aloft/client/embedded"
	"aloft/client/embedded/flow"
	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/wire"
)

// Faults has words for faults of the embedded service. Tests have them, and programs that are built with -tags lab.
type Faults struct {
	Words func() []string
	Parse func(...string) (flow.Faults, error)
}

func (cs *Commands) serveCommand() console.Command {
	flags := []console.Flag{
		{Name: "addr", Value: "127.0.0.1:0", Help: "listen on this address and port"},
		{Name: "strict", Value: false, Help: "refuse a request within 500 ms of the previous one"},
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
			o := embedded.Options{Dir: cs.session.Dirs.Data, Sample: true}
			if cs.Faults.Parse != nil {
				var err error
				if o.Faults, err = cs.Faults.Parse(in.List("fault")...); err != nil {
					return console.Exit(console.ExitUsage, err)
				}
			}
			if in.On("strict") {
				o.Strict = time.Duration(float64(config.MinGap) * cs.session.Scale)
			}
			return cs.serve(in.Text("addr"), o, in.On("allow-remote"))
		},
	}
}

// serve runs until it is interrupted, which is its normal end.
func (cs *Commands) serve(addr string, o embedded.Options, remote bool) error {
	if err := cs.session.MakeData(); err != nil {
		return err
	}
	s, err := embedded.Open(cs.session.Context(), o)
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
