// Package hooks shows and follows the webhook receiver and carries out actions on it and its deliveries.
package hooks

import (
	"aloft/ui/act"
	"aloft/ui/act/jobs"
	"aloft/ui/keys"
	"aloft/ui/webhook"
)

// Acts are the actions, with their state.
type Acts struct {
	*act.Screen

	Panel *webhook.Panel
	lower *act.Lower
	rows  map[keys.Action]row

	known     *known
	questions questions
	follow    *jobs.Following
	ticking   bool
}
