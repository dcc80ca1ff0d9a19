package uitest

import (
	"aloft/client"
	"aloft/model"
)

// Memory is a client.Keeper that forgets everything after the test.
type Memory struct {
	Marks  []client.Bookmark
	Lines  map[string][]string
	Known  bool                   // the person has seen the welcome
	Orders map[string]model.Order // by written place
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
func (m *Memory) Order(at model.Place) model.Order {
	if o, ok := m.Orders[at.String()]; ok {
		return o
	}
	return model.Order{By: model.SortName}
}
func (m *Memory) SetOrder(at model.Place, o model.Order) error {
	if m.Orders == nil {
		m.Orders = map[string]model.Order{}
	}
	m.Orders[at.String()] = o
	return nil
}
func (m *Memory) FirstRun() bool  { return !m.Known }
func (m *Memory) Welcomed() error { m.Known = true; return nil }

var _ client.Keeper = (*Memory)(nil)
