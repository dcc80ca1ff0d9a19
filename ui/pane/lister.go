package pane

import (
	"context"

	"aloft/client"
	"aloft/model"
	"aloft/ui/keys"
)

// Lister fills a list of results as a source lists a folder. With Fresh it uses no cached listings. Each entry has
// its place.
type Lister func(ctx context.Context, opt client.Options) (model.Listing, error)

// Results are what a list of results is filled with; Match is the text that its names
// were found by, "" = none; Empty is said when there is nothing, "" = nothing was found;
// Context is that of the list's keys, "" = keys.InResults.
type Results struct {
	Fill    Lister
	Match   string
	Empty   string
	Context keys.Context
}

// HitAsked requests to go to an entry of a list of results.
type HitAsked struct {
	Pane  ID
	Entry model.Entry
}
