package text

// What is wrong with a theme.
const (
	ThemeUnknown    Text = "there is no theme %q; there are %s"
	ThemeAt         Text = "%s, line %d: "
	ThemeSyntax     Text = "this is not TOML: %s"
	ThemeRead       Text = "the theme cannot be read: %s"
	ThemeTable      Text = "%s must be a table"
	ThemeColor      Text = "%s = %v is no colour; write \"#rrggbb\", a number from 0 to 255, \"default\", one of the 16 names (black, red, green, yellow, blue, magenta, cyan, white, and bright-…), or a name of [palette]"
	ThemeColorLoop  Text = "the colour %s leads back to itself"
	ThemeReserved   Text = "%s is the name of a fixed colour and cannot be given another one"
	ThemeBool       Text = "%s must be true or false"
	ThemeString     Text = "%s must be a text in quotes"
	ThemeMode       Text = "mode = %v is not known; it is \"dark\", \"light\" or \"any\""
	ThemeGlyph      Text = "the glyph %s = %q must be exactly one cell wide"
	ThemeLoop       Text = "the fallbacks of the theme lead back to %s"
	ThemeStray      Text = "the key %s is not known and was ignored"
	ThemeStrayNear  Text = "the key %s is not known and was ignored; did you mean %s?"
	ThemeStyleTable Text = "the style %s must be a table such as { fg = \"accent\", bold = true }"
)

// The sample of a theme.
const (
	SampleFolder Text = "a folder"
	SampleFile   Text = "a file"
	SampleCursor Text = "under the cursor"
	SampleMarked Text = "selected"
	SampleCut    Text = "marked to move"
	SampleCopy   Text = "marked to copy"
	SampleFailed Text = "failed"
	SampleStale  Text = "out of date"
	SampleOK     Text = "done"
	SampleWarn   Text = "careful"
	SampleError  Text = "error"
	SampleHint   Text = "a hint"
	SampleMeta   Text = "12 KB"
	SampleOther  Text = "cursor elsewhere"
)
