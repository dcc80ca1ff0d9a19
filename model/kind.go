package model

// Kind says what an entry is. The words are those of the command line's JSON.
type Kind string

const (
	KindFolder      Kind = "folder"
	KindFile        Kind = "file"
	KindDoc         Kind = "doc"
	KindSheet       Kind = "sheet"
	KindSlide       Kind = "slide"
	KindForm        Kind = "form"
	KindMind        Kind = "mind"
	KindFlowchart   Kind = "flowchart"
	KindSmartCanvas Kind = "smartcanvas"
	KindSmartSheet  Kind = "smartsheet"
	KindSpace       Kind = "space"
	KindLink        Kind = "link"
	KindOther       Kind = "other"
)

// DocumentKinds are the kinds that a document service can make, in the order of
// a menu.
func DocumentKinds() []Kind {
	return []Kind{KindSmartCanvas, KindDoc, KindSheet, KindSlide, KindForm, KindMind, KindFlowchart, KindSmartSheet, KindFolder, KindLink}
}

// Exported reports whether a service gives what is in such a document only as a file that it exports.
func (k Kind) Exported() bool { return k == KindSheet || k == KindSlide }

// Container reports whether a pane can go into an entry of this kind.
func (k Kind) Container() bool { return k == KindFolder || k == KindSpace }
