package screen

import (
	"errors"
	"os"
	"strings"

	"aloft/cmd/aloft/console"
	"aloft/model"
	"aloft/model/text"
)

// StartPlaces are the named places, else the drive on both sides. A word that is
// not a place but nearly a command is taken for a typo.
func (sc *Screen) StartPlaces(args []string) (left, right model.Place, err error) {
	left = model.Place{Scheme: model.SchemeDrive}
	if acc := sc.session.Config.Accounts[sc.session.Config.Account]; acc != nil && acc.Drive == nil && acc.Docs != nil {
		left.Scheme = model.SchemeDocs // it has nothing else
	}
	right = left
	for i, s := range args {
		if err := sc.notCommand(s); err != nil {
			return left, right, err
		}
		p, err := sc.places.Place(s)
		if err != nil {
			return left, right, err
		}
		if _, err := sc.sources.For(p); err != nil {
			return left, right, err
		}
		if i == 0 {
			left, right = p, p
		} else {
			right = p
		}
	}
	return left, right, nil
}

// notCommand refuses a bare word that names nothing on disk.
func (sc *Screen) notCommand(s string) error {
	if strings.ContainsAny(s, ":/.\\~") {
		return nil
	}
	if _, err := os.Stat(s); !errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if near := sc.near(s); len(near) > 0 {
		return console.UsageError("there is neither a command nor a file %q (did you mean %s?)", text.CliHintAll, s, near[0])
	}
	return console.UsageError("there is neither a command nor a file %q", text.CliHintAll, s)
}
