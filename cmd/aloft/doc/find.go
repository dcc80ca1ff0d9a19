package doc

import (
	"strings"

	"aloft/client"
	"aloft/cmd/aloft/console"
	"aloft/model"
	"aloft/model/text"
)

type jsonMatches struct {
	head
	Text    string      `json:"text"`
	Matches []jsonMatch `json:"matches"`
}

type jsonMatch struct {
	N       int    `json:"n"`
	Begin   int64  `json:"begin"`
	End     int64  `json:"end"`
	Context string `json:"context"`
}

func toMatches(all []model.Match) []jsonMatch {
	out := []jsonMatch{}
	for i, m := range all {
		out = append(out, jsonMatch{i + 1, m.Range.Begin, m.Range.End, m.Context})
	}
	return out
}

// findCommand finds text; no match is exit code 6, as for everything that does not
// exist.
func (cs *Commands) findCommand() console.Command {
	return console.Command{
		Use: "find PLACE TEXT", Short: "find text, with positions and context", Long: `The text must match exactly, within one paragraph. In other commands, --pick
takes the numbers of the matches.`, JSON: []any{jsonMatches{}}, Flags: []console.Flag{versionFlag},
		Run: func(in console.Call) error {
			at, err := version(in, "version")
			if err != nil {
				return err
			}
			if in.Args[1] == "" {
				return in.Usage(text.CliSearchEmpty)
			}
			d, err := cs.document(in.Args[0])
			if err != nil {
				return err
			}
			m, err := d.editor.Find(cs.session.Context(), d.ref, in.Args[1], at, readNow)
			if err = d.shown(at, m.Version, err); err != nil {
				return oldVersion(at, err)
			}
			if in.JSON {
				err = cs.con.Encode(jsonMatches{d.head(m.Version), in.Args[1], toMatches(m.All)})
			} else {
				err = cs.con.Table(matchRows(m), true, true, false)
			}
			if err == nil && len(m.All) == 0 {
				return cs.noMatch(d, in.Args[1], at)
			}
			return err
		},
	}
}

// matchRows are matches with the numbers that --pick takes.
func matchRows(m model.Matches) [][]string {
	var rows [][]string
	for i, x := range m.All {
		rows = append(rows, []string{console.Itoa(int64(i + 1)), rangeText(x.Range), model.Clean(x.Context)})
	}
	return rows
}

// noMatch says why nothing matched, as far as the document's text shows.
func (cs *Commands) noMatch(d document, want string, version int64) error {
	e := client.Errorf(client.KindNotFound, "find", d.place, "%q does not occur in the document", want)
	e.Hint = "case-sensitive; a match stays within one paragraph"
	if got, err := d.editor.Content(cs.session.Context(), d.ref, version, readNow); err == nil {
		if other := otherCase(got.Markdown, want); other != "" {
			e.What, e.Args, e.Hint = "%q does not occur in the document, but %q does: the search is case-sensitive", []any{want, other}, ""
		}
	}
	return e
}

// otherCase finds the words in another case.
func otherCase(in, want string) string {
	words := []rune(want)
	for line := range strings.SplitSeq(in, "\n") {
		l := []rune(line)
		for i := 0; i+len(words) <= len(l); i++ {
			if got := string(l[i : i+len(words)]); strings.EqualFold(got, want) {
				return got
			}
		}
	}
	return ""
}
