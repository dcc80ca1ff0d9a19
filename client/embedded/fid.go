package embedded

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
)

// rootFID names the drive's root folder for ever.
const rootFID = "0"

// What a public id stands for.
const (
	markNode   uint32 = 0x6e6f6465
	markRecord uint32 = 0x72656364
)

// ids turns row numbers into public ids and back, without a table: an id is
// one AES block over (row, epoch, mark). So all ids of 100,000 entries change
// at once when the epoch does, a stale one is still known for what it was, and
// a made-up one fails the mark.
type ids struct {
	block cipher.Block
}

func newIDs(secret []byte) (ids, error) {
	m := hmac.New(sha256.New, secret)
	m.Write([]byte("ids"))
	b, err := aes.NewCipher(m.Sum(nil)[:16])
	return ids{b}, err
}

func (i ids) make(mark uint32, row int64, epoch uint32) string {
	var b [16]byte
	binary.BigEndian.PutUint64(b[:8], uint64(row))
	binary.BigEndian.PutUint32(b[8:12], epoch)
	binary.BigEndian.PutUint32(b[12:], mark)
	i.block.Encrypt(b[:], b[:])
	return hex.EncodeToString(b[:])
}

func (i ids) read(mark uint32, id string) (row int64, epoch uint32, ok bool) {
	var b [16]byte
	if len(id) != 2*len(b) {
		return 0, 0, false
	}
	if _, err := hex.Decode(b[:], []byte(id)); err != nil {
		return 0, 0, false
	}
	i.block.Decrypt(b[:], b[:])
	row = int64(binary.BigEndian.Uint64(b[:8]))
	epoch = binary.BigEndian.Uint32(b[8:12])
	return row, epoch, binary.BigEndian.Uint32(b[12:]) == mark && row > 0
}

// fids are the ids of entries as they are in one epoch.
type fids struct {
	ids
	epoch  uint32
	rotate bool
}

// fid of an entry. Without rotation every fid is of epoch 0 and lives as long
// as the entry.
func (f fids) fid(seq int64) string {
	if seq == rootSeq {
		return rootFID
	}
	if !f.rotate {
		return f.make(markNode, seq, 0)
	}
	return f.make(markNode, seq, f.epoch)
}

// seq of the entry a fid names; fresh is false for a fid that no longer, or
// never, named one.
func (f fids) seq(fid string) (seq int64, fresh bool) {
	if fid == rootFID {
		return rootSeq, true
	}
	seq, epoch, ok := f.read(markNode, fid)
	if !ok || seq == rootSeq || seq == binSeq {
		return 0, false
	}
	return seq, !f.rotate || epoch == f.epoch
}
