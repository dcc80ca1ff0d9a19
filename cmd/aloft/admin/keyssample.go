package admin

import _ "embed"

// keysSample shows what a person can write into keys.toml, beside config.toml.
//
//go:embed keyssample.toml
var keysSample string
