package act

import (
	"aloft/model"
	"aloft/ui/keys"
)

// Own is a command of the person's own, and what it is given.
type Own struct {
	keys.Command
	Places        []model.Place // what is selected, or the entry under the cursor; none on ".."
	Folder, Other model.Place   // of the pane with the focus, and of the other one
}
