package secret

import (
	"context"

	"github.com/godbus/dbus/v5"
)

// probeKeyring asks a running session bus whether it has a secret service, without
// starting either.
func probeKeyring(ctx context.Context) bool {
	c, err := dbus.SessionBusPrivateNoAutoStartup(dbus.WithContext(ctx))
	if err != nil {
		return false
	}
	defer c.Close()
	if c.Auth(nil) != nil || c.Hello() != nil {
		return false
	}
	var has bool
	err = c.BusObject().CallWithContext(ctx, "org.freedesktop.DBus.NameHasOwner", 0, "org.freedesktop.secrets").Store(&has)
	return err == nil && has
}
