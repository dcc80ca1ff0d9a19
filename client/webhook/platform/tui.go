package platform

import (
	"context"

	"aloft/client"
	"aloft/model/text"
)

// tui posts into the conversations of the program itself.
type tui struct {
	name string
	d    Deps
}

func (t tui) Name() string { return t.name }

func (t tui) Open(string) (Post, error) {
	if t.d.Talk == nil {
		return nil, fault("the platform %s has no conversations here", "report this: the receiver was started without its store", t.name)
	}
	return func(_ context.Context, m Message) error {
		if err := t.d.Talk(m); err != nil {
			return &client.Error{Kind: client.KindLocal, Op: "post", What: text.PlatformFailed, Args: []any{t.name, err.Error()},
				Hint: text.HintPlatformReplay, Err: err}
		}
		return nil
	}, nil
}
