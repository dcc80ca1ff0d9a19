package limited

import "aloft/client"

// needs are what a source of a kind must be able to do to be shown as that kind.
type (
	aDrive interface {
		writer
		turner
		client.Copier
		client.Searcher
		client.Binner
		client.Prober
		client.Locator
		client.Peeker
		client.Summer
		client.Downloader
		client.Uploader
		client.LinkSharer
	}
	aDocuments interface {
		writer
		turner
		client.Copier
		client.Spanner
		client.Searcher
		client.Recents
		client.Prober
		client.Steady
		client.Detailer
		client.Peeker
		client.Sharer
		client.Editor
		client.Importer
		client.PDFExporter
		client.Announcer
	}
	aDisk interface {
		client.Source
		client.Peeker
		client.Summer
		client.FileReader
		client.Watcher
	}
	writer interface {
		client.Source
		client.FolderMaker
		client.Renamer
		client.Mover
		client.Deleter
		client.Creator
	}
	turner interface {
		client.Turner
		client.Fencer
	}
)
