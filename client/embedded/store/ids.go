package store

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"strconv"
)

// IDs converts row numbers to public ids and back, without a table: an id is one
// AES block over (row, epoch, mark). So all ids of 100,000 entries change at once
// when the epoch does, a stale one can still be recognized, and an invented one
// fails the check of the mark.
type IDs struct {
	block cipher.Block
}

func newIDs(secret []byte) (IDs, error) {
	m := hmac.New(sha256.New, secret)
	m.Write([]byte("ids"))
	b, err := aes.NewCipher(m.Sum(nil)[:16])
	return IDs{b}, err
}

// Make returns the public id of a row; mark is its kind.
func (i IDs) Make(mark uint32, row int64, epoch uint32) string {
	var b [16]byte
	binary.BigEndian.PutUint64(b[:8], uint64(row))
	binary.BigEndian.PutUint32(b[8:12], epoch)
	binary.BigEndian.PutUint32(b[12:], mark)
	i.block.Encrypt(b[:], b[:])
	return hex.EncodeToString(b[:])
}

// Read returns the row and the epoch of an id; ok is false for one that is not
// ours.
func (i IDs) Read(mark uint32, id string) (row int64, epoch uint32, ok bool) {
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

// Seal signs parts, each preceded by its length, so that no two lists of parts have
// one signature.
func Seal(secret []byte, parts ...string) string {
	m := hmac.New(sha256.New, secret)
	for _, part := range parts {
		m.Write([]byte(strconv.Itoa(len(part)) + ":" + part))
	}
	return base64.RawURLEncoding.EncodeToString(m.Sum(nil))
}

// Same compares signatures in constant time.
func Same(a, b string) bool { return hmac.Equal([]byte(a), []byte(b)) }

// NewID returns a random id of a task or a request.
func NewID() string {
	b := make([]byte, 16)
	rand.Read(b)
	return hex.EncodeToString(b)
}
