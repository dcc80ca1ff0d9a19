package browse

import (
	"slices"
	"strings"

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

func (cs *Commands) shareCommand() console.Command {
	ls := links{cs}
	return cs.run.Row(write.Plan, console.Command{
		Use: "share PLACE… [--policy read|edit]", Short: "share by a link, or set who can read or edit", Long: `For entries of the drive: makes one link to all of them, and prints it with its
pass code. Anyone with both can see and save the entries until the link expires
or is ended.

For a document or a space: prints who has access, or sets it with --policy. It
is private (only you), some (some members), read or edit (everyone with the
link). Only read and edit can be set.`,
		JSON: []any{write.Result{}, jsonShare{}, jsonLink{}}, Below: []console.Command{
			{
				Use: "ls", Short: "list your links of the drive", Long: "Lists the links of the current account's drive, also expired ones that the service still keeps. Each line has the id, the expiry, the shared entries, the link and its pass code.",
				JSON: []any{jsonLink{}}, Lines: true, Run: ls.ls,
			},
			{
				Use: "end ID|LINK…", Short: "end links of the drive", Long: "Ends links that aloft share ls lists, by id or address. Copies that others have saved stay. If one of the links is not in the list, none is ended.", Run: ls.end,
			},
			ls.saveCommand(),
		},
		Flags: append(linkFlags(), console.Flag{
			Name: "policy", Value: "", Help: "read: everyone with the link can read; edit: everyone with the link can edit", Words: []string{string(model.PolicyRead), string(model.PolicyEdit)},
		}),
	}, func(in console.Call, w write.Flags) error {
		p, src, err := cs.places.Source(in.Args[0])
		if err != nil {
			return err
		}
		if s, ok := src.(client.LinkSharer); ok {
			return ls.share(in, s, w)
		}
		switch {
		case len(in.Args) > 1:
			return in.Usage("only the drive can share several entries at once")
		case in.Given("expires") || in.Given("code"):
			return in.Usage("--expires and --code are for links of the drive")
		}
		if err := client.Able(src, model.OpShare); err != nil {
			return err
		}
		s, ok := src.(client.Sharer)
		switch {
		case !ok:
			return client.Errorf(client.KindUnsupported, "share", p, text.NoShare, string(p.Scheme))
		case p.IsRoot():
			return noRoot(in, p)
		case in.Text("policy") == "":
			return cs.shared(src, s, p, w.Format)
		case !slices.Contains(s.Policies(), model.Policy(in.Text("policy"))):
			return in.Usage(text.CliOneOf, "--policy", strings.Join(console.Words(s.Policies()), ", "), in.Text("policy"))
		}
		return cs.run.Run(client.Request{Op: model.OpShare, Items: []model.Place{p}, Policy: model.Policy(in.Text("policy"))}, w)
	})
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
