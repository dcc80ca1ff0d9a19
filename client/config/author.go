package config

import (
	"os/user"
	"strings"

	"aloft/model"
)

// SuggestedBy is the name under which edits are suggested: the one of the settings, else
// that of the user of this machine.
func (c *Config) SuggestedBy() string {
	names := []string{c.Reader.Author}
	if u, err := user.Current(); err == nil {
		full, _, _ := strings.Cut(u.Name, ",") // what follows it is an office, a telephone
		names = append(names, full, u.Username)
	}
	for _, name := range names {
		if name = strings.TrimSpace(model.OneLine(name)); name != "" {
			return name
		}
	}
	return "aloft"
}
