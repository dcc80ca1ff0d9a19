package uitest

import (
	"aloft/client"
	"aloft/model"
)

// Memory is a client.Keeper that forgets everything after the test.
type Memory struct {
	Marks []client.Bookmark
	Lines map[string][]string
	Known bool // the person has seen the welcome
	Left  *model.Place
	Right *model.Place
}

func (m *Memory) Bookmarks() []client.Bookmark { return m.Marks }
func (m *Memory) SetBookmarks(b []client.Bookmark) error {
	m.Marks = b
	return nil
}
func (m *Memory) History(name string) []string { return m.Lines[name] }
func (m *Memory) AddHistory(name, line string) error {
	if m.Lines == nil {
		m.Lines = map[string][]string{}
	}
	m.Lines[name] = append(m.Lines[name], line)
	return nil
}
func (m *Memory) LastPlaces() (left, right model.Place, ok bool) {
	if m.Left == nil {
		return left, right, false
	}
	return *m.Left, *m.Right, true
}
func (m *Memory) SetLastPlaces(left, right model.Place) error {
	m.Left, m.Right = &left, &right
	return nil
}
func (m *Memory) FirstRun() bool  { return !m.Known }
func (m *Memory) Welcomed() error { m.Known = true; return nil }

var _ client.Keeper = (*Memory)(nil)
