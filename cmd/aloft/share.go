package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
)

type jsonShare struct {
	Place string `json:"place"`
	ID    string `json:"id,omitempty"`
	Share string `json:"share"`
}

func (a *app) shareCommand() *cobra.Command {
	var w writing
	var policy string
	c := &cobra.Command{
		Use: "share PLACE [--policy read|edit]", Short: a.cat.Say("tell or set who can read or edit a document or a space"), Long: a.cat.Say(`Without --policy it prints what is in force: private (only you), some (some members),
read or edit (everyone with the link). Only read and edit can be set.`), Args: wantArgs(1, 1),
		ValidArgsFunction: a.completePlaces(1),
		RunE: a.needs(func(c *cobra.Command, args []string) error {
			p, src, err := a.source(args[0])
			if err != nil {
				return err
			}
			if err := client.Able(src, model.OpShare); err != nil {
				return err
			}
			s, ok := src.(client.Sharer)
			switch {
			case !ok:
				return client.Errorf(client.KindUnsupported, "share", p, text.NoShare, string(p.Scheme))
			case p.IsRoot():
				return usageErrorFor(c, "%s is a root: share what is in it", p.String())
			case policy == "":
				return a.shared(src, s, p, w.format)
			case !slices.Contains(s.Policies(), model.Policy(policy)):
				return usageErrorFor(c, "--policy is one of %s, not %q; no other one can be set", policies(s), policy)
			}
			return a.write(client.Request{Op: model.OpShare, Items: []model.Place{p}, Policy: model.Policy(policy)}, w)
		}),
	}
	c.Flags().StringVar(&policy, "policy", "", a.cat.Say("read: everyone with the link can read; edit: everyone with the link can edit"))
	oneOfWords(c, "policy", string(model.PolicyRead), string(model.PolicyEdit))
	a.writeFlags(c, &w)
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
func (a *app) shared(src client.Source, s client.Sharer, p model.Place, f format) error {
	e, err := src.Stat(a.ctx(), p, client.Options{})
	if err != nil {
		return err
	}
	ref := model.Ref{Place: p, ID: e.ID, Kind: e.Kind, Space: e.Facts().Space}
	policy, err := s.Policy(a.ctx(), ref, client.Options{})
	if err != nil {
		return err
	}
	if f.json || f.jsonl {
		return a.encode(jsonShare{p.String(), e.ID, string(policy)})
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
	return a.line(string(policy), "  ", a.cat.Say(t))
}
