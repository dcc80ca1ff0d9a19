package browse

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"aloft/client"
	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/write"
	"aloft/model"
	"aloft/model/text"
)

type jsonShare struct {
	Place string `json:"place"`
	ID    string `json:"id,omitempty"`
	Share string `json:"share"`
}

func (cs *Commands) shareCommand() *cobra.Command {
	var w write.Flags
	var policy string
	var link linkFlags
	ls := links{cs}
	c := &cobra.Command{
		Use: "share PLACE… [--policy read|edit]", Short: cs.con.Say("share by a link, or set who can read or edit"), Long: cs.con.Say(`Entries of the drive: makes one link to all of them, and prints it with its pass code.
Anyone with both can see and save them until the link expires or is ended.

A document or a space: without --policy it prints what is in force: private (only
you), some (some members), read or edit (everyone with the link). Only read and edit
can be set.`), Args: console.WantArgs(1, -1),
		ValidArgsFunction: cs.places.Complete(-1),
		RunE: cs.session.Needs(func(c *cobra.Command, args []string) error {
			p, src, err := cs.places.Source(args[0])
			if err != nil {
				return err
			}
			if s, ok := src.(client.LinkSharer); ok {
				return ls.share(c, s, args, link, w)
			}
			switch {
			case len(args) > 1:
				return console.UsageErrorFor(c, "only entries of the drive can be shared several at once")
			case c.Flags().Changed("expires") || c.Flags().Changed("code"):
				return console.UsageErrorFor(c, "--expires and --code are for links of the drive")
			}
			if err := client.Able(src, model.OpShare); err != nil {
				return err
			}
			s, ok := src.(client.Sharer)
			switch {
			case !ok:
				return client.Errorf(client.KindUnsupported, "share", p, text.NoShare, string(p.Scheme))
			case p.IsRoot():
				return console.UsageErrorFor(c, text.CliShareRoot, p.String())
			case policy == "":
				return cs.shared(src, s, p, w.Format)
			case !slices.Contains(s.Policies(), model.Policy(policy)):
				return console.UsageErrorFor(c, "--policy is one of %s, not %q; no other one can be set", policies(s), policy)
			}
			return cs.run.Run(client.Request{Op: model.OpShare, Items: []model.Place{p}, Policy: model.Policy(policy)}, w)
		}),
	}
	c.Flags().StringVar(&policy, "policy", "", cs.con.Say("read: everyone with the link can read; edit: everyone with the link can edit"))
	console.OneOfWords(c, "policy", string(model.PolicyRead), string(model.PolicyEdit))
	ls.flags(c, &link)
	cs.run.WriteFlags(c, &w)
	cs.con.Prints(c, jsonShare{}, jsonLink{})
	c.AddCommand(ls.lsCommand(), ls.endCommand(), ls.saveCommand())
	return c
}

func policies(s client.Sharer) string {
	var out []string
	for _, p := range s.Policies() {
		out = append(out, string(p))
	}
	return strings.Join(out, ", ")
}

// shared prints who can read or edit a thing.
func (cs *Commands) shared(src client.Source, s client.Sharer, p model.Place, f console.Format) error {
	e, err := src.Stat(cs.session.Context(), p, client.Options{})
	if err != nil {
		return err
	}
	ref := model.Ref{Place: p, ID: e.ID, Kind: e.Kind, Space: e.Facts().Space}
	policy, err := s.Policy(cs.session.Context(), ref, client.Options{})
	if err != nil {
		return err
	}
	if f.JSON || f.JSONL {
		return cs.con.Encode(jsonShare{p.String(), e.ID, string(policy)})
	}
	t := text.Text("only its owner")
	switch policy {
	case model.PolicySome:
		t = "some members"
	case model.PolicyRead:
		t = "everyone with the link can read"
	case model.PolicyEdit:
		t = "everyone with the link can edit"
	}
	return cs.con.Line(string(policy), "  ", cs.con.Say(t))
}
