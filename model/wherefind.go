package model

import "aloft/model/text"

// ParseWhere reads a place as a person writes it: title, start, end,
// heading:TEXT, end-of:TEXT, before:TEXT, match:TEXT, after:TEXT,
// cell:TABLE,ROW,COL, box:N, or a position. TEXT is everything behind the first
// colon. The error is a *WhereError.
func ParseWhere(s string) (Where, error) { return Where{}, nil }

// String is the written form, without Nth.
func (w Where) String() string { return "" }

// InOutline finds a place that an outline tells: title, start, heading, end-of,
// before. The error is a *WhereError.
func (w Where) InOutline(o Outline) (Spot, error) { return Spot{}, nil }

// InStructure finds a cell or a box. The error is a *WhereError.
func (w Where) InStructure(s Structure) (Spot, error) { return Spot{}, nil }

// InMatches finds the place before or behind a text. The error is a *WhereError.
func (w Where) InMatches(m Matches) (Spot, error) { return Spot{}, nil }

// Error gives the English sentence.
func (e *WhereError) Error() string { return e.Say(nil) }

// Say gives the sentence in the language of the catalogue.
func (e *WhereError) Say(c *text.Catalogue) string { return Clean(c.Say(e.What, e.Args...)) }
