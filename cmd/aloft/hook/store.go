package hook

import (
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"aloft/client"
	"aloft/client/webhook/store"
	"aloft/cmd/aloft/console"
	"aloft/model"
	"aloft/model/text"
)

// openStore opens the store of this user's receivers, whether or not one runs.
func (cs *Commands) openStore() (*store.Store, error) {
	if cs.session.Dirs.State == "" {
		return nil, cs.session.DirsErr
	}
	return store.Follow(cs.session.Context(), cs.session.HookFolder(), store.Options{Resumes: true})
}

// owner is the receiver of this user that owns the store, if one runs.
func (cs *Commands) owner() (h store.Holder, alive bool, err error) {
	if cs.session.Dirs.State == "" {
		return h, false, cs.session.DirsErr
	}
	return store.Owner(cs.session.HookFolder())
}

// needReceiver is the running receiver, or an error when there is none.
func (cs *Commands) needReceiver() (store.Holder, error) {
	h, alive, err := cs.owner()
	if err == nil && !alive {
		e := client.Errorf(client.KindNotFound, "hook", model.Place{}, "no receiver is running")
		e.Hint = text.CliHintHookNone
		return h, console.Exit(console.ExitFailed, e)
	}
	return h, err
}

// delivery finds a delivery by its id or by a unique prefix.
func (cs *Commands) delivery(s *store.Store, id string) (*model.Delivery, error) {
	if d := s.Get(id); d != nil {
		return d, nil
	}
	var found []*model.Delivery
	err := s.All(cs.session.Context(), func(d *model.Delivery) bool {
		if d.ID == id {
			found = []*model.Delivery{d}
			return false
		}
		if id != "" && strings.HasPrefix(d.ID, id) {
			found = append(found, d)
		}
		return true
	})
	if err != nil {
		return nil, err
	}
	if len(found) == 1 {
		return found[0], nil
	}
	e := client.Errorf(client.KindNotFound, "hook", model.Place{}, "there is no delivery %s", model.Clean(id))
	if len(found) > 1 {
		e.What, e.Args = "%s matches %d {delivery|deliveries}", []any{model.Clean(id), len(found)}
	}
	e.Hint = text.Typed("aloft hook ls")
	return nil, e
}

func (cs *Commands) completeDeliveries(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	return cs.completeOf(args, func(s *store.Store) (out []string) {
		for _, d := range s.Deliveries() {
			out = append(out, d.ID+"\t"+model.Clean(string(d.State)+" "+d.Event))
		}
		return out
	})
}

// withDelivery opens the store for work on one delivery.
func (cs *Commands) withDelivery(id string, do func(*store.Store, *model.Delivery) error) error {
	s, err := cs.openStore()
	if err != nil {
		return err
	}
	defer s.Close()
	d, err := cs.delivery(s, id)
	if err != nil {
		return err
	}
	return do(s, d)
}

// completeOf completes the first argument with something from the receiver's store.
func (cs *Commands) completeOf(args []string, of func(*store.Store) []string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	if _, err := cs.session.Load(); err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	s, err := cs.openStore()
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	defer s.Close()
	return of(s), cobra.ShellCompDirectiveNoFileComp
}

// senderFlags are the project and the session of a sender.
func (cs *Commands) senderFlags(session string) []console.Flag {
	return []console.Flag{
		{Name: "session", Value: session, Help: text.CliFlagHookSession, Complete: func(c *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
			return cs.completeSessions(c, nil, "")
		}},
		{Name: "project", Value: "", Help: "name of the project", Complete: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			var out []string
			if _, err := cs.session.Load(); err == nil {
				out = slices.Sorted(maps.Keys(cs.session.Config.Webhook.Projects))
			}
			return out, cobra.ShellCompDirectiveNoFileComp
		}},
	}
}

func (cs *Commands) completeSessions(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	return cs.completeOf(args, func(s *store.Store) (out []string) {
		for _, v := range s.Conversations() {
			out = append(out, model.Clean(v.Session))
		}
		return out
	})
}
