package drive

import (
	"aloft/client/embedded/store"
)

// rootFID is the fid of the drive's root folder, which never changes.
const rootFID = "0"

// The kinds of public ids.
const (
	markNode   uint32 = 0x6e6f6465
	markRecord uint32 = 0x72656364
	markShare  uint32 = 0x73686172
	markBytes  uint32 = 0x62797465
)

// fids are the ids of entries in one epoch.
type fids struct {
	store.IDs
	epoch  uint32
	rotate bool
}

// fid returns the fid of an entry. Without rotation every fid is of epoch 0 and
// valid as long as the entry exists.
func (f fids) fid(seq int64) string {
	if seq == store.RootSeq {
		return rootFID
	}
	if !f.rotate {
		return f.Make(markNode, seq, 0)
	}
	return f.Make(markNode, seq, f.epoch)
}

// seq returns the entry of a fid; fresh is false for a stale or unknown fid.
func (f fids) seq(fid string) (seq int64, fresh bool) {
	if fid == rootFID {
		return store.RootSeq, true
	}
	seq, epoch, ok := f.Read(markNode, fid)
	if !ok || seq == store.RootSeq || seq == store.BinSeq {
		return 0, false
	}
	return seq, !f.rotate || epoch == f.epoch
}
