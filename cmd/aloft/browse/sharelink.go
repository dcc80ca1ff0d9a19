package browse

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"aloft/client"
	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/write"
	"aloft/model"
	"aloft/model/text"
)

// jsonLink is a share link in JSON. Unknown parts are absent.
type jsonLink struct {
	ID      string   `json:"id"`
	Link    string   `json:"link,omitempty"`
	Code    string   `json:"code,omitempty"`
	Title   string   `json:"title,omitempty"`
	Created string   `json:"created,omitempty"`
	Expires string   `json:"expires,omitempty"` // absent: never, or not known
	Entries *int     `json:"entries,omitempty"`
	Places  []string `json:"places,omitempty"` // of a link that was made now
}

func toJSONLink(l client.ShareLink) jsonLink {
	j := jsonLink{ID: l.ID, Link: l.URL, Code: l.Code, Title: l.Title, Created: console.Stamp(l.Created), Expires: console.Stamp(l.Expires)}
	if l.Entries >= 0 {
		j.Entries = &l.Entries
	}
	return j
}

// Values of --code that are no pass code.
const (
	codeAuto = "auto"
	codeNone = "none"
)

// links are the commands about links of the drive.
type links struct{ *Commands }

// linkFlags say how a link is made.
func linkFlags() []console.Flag {
	return []console.Flag{
		{Name: "expires", Value: string(client.ShareWeek), Help: "how long a link of the drive is valid: 1d, 7d, 30d or never", Words: console.Words(client.ShareTerms()), Only: true},
		{Name: "code", Value: codeAuto, Help: "the pass code of a link: auto (generated), none, or a code of your own", Words: []string{codeAuto, codeNone}},
	}
}

func linkOptions(in console.Call) (client.ShareOptions, error) {
	o := client.ShareOptions{Term: client.ShareTerm(in.Text("expires")), Code: in.Text("code")}
	switch o.Code {
	case codeAuto:
		o.Code = client.NewShareCode()
	case codeNone:
		o.Code = ""
	default:
		if !client.ShareCode(o.Code) {
			return o, in.Usage(text.ShareCode)
		}
	}
	return o, nil
}

// share makes a link to entries of one drive.
func (cs links) share(in console.Call, s client.LinkSharer, w write.Flags) error {
	switch {
	case in.Given("policy"):
		return in.Usage("--policy is for documents; a link of the drive has --expires and --code")
	case w.Paused:
		return in.Usage("--paused is for documents; a link is made at once")
	}
	o, err := linkOptions(in)
	if err != nil {
		return err
	}
	items, err := cs.places.Places(in.Args)
	if err != nil {
		return err
	}
	if err := noRoot(in, items...); err != nil {
		return err
	}
	at := model.Each(items, model.Place.String)
	if w.DryRun {
		folders := map[string]bool{}
		var lines []string
		for _, p := range items {
			lines = append(lines, cs.con.Say("share %s", cs.con.Name(p.String())))
			for up := p; !up.IsRoot(); up = up.Parent() {
				folders[up.Parent().String()] = true
			}
		}
		return cs.con.Lines(append(lines, cs.con.Say("%d {request|requests}", len(folders)+2))) // the link, and its address
	}
	l, err := s.ShareEntries(cs.session.Context(), items, o, client.Interactive)
	if err != nil && l.ID == "" {
		return err
	}
	j := toJSONLink(l)
	j.Places = at
	if w.AsJSON() {
		if e := cs.con.Encode(j); e != nil {
			return e
		}
		return err
	}
	if err != nil {
		cs.con.Warn(err)
	}
	if l.URL == "" {
		return cs.con.Line(cs.con.Say("the link %s was made, but the drive did not return its address; aloft share ls may show it", model.Clean(l.ID)))
	}
	lines := []string{cs.con.Name(l.URL)}
	if l.Code != "" {
		lines = append(lines, "code: "+cs.con.Name(l.Code))
	}
	if err := cmp.Or(cs.con.Lines(lines), cs.con.Flush()); err != nil {
		return err
	}
	until := cs.con.Say("It never expires.")
	if !l.Expires.IsZero() {
		until = cs.con.Say("It is valid until %s.", console.When(l.Expires))
	}
	cs.con.Beside(model.Sentences(until, cs.con.Say("To end it: aloft share end %s", model.Clean(l.ID))))
	return nil
}

// of finds the drive of a place.
func (cs links) of(p model.Place) (client.LinkSharer, error) {
	return able[client.LinkSharer](cs.Commands, p, "share", text.NoLinks, string(p.Scheme))
}

func (cs links) ls(in console.Call) error {
	s, err := cs.of(model.Place{Scheme: model.SchemeDrive})
	if err != nil {
		return err
	}
	all, err := s.ShareLinks(cs.session.Context(), client.Options{})
	if err != nil {
		return err
	}
	return console.Rows(cs.con, in.Format, all, toJSONLink, func(l client.ShareLink) []string {
		title := model.Clean(l.Title)
		if l.Entries > 1 {
			title += " +" + strconv.Itoa(l.Entries-1)
		}
		return []string{model.Clean(l.ID), console.When(l.Expires), title, model.Clean(l.URL), model.Clean(l.Code)}
	})
}

func (cs links) end(in console.Call) error {
	s, err := cs.of(model.Place{Scheme: model.SchemeDrive})
	if err != nil {
		return err
	}
	all, err := s.ShareLinks(cs.session.Context(), client.Options{})
	if err != nil {
		return err
	}
	var ids []string
	for _, arg := range in.Args {
		i := slices.IndexFunc(all, func(l client.ShareLink) bool { return l.Is(arg) })
		if i < 0 {
			return client.Errorf(client.KindNotFound, "share", model.Place{Scheme: model.SchemeDrive}, "%s is not one of your links; none was ended", model.Clean(arg)).
				Hinted(text.Typed("aloft share ls"))
		}
		if !slices.Contains(ids, all[i].ID) {
			ids = append(ids, all[i].ID)
		}
	}
	n, err := s.EndShareLinks(cs.session.Context(), ids, client.Interactive)
	if n > 0 {
		if e := cs.con.Line(cs.con.Say("ended %d {link|links}", n)); e != nil {
			return e
		}
	}
	return err
}

func (cs links) saveCommand() console.Command {
	return console.Command{
		Use: "save LINK PLACE", Short: "save a shared link into a folder of the drive", Long: `Copies everything behind the link into the folder. LINK is its address, or the
whole message in quotes: aloft finds the pass code in it. Nothing is replaced:
if a name is taken in the folder, nothing is saved (exit 5). A dead link ends
with exit code 6.`, Words: func(c *cobra.Command, args []string, prefix string) ([]string, cobra.ShellCompDirective) {
			if len(args) != 1 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return cs.places.Complete(-1)(c, args, prefix)
		}, JSON: []any{jsonPlace{}}, Lines: true,
		Flags: []console.Flag{
			{Name: "code", Value: "", Help: "the pass code of the link"},
		},
		Run: cs.save,
	}
}

func (cs links) save(in console.Call) error {
	l, ok := client.ParseSharedLink(in.Args[0])
	if !ok {
		return in.Usage(text.ShareNoLink, model.Clean(in.Args[0]))
	}
	l.Code = cmp.Or(in.Text("code"), l.Code)
	to, _, err := cs.target(in.Args[1])
	if err != nil {
		return err
	}
	s, err := cs.of(to)
	if err != nil {
		return err
	}
	saved, err := s.SaveShared(cs.session.Context(), l, to, client.Interactive)
	if err != nil {
		return err
	}
	return console.List(cs.con, in.Format, saved, func(p model.Place) jsonPlace { return jsonPlace{p.String()} },
		func(p model.Place) error { return cs.con.Line(cs.con.Name(p.String())) })
}

type jsonPlace struct {
	Place string `json:"place"`
}
