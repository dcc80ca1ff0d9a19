package browse

import (
	"slices"
	"strings"
	"time"

	"aloft/client"
	"aloft/client/keep"
	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/session"
	"aloft/model"
)

func (cs *Commands) jumpCommand() console.Command {
	return console.Command{
		Use: "jump TEXT…", Short: "print the visited folder that fits a text best", Long: `Prints the visited folder whose place has all of the words. Of several it is the
one that was visited most often and lately, as "g z" lists them. In a shell:
cd "$(aloft jump proj)"`,
		Run: func(in console.Call) error { return cs.jump(strings.Join(in.Args, " ")) },
	}
}

func (cs *Commands) jump(typed string) error {
	cfg, err := cs.session.Load()
	if err != nil {
		return err
	}
	keeper := keep.Open(cs.session.KeepDir())
	keeper.Account = cfg.Account
	all := slices.DeleteFunc(keeper.Visited(time.Now()), func(at model.Place) bool {
		_, err := cs.sources.For(at)
		return err != nil
	})
	best := model.Narrow(all, typed)
	if len(best) == 0 {
		return console.Exit(console.ExitFailed, client.Errorf(client.KindNotFound, "jump", model.Place{}, "no visited folder matches %q", typed))
	}
	return cs.con.Line(cs.con.Name(session.Written(best[0])))
}
