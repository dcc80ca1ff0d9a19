package hook

import (
	"maps"
	"slices"
	"strings"

	"aloft/client"
	"aloft/client/webhook"
	"aloft/cmd/aloft/console"
	"aloft/model"
	"aloft/model/hooks"
	"aloft/model/text"
)

func (cs *Commands) linesCommand() console.Command {
	var words []string
	for _, l := range hooks.HookLines(cs.con.Catalogue, hooks.HookLineOptions{}) {
		words = append(words, l.Name+"\t"+l.Title)
	}
	return console.Command{
		Use: "lines [NAME]", Short: "print a ready-made snippet for a sender", Long: `Without NAME it lists the snippets. The receiver's address is filled in, but
not the token: a snippet takes that from ALOFT_WEBHOOK_TOKEN or from
"aloft hook token".
    hook=$(git rev-parse --git-path hooks/post-commit)
    aloft hook lines git >>"$hook" && chmod +x "$hook"`, Known: words, JSON: []any{jsonLine{}},
		Flags: cs.senderFlags(""),
		Run: func(in console.Call) error {
			if names := slices.Sorted(maps.Keys(cs.session.Config.Webhook.Projects)); len(in.Args) > 0 && in.Text("project") == "" && len(names) > 1 {
				// What they send would always be refused.
				return in.Usage("the receiver has several projects, and senders must name one with --project: %s", strings.Join(names, ", "))
			}
			all, err := cs.readyLines(in.Text("project"), in.Text("session"))
			if err != nil {
				return err
			}
			return cs.lines(all, in.Args, in.Format)
		},
	}
}

// readyLines are the snippets, for the receiver that runs or would run.
func (cs *Commands) readyLines(project, session string) ([]hooks.HookLine, error) {
	o, err := cs.receiver.options()
	if err != nil {
		return nil, err
	}
	h, alive, err := cs.owner()
	if err != nil {
		return nil, err
	}
	port, _ := webhook.Port(cs.session.Dirs.State, o.Settings)
	l := hooks.HookLineOptions{URL: webhook.URL(o.Settings, port), Open: o.Settings.Open, Program: o.Program, Project: project, Session: session}
	if alive && h.URL != "" {
		l.URL, l.Open = h.URL, h.Open
	}
	return hooks.HookLines(cs.con.Catalogue, l), nil
}

type jsonLine struct {
	Name  string `json:"name"`
	Title string `json:"title"`
	Where string `json:"where"`
	Text  string `json:"text,omitempty"`
}

func (cs *Commands) lines(all []hooks.HookLine, args []string, f console.Format) error {
	out := []jsonLine{}
	for _, l := range all {
		switch {
		case len(args) == 0 && f.JSON:
			out = append(out, jsonLine{l.Name, l.Title, l.Where, ""})
		case len(args) == 0:
			if err := cs.con.Line(model.Fit(l.Name, 13), l.Title, ": ", l.Where); err != nil {
				return err
			}
		case l.Name == args[0] && f.JSON:
			return cs.con.Encode(jsonLine{l.Name, l.Title, l.Where, l.Text})
		case l.Name == args[0]:
			_, err := cs.con.Writer.WriteString(l.Text)
			return err
		}
	}
	switch {
	case len(args) > 0:
		e := client.Errorf(client.KindNotFound, "hook", model.Place{}, "there is no snippet named %s", model.Clean(args[0]))
		e.Hint = text.Typed("aloft hook lines")
		return e
	case f.JSON:
		return cs.con.Encode(out)
	}
	return nil
}
