package kit

// Spot is a drawn row of a text: a line and a row that the line is wrapped to.
type Spot struct{ Line, Row int }

// Before reports whether the spot is above the other one.
func (s Spot) Before(o Spot) bool { return s.Line < o.Line || s.Line == o.Line && s.Row < o.Row }

// Folded is a text whose lines are wrapped to rows of a width, each to at least one.
type Folded struct {
	Lines int
	Rows  func(line int) []string
}

// Step moves a spot by rows within the text.
func (f Folded) Step(at Spot, by int) Spot {
	for ; by > 0; by-- {
		switch {
		case at.Row+1 < len(f.Rows(at.Line)):
			at.Row++
		case at.Line+1 < f.Lines:
			at = Spot{at.Line + 1, 0}
		default:
			return at
		}
	}
	for ; by < 0; by++ {
		switch {
		case at.Row > 0:
			at.Row--
		case at.Line > 0:
			at = f.end(at.Line - 1)
		default:
			return at
		}
	}
	return at
}

// end returns the last row of a line.
func (f Folded) end(line int) Spot { return Spot{line, len(f.Rows(line)) - 1} }

// Last returns the first of the last n rows.
func (f Folded) Last(n int) Spot {
	if f.Lines == 0 {
		return Spot{}
	}
	return f.Step(f.end(f.Lines-1), 1-max(1, n))
}

// Clamp keeps a spot in the text, with n rows below it if there are that many.
func (f Folded) Clamp(at Spot, n int) Spot {
	if f.Lines == 0 {
		return Spot{}
	}
	at.Line = max(0, min(at.Line, f.Lines-1))
	at.Row = max(0, min(at.Row, len(f.Rows(at.Line))-1))
	if end := f.Last(n); end.Before(at) {
		return end
	}
	return at
}
