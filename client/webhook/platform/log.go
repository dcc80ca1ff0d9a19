package platform

import (
	"context"

	"aloft/model/text"
)

// logs posts JSON lines to a file.
type logs struct{ name, file string }

func newLog(name, file string) (Platform, error) {
	if file == "" {
		return nil, fault(text.PlatformNoFile, text.HintPlatformNoFile, name)
	}
	return &logs{name, file}, nil
}

func (l *logs) Name() string                        { return l.name }
func (l *logs) Open(string) (Post, error)           { return l.post, nil }
func (l *logs) post(context.Context, Message) error { return nil }
