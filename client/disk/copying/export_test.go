package copying

// Discard removes what calls with the token have left of a copy that is not wanted any more.
func Discard(to, token string) error { return discard(to, token, "") }
