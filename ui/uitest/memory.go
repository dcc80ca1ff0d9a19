package uitest

import (
	"slices"
	"time"

	"aloft/client"
	"aloft/model"
)

// Memory is a client.Keeper that forgets everything after the test.
type Memory struct {
	Marks  []client.Bookmark
	Lines  map[string][]string
	Known  bool                   // the person has seen the welcome
	Orders map[string]model.Order // by written place
	Visits []model.Place          // the last one first
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
func (m *Memory) Visit(at model.Place, _ time.Time) error {
	m.Visits = append([]model.Place{at}, slices.DeleteFunc(m.Visits, at.Equal)...)
	return nil
}
func (m *Memory) Visited(time.Time) []model.Place { return m.Visits }
func (m *Memory) FirstRun() bool                  { return !m.Known }
func (m *Memory) Welcomed() error                 { m.Known = true; return nil }

var _ client.Keeper = (*Memory)(nil)
