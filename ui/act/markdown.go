package act

import (
	"context"
	"io"
	"strings"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/status"
)

// MaxMarkdown is the largest Markdown, in bytes, to insert or import.
const MaxMarkdown = 4 << 20

// MarkdownWords are the errors for unusable Markdown.
type MarkdownWords struct {
	Op        string    // of the errors
	Large     text.Text // too large: the name, and the limit in MB
	Elsewhere text.Text // not on this computer
}

// ReadMarkdown reads a Markdown file off the update loop.
func (s *Screen) ReadMarkdown(at model.Place, w MarkdownWords, done func(content string, err error) tea.Msg) tea.Cmd {
	src, err := s.Client.Sources.For(at)
	if err != nil {
		return s.Note.Fail(err)
	}
	disk, ok := src.(client.FileReader)
	if !ok {
		return s.Note.SayText(status.Warn, w.Elsewhere)
	}
	ctx := s.Env.Ctx
	return func() tea.Msg { return done(readMarkdown(ctx, disk, at, w)) }
}

func readMarkdown(ctx context.Context, disk client.FileReader, at model.Place, w MarkdownWords) (string, error) {
	f, e, err := disk.Open(ctx, at)
	if err != nil {
		return "", err
	}
	defer f.Close() //nolint:errcheck // it was only read
	if e.Kind.Container() {
		return "", client.Errorf(client.KindInvalid, w.Op, at, "%s is a folder; choose a file", model.Clean(at.Base()))
	}
	b, err := io.ReadAll(io.LimitReader(f, MaxMarkdown+1))
	if err == nil {
		err = w.Check(at, string(b))
	}
	return string(b), err
}

// Check returns why a text cannot be used as Markdown.
func (w MarkdownWords) Check(at model.Place, s string) error {
	why, args := text.Text(""), []any{model.Clean(at.Base())}
	switch {
	case len(s) > MaxMarkdown:
		why, args = w.Large, append(args, MaxMarkdown>>20)
	case strings.TrimSpace(s) == "":
		why = "%s is empty"
	case !utf8.ValidString(s):
		why = "%s is not UTF-8 text"
	default:
		return nil
	}
	return client.Errorf(client.KindInvalid, w.Op, at, why, args...)
}
