package input

import tea "charm.land/bubbletea/v2"

// TypeFilter sends a key or a paste to the field of a list's filter, which applies at once: set receives the text,
// step the cursor's movement. It returns the field, or nil at the end of typing.
func TypeFilter(field *Model, msg tea.Msg, set func(string), step func(by int)) (*Model, tea.Cmd) {
	did, cmd := field.Update(msg)
	switch did {
	case Edited:
		set(field.Value())
	case Accepted:
		return nil, cmd
	case Canceled:
		set("")
		return nil, cmd
	case Nothing:
		if k, ok := msg.(tea.KeyPressMsg); ok && k.Code == tea.KeyDown {
			step(1)
		} else if ok && k.Code == tea.KeyUp {
			step(-1)
		}
	}
	return field, cmd
}
