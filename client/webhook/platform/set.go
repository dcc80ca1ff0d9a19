package platform

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
)

// kind is a type of platform.
type kind struct {
	name  string // of the type, in the configuration
	there bool   // a platform of that name exists without any setting
	make  func(name string, o Setting, d Deps) (Platform, error)
}

// kinds has a row for each type. Their names are those of client.PlatformTypes.
var kinds = []kind{
	{"tui", true, newTUI},
	{"log", true, newLog},
	{"command", false, newCommand},
	{"desktop", true, newDesktop},
	{"shoutrrr", false, newShoutrrr},
}

// Set holds the platforms of a configuration, by name.
type Set struct{ named map[string]Platform }

// Build makes the platforms. One with a wrong setting is in the set too: its Open returns the error, so that a
// delivery to it shows the reason.
func Build(settings map[string]Setting, d Deps) (Set, []error) {
	s := Set{map[string]Platform{}}
	for _, k := range kinds {
		if k.there {
			s.named[k.name], _ = build(k.name, Setting{Type: k.name, Proactive: true}, d)
		}
	}
	var errs []error
	for _, name := range slices.Sorted(maps.Keys(settings)) {
		p, err := build(name, settings[name], d)
		if err != nil {
			errs = append(errs, err)
			p = closed{err}
		}
		s.named[name] = p
	}
	return s, errs
}

// Find returns the platform before the first colon of a session key ("Webhook
// request body" of the drive specification).
func (s Set) Find(session string) (Platform, error) {
	name, _, ok := strings.Cut(session, ":")
	if p := s.named[name]; ok && p != nil {
		return p, nil
	}
	why := text.Text("the session key %s names no platform: it has no colon")
	if ok {
		why = "the session key %s names no platform: nothing is before its colon"
	}
	if name == "" || !ok {
		return nil, fault(why, "write it as platform:session, such as tui:alerts", model.TruncateEnd(model.Clean(session), maxShown))
	}
	return nil, fault("there is no platform %s; the platforms are %s", "add it to the configuration under webhook.platforms", model.TruncateEnd(model.Clean(name), maxShown), strings.Join(s.names(), ", "))
}

func (s Set) names() []string { return slices.Sorted(maps.Keys(s.named)) }

// maxShown is how many cells of a name from outside an error shows.
const maxShown = 60

func build(name string, o Setting, d Deps) (Platform, error) {
	typ := cmp.Or(o.Type, name)
	switch {
	case name == "" || strings.Contains(name, ":") || model.Clean(name) != name:
		return nil, fault("%q cannot be the name of a platform", "use visible characters without a colon", model.Clean(name))
	case !o.Proactive:
		return closed{fault("the platform %s is not allowed to post on its own: proactive is false", "set proactive = true for it in the configuration, under webhook.platforms", name)}, nil
	}
	if i := slices.IndexFunc(kinds, func(k kind) bool { return k.name == typ }); i >= 0 {
		return kinds[i].make(name, o, d)
	}
	e := fault("the platform %s has an unknown type: %q", "the types are %s", name, model.Clean(typ))
	e.HintArgs = []any{strings.Join(client.PlatformTypes(), ", ")}
	return nil, e
}

// closed is a platform that cannot post by itself.
type closed struct{ why error }

func (c closed) Open(string) (Post, error) { return nil, c.why }
