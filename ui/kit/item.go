package kit

// Item is the place of the keys in a drawn part, in cells from its corner: the current item, or the beginning of a
// text. The lines From to To are the list that the item is in; a text has none.
type Item struct{ X, Y, From, To int }

// Listed reports whether it is an item of a list.
func (i Item) Listed() bool { return i.To > i.From }

// Current is what the keys are on, in words: an item, or a text field and the column of the cursor in its value.
type Current struct {
	Label, Text string
	Typed       bool
	X           int
}
