package session

import "path/filepath"

// ThemeDirs are the folders of the person's own themes.
func (s *Session) ThemeDirs() []string {
	if s.Dirs.Config == "" {
		return nil
	}
	return []string{s.Dirs.Config + "/themes"}
}

// HookFolder is the folder that the receivers of this user share.
func (s *Session) HookFolder() string { return filepath.Join(s.Dirs.State, "webhook") }

// KeyFiles are the person's own keys, laid over the chosen map.
func (s *Session) KeyFiles() []string {
	if s.Dirs.Config == "" {
		return nil
	}
	return []string{filepath.Join(s.Dirs.Config, "keys.toml")}
}

// KeepDir is the folder of bookmarks and histories, "" when no folder is known.
func (s *Session) KeepDir() string {
	if s.Dirs.Data == "" {
		return ""
	}
	return filepath.Join(s.Dirs.Data, "keep")
}

// SecretDir is the folder of credentials stored in files, "" when no folder is
// known.
func (s *Session) SecretDir() string {
	if s.Dirs.Data == "" {
		return ""
	}
	return filepath.Join(s.Dirs.Data, "secrets")
}
