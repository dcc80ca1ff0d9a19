package limited

import "aloft/client"

// needs are what a source of a kind must be able to do to be shown as that kind.
type (
	// service is any of an account.
	service interface {
		client.Source
		client.Searcher
		client.Prober
		client.Creator
		client.Copyable
		client.Peeker
	}
	aDrive interface {
		service
		driveWords
		client.Binner
		client.Summer
		client.LinkSharer
	}
	aDocuments interface {
		service
		documentWords
		client.Spanner
		client.Recents
		client.Steady
		client.Detailer
		client.Sharer
		client.Editor
	}
	aDisk interface {
		client.Source
		client.Peeker
		client.Summer
		client.FileReader
		client.Watcher
	}
	// What is about no place and no entry of theirs is passed on.
	driveWords interface {
		client.Deletable
		client.Downloadable
		client.Uploadable
	}
	documentWords interface {
		client.Deletable
		client.Importable
		client.Exportable
		ExportsPDF() bool
	}
)
