package dialog

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"aloft/client"
	"aloft/model/text"
)

// Whoever has to log in again is told the one command for what has ended, also
// where a job has only kept the text of the error.
func TestLoginNamesTheCommandOnce(t *testing.T) {
	env := testEnv(t)
	docs := &client.Error{Kind: client.KindAuth, What: "the document service does not accept the token.",
		Hint: text.LoginHint, HintArgs: []any{"work --docs"}}
	for name, c := range map[string]struct {
		err  error
		want string
	}{
		"token":        {docs, "aloft account login work --docs"},
		"token, words": {docs.Sentence(), "aloft account login work --docs"},
		"cookie": {&client.Error{Kind: client.KindAuth, What: "no",
			Hint: text.LoginHint, HintArgs: []any{"work"}}, "aloft account login work "},
	} {
		s := ansi.Strip(strings.Join(draw(NewLogin(env, "work", c.err), 80, 24).Lines, "\n"))
		if strings.Count(s, "account login") != 1 || !strings.Contains(s, c.want) {
			t.Errorf("%s: %s", name, s)
		}
	}
}
