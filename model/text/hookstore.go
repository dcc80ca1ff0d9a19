package text

// What the store of the webhook receiver says.
const (
	// The store's folder, then what the system says.
	HookStoreFolder Text = "the folder for webhook deliveries cannot be used: %s (%s)"
	// What the system says.
	HookStoreWrite     Text = "the delivery cannot be stored (%s)"
	HookStoreWriteHint Text = "make room on the disk, or check the rights of the state folder"
	HookStoreTalk      Text = "the message cannot be kept (%s)"
	HookStoreWish      Text = "the receiver cannot be told (%s)"
	HookStoreRead      Text = "the stored delivery cannot be read (%s)"
	HookStoreClosed    Text = "the webhook receiver is closing"
	HookStoreID        Text = "%q is no id of a delivery, or it was stored before"

	// The id of a process, 0 = not known.
	HookStoreHeld     Text = "another instance (process %d) is the webhook receiver"
	HookStoreHeldHint Text = "it shows what it receives in every instance; end that one first to receive here"
	HookStoreOther    Text = "this instance only follows the webhook receiver of another process"

	// An id.
	HookStoreUnknown     Text = "there is no delivery %s, or it was dropped with the oldest"
	HookStoreUnknownHint Text = "see aloft hook ls --all"

	// Why a delivery did not end well: reasons of its row.
	HookCutNever   Text = "the program was killed before its turn came; nothing ran"
	HookCutAsking  Text = "the program was killed before anybody answered; nothing ran"
	HookCutRunning Text = "the program was killed while it ran; how it would have ended is not known"
	// How many bytes of a message were not kept.
	HookMessageMore Text = "(%d more {byte|bytes})"
	// A row for more refusals than can be listed one by one.
	HookManyRefused Text = "too many requests were refused to list each one"
)
