package write

import (
	"testing"

	"aloft/client/config"
	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/session"
	"aloft/model"
)

// Also for an account with a drive, a job of documents needs the token alone.
func TestTheLoginThatAJobWants(t *testing.T) {
	run := &Runner{session: &session.Session{Config: &config.Config{Account: "current"}}}
	for want, s := range map[string]model.JobSnapshot{
		"work":           {Account: "work", From: model.Place{Scheme: model.SchemeDrive}},
		"work --docs":    {Account: "work", From: model.Place{Scheme: model.SchemeSpace}},
		"current --docs": {From: model.Place{Scheme: model.SchemeDisk}, To: model.Place{Scheme: model.SchemeDocs}},
	} {
		if got := run.loginOf(s); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// The journal's words are not for people.
func TestAnItemThatIsNotSettledSaysSo(t *testing.T) {
	run := &Runner{con: &console.Console{}}
	for state, want := range map[model.ItemState]string{
		model.ItemIntent:  "drive:/a: it is not known yet whether this is done",
		model.ItemUnknown: "drive:/a: it is not known yet whether this is done",
		model.ItemFailed:  "drive:/a: failed",
	} {
		it := model.ItemReport{Item: &model.Item{Parent: model.Place{Scheme: model.SchemeDrive}, Name: "a"}, State: state}
		if got := run.itemLine(it); got != want {
			t.Errorf("%s: %q, want %q", state, got, want)
		}
	}
}
