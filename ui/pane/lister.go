package pane

import (
	"context"

	"aloft/client"
	"aloft/model"
)

// Lister fills a list of results, as a source lists a folder. Fresh: nothing of what was
// read before is used. Each entry says where it is.
type Lister func(ctx context.Context, opt client.Options) (model.Listing, error)

// Results are what a list of results is filled with; Match is the text that its names
// were found by, "" = none; Empty is said when there is nothing, "" = nothing was found.
type Results struct {
	Fill  Lister
	Match string
	Empty string
}

// HitAsked requests to go to an entry of a list of results.
type HitAsked struct {
	Pane  ID
	Entry model.Entry
}
