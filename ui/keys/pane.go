package keys

import (
	"slices"

	"aloft/model/text"
)

// Actions of a file pane.
const (
	Down         Action = "pane.down"
	Up           Action = "pane.up"
	Parent       Action = "pane.parent"
	Open         Action = "pane.open"
	Top          Action = "pane.top"
	Bottom       Action = "pane.bottom"
	HalfDown     Action = "pane.half-down"
	HalfUp       Action = "pane.half-up"
	PageDown     Action = "pane.page-down"
	PageUp       Action = "pane.page-up"
	HistoryBack  Action = "pane.history-back"
	HistoryNext  Action = "pane.history-forward"
	GoHome       Action = "pane.go-home"
	GoDrive      Action = "pane.go-drive"
	GoDisk       Action = "pane.go-disk"
	GoDocs       Action = "pane.go-docs"
	GoSpaces     Action = "pane.go-spaces"
	GoRecent     Action = "pane.go-recent"
	GoPlace      Action = "pane.go-place"
	GoVisited    Action = "pane.go-visited"
	GoPrevious   Action = "pane.go-previous"
	NewTab       Action = "pane.tab-new"
	CloseTab     Action = "pane.tab-close"
	NextTab      Action = "pane.tab-next"
	PrevTab      Action = "pane.tab-previous"
	OpenOther    Action = "pane.open-other"
	SameOther    Action = "pane.same-other"
	GoBin        Action = "pane.go-bin"
	GoMarked     Action = "pane.go-marked"
	Toggle       Action = "pane.toggle"
	ExtendDown   Action = "pane.extend-down"
	ExtendUp     Action = "pane.extend-up"
	Range        Action = "pane.range"
	SelectAll    Action = "pane.select-all"
	Invert       Action = "pane.invert"
	Compare      Action = "pane.compare"
	SelectGlob   Action = "pane.select-pattern"
	UnselectGlob Action = "pane.unselect-pattern"
	Cut          Action = "pane.cut"
	Paste        Action = "pane.paste"
	DropMarks    Action = "pane.drop-marks"
	Move         Action = "pane.move"
	MovePick     Action = "pane.move-pick"
	Rename       Action = "pane.rename"
	Undo         Action = "pane.undo"
	Redo         Action = "pane.redo"
	RenameList   Action = "pane.rename-list"
	NewFolder    Action = "pane.new-folder"
	Delete       Action = "pane.delete"
	DeleteTree   Action = "pane.delete-tree"
	New          Action = "pane.new"
	Import       Action = "pane.import"
	Export       Action = "pane.export"
	Pack         Action = "pane.pack"
	SyncThere    Action = "pane.sync-there"
	Permission   Action = "pane.permission"
	Share        Action = "pane.share"
	ShareLinks   Action = "pane.share-links"
	ShareSave    Action = "pane.share-save"
	Filter       Action = "pane.filter"
	Find         Action = "pane.find"
	FindNext     Action = "pane.find-next"
	FindPrev     Action = "pane.find-previous"
	Search       Action = "pane.search"
	FindBelow    Action = "pane.find-below"
	Sort         Action = "pane.sort"
	Dots         Action = "pane.hidden"
	Sizes        Action = "pane.sizes"
	Bookmarks    Action = "pane.bookmarks"
	BookmarkAdd  Action = "pane.bookmark-add"
	BookmarkJump Action = "pane.bookmark-jump"
	Info         Action = "pane.info"
	Link         Action = "pane.link"
	CopyName     Action = "pane.copy-name"
	CopyID       Action = "pane.copy-id"
	CopyLink     Action = "pane.copy-link"
	CopyPath     Action = "pane.copy-path"
	Shell        Action = "pane.shell"
	ShellList    Action = "pane.shell-list"

	// Actions of a list of results, of recent documents, and of the recycle bin.
	HitOther     Action = "results.other-pane"
	RecentRemove Action = "recent.remove"
	BinRecover   Action = "bin.recover"
	BinPurge     Action = "bin.purge"

	// A drive cannot copy; the keys say so.
	Copy     Action = "pane.copy"
	CopyPick Action = "pane.copy-pick"
	MarkCopy Action = "pane.mark-copy"
)

// paneDocs is the registry of a file pane.
func paneDocs() []Doc {
	list := moves(InPane, text.KeyGroupMovingAbout, "first entry", "last entry", true, false)
	return slices.Concat(list[:2], []Doc{
		{Open, "open", "go there", text.KeyGroupMovingAbout, Keys{"enter or l or right", "enter or right or ctrl+pgdown", "enter or right"}},
		{Parent, text.KeyDoParentFolder, "", text.KeyGroupMovingAbout, Keys{"h or left or backspace", "left or backspace or ctrl+pgup", "left or backspace"}},
	}, list[2:], []Doc{
		{HistoryBack, "back to the folder before", "", text.KeyGroupGoingPlaces, Keys{"H or alt+left", "alt+y or alt+left", "alt+left"}},
		{HistoryNext, "forward again", "", text.KeyGroupGoingPlaces, Keys{"L or alt+right", "alt+right", "alt+right"}},
		{GoHome, "home of this source", "", text.KeyGroupGoingPlaces, Keys{"g h", "ctrl+x h", "g h"}},
		{GoDrive, "the drive", "", text.KeyGroupGoingPlaces, Keys{"g d", "ctrl+x g", "g d"}},
		{GoDisk, "local folders", "", text.KeyGroupGoingPlaces, Keys{"g l", "ctrl+x f", "g l"}},
		{GoDocs, "my documents", "", text.KeyGroupGoingPlaces, Keys{"g m", "ctrl+x D", "g m"}},
		{GoSpaces, "the spaces", "", text.KeyGroupGoingPlaces, Keys{"g s", "ctrl+x S", "g s"}},
		{GoRecent, "recent documents", "", text.KeyGroupGoingPlaces, Keys{"g r", "ctrl+x R", "g r"}},
		{GoBin, "recycle bin", "", text.KeyGroupGoingPlaces, Keys{"g b", "ctrl+x b", "g b"}},
		{GoMarked, "clipboard", "", text.KeyGroupGoingPlaces, Keys{"g y", "ctrl+x M", "g y"}},
		{GoPlace, "go to a place", "", text.KeyGroupGoingPlaces, Keys{"g p", "alt+c", "g p or ctrl+g"}},
		{GoVisited, "jump to a visited folder", "", text.KeyGroupGoingPlaces, Keys{"g z", "alt+z", "g z"}},
		{GoPrevious, "previous place", "", text.KeyGroupGoingPlaces, Keys{"g -", "alt+-", "g -"}},
		{OpenOther, "open this folder in the other pane", "", text.KeyGroupGoingPlaces, Keys{"g o", "alt+o", "g o"}},
		{SameOther, "show this pane's folder in the other pane", "", text.KeyGroupGoingPlaces, Keys{"g =", "alt+i", "g ="}},
		{NewTab, "new tab with this folder", "new tab", text.KeyGroupGoingPlaces, Keys{"t", "alt+t", "t"}},
		{CloseTab, "close this tab", "", text.KeyGroupGoingPlaces, Keys{"T", "alt+w", "T"}},
		{NextTab, "next tab", "", text.KeyGroupGoingPlaces, Keys{"g t", "ctrl+x ]", "g t"}},
		{PrevTab, "previous tab", "", text.KeyGroupGoingPlaces, Keys{"g T", "ctrl+x [", "g T"}},
		{Bookmarks, "bookmarks", "", text.KeyGroupGoingPlaces, Keys{"b", `ctrl+\`, "b"}},
		{BookmarkAdd, text.KeyDoBookmarkThisFolder, "", text.KeyGroupGoingPlaces, Keys{"B", "ctrl+x a", "B"}},
		{BookmarkJump, "jump to a bookmark by its letter", "", text.KeyGroupGoingPlaces, Keys{"'", "ctrl+x '", "'"}},
		{Toggle, "select and step down", "select", text.KeyGroupSelecting, Keys{"space or insert or ctrl+t", "insert or ctrl+t", "space or insert"}},
		{ExtendDown, "extend the selection down", "", text.KeyGroupSelecting, Keys{"shift+down"}},
		{ExtendUp, "extend the selection up", "", text.KeyGroupSelecting, Keys{"shift+up"}},
		{Range, "select a range", "", text.KeyGroupSelecting, Keys{"v", "ctrl+x r", "f11"}},
		{SelectAll, "select all", "", text.KeyGroupSelecting, Keys{"A or ctrl+a", "ctrl+a", "ctrl+a"}},
		{Invert, "invert the selection", "", text.KeyGroupSelecting, Keys{"*"}},
		{SelectGlob, "select by pattern", "", text.KeyGroupSelecting, Keys{"+"}},
		{UnselectGlob, "unselect by pattern", "", text.KeyGroupSelecting, Keys{"-"}},
		{Compare, "select entries that differ between panes", "compare panes", text.KeyGroupSelecting, Keys{"=", "ctrl+x =", "="}},
		{Move, "move to the other pane", "move", text.KeyGroupChanging, Keys{"m or f6", "f6", "f6"}},
		{MovePick, "move to a folder you pick", "", text.KeyGroupChanging, Keys{"M", "ctrl+x f6", "shift+f6"}},
		{Copy, text.KeyDoCopyToTheOtherPane, text.KeyShortCopy, text.KeyGroupChanging, Keys{"c or f5", "f5", "ctrl+o"}},
		{CopyPick, "copy to a folder you pick", "", text.KeyGroupChanging, Keys{"C", "ctrl+x f5", "alt+o"}},
		{SyncThere, "make the other pane's folder like this one", "sync other pane", text.KeyGroupChanging, Keys{"&", "ctrl+x &", "&"}},
		{MarkCopy, "mark to copy", "", text.KeyGroupChanging, Keys{"y", "ctrl+x w", "alt+y"}},
		{Cut, "mark to move", "", text.KeyGroupChanging, Keys{"x", "ctrl+x c", "ctrl+x"}},
		{Paste, "paste", "", text.KeyGroupChanging, Keys{"p", "ctrl+x v", "ctrl+v"}},
		{DropMarks, "clear the clipboard", "", text.KeyGroupChanging, Keys{"X", "ctrl+x k", "ctrl+k"}},
		{Rename, "rename; several by a pattern", text.KeyShortRename, text.KeyGroupChanging, Keys{"r or f2 or shift+f6", "shift+f6 or ctrl+x n", "f2"}},
		{RenameList, "edit the names in $EDITOR", "names in $EDITOR", text.KeyGroupChanging, Keys{"R", "ctrl+x N", "alt+r"}},
		{New, "new folder, file or document", "new", text.KeyGroupChanging, Keys{"a", "shift+f4", "ctrl+n"}},
		{NewFolder, "new folder", "folder", text.KeyGroupChanging, Keys{"f7"}},
		{Delete, "delete", text.KeyShortDelete, text.KeyGroupChanging, Keys{"d or f8 or delete", "f8 or delete", "f8 or delete"}},
		{DeleteTree, "delete for good", "", text.KeyGroupChanging, Keys{"D", "shift+f8", "shift+f8"}},
		{Undo, "undo", text.KeyShortUndo, text.KeyGroupChanging, Keys{"u", "ctrl+x u", "u"}},
		{Redo, "redo", "", text.KeyGroupChanging, Keys{"U", "ctrl+x U", "U"}},
		{Import, "import or upload files", "import", text.KeyGroupChanging, Keys{"i", "ctrl+x I", "alt+i"}},
		{Export, text.KeyDoExport, text.KeyShortExport, text.KeyGroupChanging, Keys{"e", "ctrl+x E", "alt+e"}},
		{Pack, "pack into an archive", "pack", text.KeyGroupChanging, Keys{"Z", "ctrl+x Q", "Z"}},
		{Permission, "set who can read or edit", "", text.KeyGroupEntry, Keys{"P", "ctrl+x P", "alt+p"}},
		{Share, "share by a link", "share", text.KeyGroupEntry, Keys{"S", "ctrl+x O", "S"}},
		{ShareLinks, "your share links", "", text.KeyGroupGoingPlaces, Keys{"g S", "ctrl+x Z", "g S"}},
		{ShareSave, "save from a share link", "", text.KeyGroupChanging, Keys{"g I", "ctrl+x J", "g I"}},
		{Filter, "filter", text.KeyShortFilter, text.KeyGroupFinding, Keys{"/", "ctrl+x /", "/ or ctrl+f"}},
		{Find, "find in this list as you type", "", text.KeyGroupFinding, Keys{"f", "ctrl+s or alt+s", "f"}},
		{FindNext, text.KeyDoNextMatch, "", text.KeyGroupFinding, Keys{"n", "alt+n", "n"}},
		{FindPrev, text.KeyDoPreviousMatch, "", text.KeyGroupFinding, Keys{"N", "alt+p", "N"}},
		{Search, "search the whole source", text.KeyShortSearch, text.KeyGroupFinding, Keys{"s", "alt+?", "s"}},
		{FindBelow, "find below this folder, or everywhere", "find", text.KeyGroupFinding, Keys{"F", "ctrl+x F", "F"}},
		{Sort, "sort the list", "", text.KeyGroupFinding, Keys{"o or z o", "ctrl+x o", "o or z o"}},
		{Dots, "hidden files on or off", "", text.KeyGroupFinding, Keys{".", "alt+.", "."}},
		{Sizes, "calculate folder sizes", "size of a folder", text.KeyGroupFinding, Keys{"z S", "ctrl+space", "z S"}},
		{Info, text.KeyDoWhatIsKnownAboutTheEntry, "", text.KeyGroupEntry, Keys{"I", "ctrl+x i", "I"}},
		{Link, text.KeyDoOpenTheEntrysLink, "", text.KeyGroupEntry, Keys{"O", "ctrl+x L", "O"}},
		{CopyName, text.KeyDoCopyTheName, "", text.KeyGroupEntry, Keys{"Y n", "ctrl+x y n", "Y n"}},
		{CopyID, text.KeyDoCopyTheId, "", text.KeyGroupEntry, Keys{"Y i", "ctrl+x y i", "Y i"}},
		{CopyLink, text.KeyDoCopyTheLink, "", text.KeyGroupEntry, Keys{"Y l", "ctrl+x y l", "Y l"}},
		{CopyPath, text.KeyDoCopyThePlace, "", text.KeyGroupEntry, Keys{"Y p", "ctrl+x y p", "Y p"}},
		{Shell, "run a command here, on the selection", "", text.KeyGroupCommands, Keys{"!"}},
		{ShellList, "run a background command, list its output", "", text.KeyGroupCommands, Keys{";"}},
		{HitOther, "show its folder in the other pane", "other pane", text.KeyGroupFound, Keys{"o", "alt+o", "o"}},
		{RecentRemove, "remove it from the recent list", "forget", text.KeyGroupFound, Keys{"alt+d"}},
		{BinRecover, "restore it to its folder", "recover", text.KeyGroupRecycleBin, Keys{"r or f6", "f6", "f2"}},
		{BinPurge, "delete for good", "delete for good", text.KeyGroupRecycleBin, Keys{"d or f8 or delete", "f8 or delete", "f8 or delete"}},
	})
}
