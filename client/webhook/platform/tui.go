package platform

import (
	"cmp"
	"context"
	"strings"

	"aloft/client"
	"aloft/model/text"
)

// tui posts into the conversations of the program itself.
type tui struct {
	name string
	d    Deps
}

// InProgram reports whether the messages of a session stay in the program.
func InProgram(settings map[string]Setting, session string) bool {
	name, _, _ := strings.Cut(session, ":")
	return cmp.Or(settings[name].Type, name) == "tui"
}

func newTUI(name string, _ Setting, d Deps) (Platform, error) { return tui{name, d}, nil }

func (t tui) Open(string) (Post, error) {
	if t.d.Talk == nil {
		return nil, fault("conversations are not available on the platform %s", "report this bug: the receiver was started without its database", t.name)
	}
	return func(_ context.Context, m Message) error {
		if err := t.d.Talk(m); err != nil {
			return &client.Error{Kind: client.KindLocal, Op: "post", What: text.PlatformFailed, Args: []any{t.name, err},
				Hint: text.HintPlatformReplay, Err: err}
		}
		return nil
	}, nil
}
