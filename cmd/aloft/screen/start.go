package screen

import (
	"errors"
	"os"
	"strings"

	"aloft/cmd/aloft/console"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui"
)

// StartPlaces are the named places, else the first service of the account on the left and
// the second one on the right, where it has none the person's folder on disk. A word that is not a place but nearly a command is taken for a typo.
// read is the document that the first of them names by its id or its link, nil where it names none.
func (sc *Screen) StartPlaces(args []string) (left, right model.Place, read *ui.Document, err error) {
	left = model.Place{Scheme: model.SchemeDrive}
	all := sc.Session.Services(sc.Session.Config.Account)
	if len(all) > 0 {
		left.Scheme = all[0]
	}
	right = left
	switch home := sc.homeOf(model.LocalPlace(nil)); {
	case len(all) > 1:
		right.Scheme = all[1]
	case !home.IsRoot():
		right = home
	}
	for i, s := range args {
		if err := sc.notCommand(s); err != nil {
			return left, right, nil, err
		}
		p, e, err := sc.Places.Found(s)
		if err != nil {
			return left, right, nil, err
		}
		if _, err := sc.Sources.For(p); err != nil {
			return left, right, nil, err
		}
		if p.IsLoose() { // its folder is not known
			if i == 0 && e != nil {
				read = &ui.Document{Place: p, Entry: *e}
			}
			p = p.Root()
		}
		if i == 0 {
			left, right = p, p
		} else {
			right = p
		}
	}
	return left, right, read, nil
}

// notCommand refuses a bare word that names nothing on disk.
func (sc *Screen) notCommand(s string) error {
	if strings.ContainsAny(s, ":/.\\~") {
		return nil
	}
	if _, err := os.Stat(s); !errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if near := sc.Near(s); len(near) > 0 {
		return console.UsageError("there is neither a command nor a file %q (did you mean %s?)", text.CliHintAll, s, near[0])
	}
	return console.UsageError("there is neither a command nor a file %q", text.CliHintAll, s)
}
