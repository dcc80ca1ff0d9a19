// Package config reads config.toml, the environment and the flags into one
// value that knows where each part came from.
package config

import "time"

// Config is everything that can be set.
type Config struct {
	Account  string
	Accounts map[string]*Account
	UI       UI
}

// Account is a named pair of services.
type Account struct {
	Name  string
	Drive *Drive
}

// Drive are the settings of a drive.
type Drive struct {
	BaseURL           string
	WebOrigin         string
	PR                string
	PageSize          int
	Gap               time.Duration
	Batch             int
	CredentialCommand []string
}

// UI are the settings of the screen.
type UI struct {
	Theme      string
	Keys       string
	Borders    string
	SyncOutput string
	Mouse      bool
	Icons      bool
	Language   string
}
