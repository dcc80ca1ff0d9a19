package renaming

// Wish is an entry with the name that it is to have.
type Wish struct {
	Folder   string // tells the folders of the entries apart
	Old, New string
}

// NewWish is a name as a list has it: with "" the entry keeps its name.
func NewWish(folder, old, name string) Wish {
	if name == "" {
		name = old
	}
	return Wish{folder, old, name}
}

// Flag is what is to be said about a new name.
type Flag int

const (
	Fine    Flag = iota
	Same         // it is the name that the entry has
	Twice        // an entry before it is to have the same name
	Taken        // an entry that keeps its name has it
	Illegal      // the service would refuse it
)

// Check flags the new names. held counts the entries of a folder that have a name
// now, as far as that is known; nil = only these entries are known. legal says why the service
// would refuse a name.
func Check(ws []Wish, held func(folder, name string) int, legal func(string) error) []Flag {
	type key struct{ folder, name string }
	leaves, stays, wanted := map[key]int{}, map[key]bool{}, map[key]bool{}
	for _, w := range ws {
		if w.New != w.Old {
			leaves[key{w.Folder, w.Old}]++
		} else {
			stays[key{w.Folder, w.Old}] = true
		}
	}
	out := make([]Flag, len(ws))
	for i, w := range ws {
		k := key{w.Folder, w.New}
		switch {
		case w.New == w.Old:
			out[i] = Same
		case legal(w.New) != nil:
			out[i] = Illegal
		case wanted[k]:
			out[i] = Twice
		case stays[k], held != nil && held(w.Folder, w.New) > leaves[k]:
			out[i] = Taken
		}
		wanted[k] = wanted[k] || out[i] == Fine
	}
	return out
}
