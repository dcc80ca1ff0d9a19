package text

// What is wrong with a place that somebody wrote.
const (
	PlaceEmpty   Text = "an empty place: write drive:/Photos, disk:/home/me or a path"
	PlaceScheme  Text = "%s: is no kind of place; there are drive:, docs:, space: and disk: (a : inside a name is written \\:)"
	PlaceAccount Text = "%s: the account before the / is empty; write account/drive:/…"
	PlaceNUL     Text = "%s: no place can hold a name that is empty or has a NUL character in it"
	PlaceNoID    Text = "%s: nothing follows the \\#, which begins an id"
)
