package text

// Inputs.
const (
	InputTooLong Text = "too long: %d bytes of at most %d"
)
