//go:build lab

package main

import (
	"aloft/client/clienttest/faultwords"
	"aloft/cmd/aloft/admin"
)

func faults() admin.Faults { return admin.Faults{Words: faultwords.Words, Parse: faultwords.Faults} }
