package receive

// Token reads the receiver's token from its file in the data folder, or makes
// both. A file that others can read, that is empty or no ordinary one is refused.
func Token(dataDir string) (string, error) { return "", nil }

// NewToken makes another token and puts it in the place of the old one.
func NewToken(dataDir string) (string, error) { return "", nil }
