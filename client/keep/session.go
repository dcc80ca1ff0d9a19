package keep

import (
	"cmp"
	"encoding/json"
	"errors"
	"net/url"

	"aloft/client"
	"aloft/model"
)

// sessionVersion is that of the file's form. A file of another one is not read.
const sessionVersion = 1

type sessionFile struct {
	Version int          `json:"version"`
	Of      string       `json:"of"` // the terminal and the account
	Sides   []sideLine   `json:"sides"`
	Focus   int          `json:"focus,omitempty"`
	Zoom    bool         `json:"zoom,omitempty"`
	Split   bool         `json:"split,omitempty"`
	Sync    bool         `json:"sync,omitempty"`
	NoInfo  bool         `json:"no_info,omitempty"`
	Over    bool         `json:"over,omitempty"`
	Panel   client.Panel `json:"panel,omitempty"`
	OnPanel bool         `json:"on_panel,omitempty"`
	Dots    string       `json:"dots,omitempty"`
	Ground  string       `json:"ground,omitempty"`
	Reading *model.Place `json:"reading,omitempty"`
	Heading headingLine  `json:"heading,omitzero"`
}

type sideLine struct {
	Tabs []tabLine `json:"tabs"`
	At   int       `json:"at,omitempty"`
}

type tabLine struct {
	Place    model.Place    `json:"place"`
	On       model.Place    `json:"on,omitzero"`
	By       model.SortKey  `json:"by"`
	Desc     bool           `json:"desc,omitempty"`
	Mixed    bool           `json:"mixed,omitempty"`
	Filter   string         `json:"filter,omitempty"`
	Back     []model.Place  `json:"back,omitempty"`
	Forward  []model.Place  `json:"forward,omitempty"`
	Selected []selectedLine `json:"selected,omitempty"`
}

type selectedLine struct {
	Place model.Place `json:"place"`
	Kind  model.Kind  `json:"kind"`
	Nth   int         `json:"nth,omitempty"`
}

// sessionName is the file of a session; of says which terminal and account it is for.
func sessionName(of string) string {
	name := url.QueryEscape(of)
	return "session-" + name[:min(len(name), 150)] + ".json"
}

// Session returns where a person was, the zero Session when that is not known. of
// says which terminal and account it is about. A file that is damaged, of another
// version or about something else counts as none; the error says so.
func (k *Keeper) Session(of string) (s client.Session, err error) {
	name := sessionName(of)
	data, err := k.bytes(name)
	if data == nil && err == nil {
		return s, nil
	}
	if err == nil {
		s, err = readSession(data, of)
	}
	if err != nil {
		err = k.broken(name, err)
	}
	return s, err
}

// SetSession stores where a person is. Of several programs the last one wins.
func (k *Keeper) SetSession(of string, s client.Session) error {
	k.disk.Lock()
	defer k.disk.Unlock()
	return k.write(sessionName(of), lines(s, of))
}

// lines is a session as it is stored: what no file can hold is left out.
func lines(s client.Session, of string) sessionFile {
	f := sessionFile{
		Version: sessionVersion, Of: of, Focus: s.Focus, Zoom: s.Zoom, Split: s.Split, Sync: s.Sync,
		NoInfo: s.NoInfo, Over: s.Over, Panel: s.Panel, OnPanel: s.OnPanel, Dots: s.Dots, Ground: s.Ground,
	}
	if at := s.Reading.Place; stored(at) {
		f.Reading = &at
		if plain(s.Reading.Heading.Title) {
			f.Heading = headingLine(s.Reading.Heading)
		}
	}
	for _, side := range s.Sides {
		var l sideLine
		for i, t := range side.Tabs {
			if len(l.Tabs) == client.MaxTabs || !stored(t.Place) {
				continue
			}
			if i <= side.At {
				l.At = len(l.Tabs)
			}
			l.Tabs = append(l.Tabs, lineOf(t))
		}
		f.Sides = append(f.Sides, l)
	}
	return f
}

func lineOf(t client.Tab) tabLine {
	l := tabLine{
		Place: t.Place, By: cmp.Or(t.Order.By, model.SortName), Desc: t.Order.Desc, Mixed: t.Order.Mixed,
		Back: steps(t.Back), Forward: steps(t.Forward),
	}
	if plain(t.Filter) {
		l.Filter = t.Filter
	}
	if stored(t.On) {
		l.On = t.On
	}
	if len(t.Selected) > client.MaxSelected {
		return l
	}
	for _, e := range t.Selected {
		if at := e.Folder.JoinPin(e.Key.Name, e.Key.ID); stored(at) {
			l.Selected = append(l.Selected, selectedLine{at, e.Key.Kind, e.Key.Nth})
		}
	}
	return l
}

// stored reports whether a file can hold the place.
func stored(at model.Place) bool { return !at.IsZero() && at.Valid() }

// steps are the last places of a history, of those that a file can hold.
func steps(all []model.Place) []model.Place {
	out := model.Only(all, stored)
	return out[max(0, len(out)-client.MaxSteps):]
}

var (
	errVersion = errors.New("another version of aloft has written it")
	errForeign = errors.New("it is not about this terminal and account")
	errOdd     = errors.New("it holds what no screen has")
)

// readSession reads what SetSession wrote.
func readSession(data []byte, of string) (client.Session, error) {
	var f sessionFile
	if err := json.Unmarshal(data, &f); err != nil {
		return client.Session{}, err
	}
	switch {
	case f.Version != sessionVersion:
		return client.Session{}, errVersion
	case f.Of != of:
		return client.Session{}, errForeign
	case len(f.Sides) != 2 || f.Focus < 0 || f.Focus > 1 || !panel(f.Panel):
		return client.Session{}, errOdd
	}
	s := client.Session{
		Focus: f.Focus, Zoom: f.Zoom, Split: f.Split, Sync: f.Sync,
		NoInfo: f.NoInfo, Over: f.Over, Panel: f.Panel, OnPanel: f.OnPanel && f.Panel != client.NoPanel, Dots: f.Dots, Ground: f.Ground,
	}
	if f.Reading != nil && stored(*f.Reading) {
		if !plain(f.Heading.Title) || f.Heading.Nth < 0 {
			return client.Session{}, errOdd
		}
		s.Reading = client.Reading{Place: *f.Reading, Heading: client.Heading(f.Heading)}
	}
	for i, l := range f.Sides {
		if len(l.Tabs) > client.MaxTabs || l.At < 0 || l.At >= max(1, len(l.Tabs)) {
			return client.Session{}, errOdd
		}
		s.Sides[i].At = l.At
		for _, t := range l.Tabs {
			tab, ok := t.tab()
			if !ok {
				return client.Session{}, errOdd
			}
			s.Sides[i].Tabs = append(s.Sides[i].Tabs, tab)
		}
	}
	return s, nil
}

// tab is false for one that cannot be shown.
func (l tabLine) tab() (t client.Tab, ok bool) {
	if !stored(l.Place) || !l.By.Keeps() || !plain(l.Filter) || len(l.Selected) > client.MaxSelected {
		return t, false
	}
	t = client.Tab{
		Place: l.Place, Order: model.Order{By: l.By, Desc: l.Desc, Mixed: l.Mixed}, Filter: l.Filter,
		Back: steps(l.Back), Forward: steps(l.Forward),
	}
	if stored(l.On) && !l.On.IsRoot() && l.On.Parent().Equal(l.Place) {
		t.On = l.On
	}
	for _, e := range l.Selected {
		if !stored(e.Place) || e.Place.IsRoot() || e.Nth < 0 {
			return t, false
		}
		at := e.Place.Last()
		t.Selected = append(t.Selected, client.Selected{Folder: e.Place.Parent(), Key: model.Key{Name: at.Name, Kind: e.Kind, Nth: e.Nth, ID: at.ID}})
	}
	return t, true
}

func panel(p client.Panel) bool {
	return p == client.NoPanel || p == client.PanelJobs || p == client.PanelHooks
}

// maxText bounds a filter and a heading, in bytes.
const maxText = 4096

// plain reports whether a text can be typed and shown as it is.
func plain(s string) bool { return len(s) <= maxText && s == model.Clean(s) }
