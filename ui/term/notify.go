package term

import "aloft/client"

// Notify gives the bytes that show a notification in the terminal of the
// environment, "" when there is nothing to show.
func Notify(n client.Notification, env func(string) string) string {
	return "\a"
}
