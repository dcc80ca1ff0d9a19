package changing

import (
	"io"
	"strings"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/act"
	"aloft/ui/dialog"
	"aloft/ui/status"
)

// markdownMsg: a file was read of which a smart document shall be made.
type markdownMsg struct {
	from  dialog.Origin
	draft newDraft
	err   error
}

// readMarkdown reads the file off the update loop.
func (a *Acts) readMarkdown(from dialog.Origin, s string) tea.Cmd {
	at, err := a.FilePlace(s)
	if err != nil {
		return a.Fail(err)
	}
	src, err := a.Sources.For(at)
	if err != nil {
		return a.Fail(err)
	}
	disk, ok := src.(client.FileReader)
	if !ok {
		return a.SayText(status.Warn, text.ImportFromDisk)
	}
	ctx := a.Ctx
	return func() tea.Msg {
		m := markdownMsg{from: from}
		bad := func(t text.Text, args ...any) tea.Msg {
			m.err = client.Errorf(client.KindInvalid, "new", at, t, append([]any{model.Clean(at.Base())}, args...)...)
			return m
		}
		f, e, err := disk.Open(ctx, at)
		if err != nil {
			m.err = err
			return m
		}
		defer f.Close() //nolint:errcheck // it was only read
		switch {
		case e.Kind.Container():
			return bad(text.NewFromFolder)
		case e.Size > act.MostMarkdown:
			return bad(text.NewFromLarge, act.MostMarkdown>>20)
		}
		b, err := io.ReadAll(io.LimitReader(f, act.MostMarkdown+1))
		switch {
		case err != nil:
			m.err = err
			return m
		case len(b) > act.MostMarkdown:
			return bad(text.NewFromLarge, act.MostMarkdown>>20)
		case strings.TrimSpace(string(b)) == "":
			return bad(text.NewFromEmpty)
		case !utf8.Valid(b):
			return bad(text.NewFromBytes)
		}
		name := at.Base()
		title := []rune(strings.TrimSuffix(name, model.Extension(name)))
		m.draft = newDraft{kind: model.KindSmartCanvas, title: string(title[:min(len(title), mostTitle)]),
			new: model.New{Kind: model.KindSmartCanvas, Content: string(b)}}
		return m
	}
}

func (a *Acts) markdownRead(m markdownMsg) tea.Cmd {
	if m.err != nil {
		return a.Fail(m.err)
	}
	return a.askTitle(m.from, m.draft)
}
