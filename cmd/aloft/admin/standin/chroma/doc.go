// Package chroma stands in for the highlighter of source code that glamour
// imports. Reading a few hundred lexers and styles as soon as a program starts
// costs 14 ms, a third of what aloft has until its first screen, also for
// commands that never show a document; and aloft draws code in one style, so
// that it would never highlight anything.
//
// It is written from what glamour 2.0.1 compiles against, has no code of the
// module whose name it carries, and highlights nothing: go.mod puts it in that
// module's place. When a newer glamour asks for more, the build says so.
//
// Its price: "go install aloft/cmd/aloft@version" refuses a module with a replace
// line, so aloft is built from a clone. It goes on the day chroma reads its lexers
// and styles when they are first used.
package chroma

// TokenType is a kind of word in source code.
type TokenType int

// The kinds that a style of glamour can name.
const (
	Background TokenType = iota
	Text
	Error
	Comment
	CommentPreproc
	Keyword
	KeywordReserved
	KeywordNamespace
	KeywordType
	Operator
	Punctuation
	Name
	NameBuiltin
	NameTag
	NameAttribute
	NameClass
	NameConstant
	NameDecorator
	NameException
	NameFunction
	NameOther
	Literal
	LiteralNumber
	LiteralDate
	LiteralString
	LiteralStringEscape
	GenericDeleted
	GenericEmph
	GenericInserted
	GenericStrong
	GenericSubheading
)

// StyleEntries says how each kind looks.
type StyleEntries map[TokenType]string

// Style is a named look. Only its name matters here.
type Style struct{ Name string }

// MustNewStyle names a style.
func MustNewStyle(name string, _ StyleEntries) *Style { return &Style{Name: name} }
