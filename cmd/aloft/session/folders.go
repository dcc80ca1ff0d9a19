package session

import "path/filepath"

// ThemeDirs are where themes of the person's own lie.
func (s *Session) ThemeDirs() []string {
	if s.Dirs.Config == "" {
		return nil
	}
	return []string{s.Dirs.Config + "/themes"}
}

// HookFolder is where the receivers of this user keep what they share.
func (s *Session) HookFolder() string { return filepath.Join(s.Dirs.State, "webhook") }

// KeyFiles are the person's own keys, laid over the chosen map.
func (s *Session) KeyFiles() []string {
	if s.Dirs.Config == "" {
		return nil
	}
	return []string{filepath.Join(s.Dirs.Config, "keys.toml")}
}

// KeepDir is where bookmarks and histories lie, "" when no folder is known.
func (s *Session) KeepDir() string {
	if s.Dirs.Data == "" {
		return ""
	}
	return filepath.Join(s.Dirs.Data, "keep")
}

// SecretDir is where credentials are stored in files, "" when no folder is known.
func (s *Session) SecretDir() string {
	if s.Dirs.Data == "" {
		return ""
	}
	return filepath.Join(s.Dirs.Data, "secrets")
}
