package copying

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"os"
	"path/filepath"
	"time"
)

// Replace gives a file another content, in one step: it is written beside the file and
// renamed over it, with its mode, owner and attributes. Where that cannot be (the folder
// cannot be written to, the owner cannot be given, the file has several names) it is
// written into the file. A link is followed and stays. ErrChanged: the SHA-256 of what is
// in the file is not was, and it is unchanged.
func (c *Copier) Replace(ctx context.Context, path string, content io.ReadSeeker, was string) error {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return err
	}
	src, err := open(real)
	if err != nil {
		return err
	}
	defer src.Close() //nolint:errcheck // it was only read
	st, err := lookAt(src)
	if err != nil {
		return err
	}
	if !st.mode.IsRegular() {
		return refusal(real)
	}
	h := sha256.New()
	if _, err := io.Copy(h, src); err != nil {
		return err
	}
	if hex.EncodeToString(h.Sum(nil)) != was {
		return ErrChanged
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if st.links < 2 {
		if done, err := c.over(src, st, real, content); done {
			return err
		}
	}
	return into(real, content)
}

// over writes the content beside the file and renames it. done is false when the file must
// be written into instead: then nothing has changed.
func (c *Copier) over(src *os.File, st stat, real string, content io.ReadSeeker) (done bool, err error) {
	f, err := os.OpenFile(partName(real, "", st), os.O_RDWR|os.O_CREATE|os.O_EXCL|noFollow, 0o600)
	if err != nil {
		return false, nil
	}
	defer func() {
		if err != nil || !done {
			_ = f.Close()
			_ = os.Remove(f.Name())
		}
	}()
	at, err := lookAt(f)
	if err != nil {
		return true, err
	}
	if st.uid != at.uid || st.gid != at.gid {
		if f.Chown(st.uid, st.gid) != nil {
			return false, nil
		}
		at.uid, at.gid = st.uid, st.gid
	}
	if _, err := io.Copy(f, content); err != nil {
		return true, err
	}
	for _, l := range c.attributes(src, f, st, at, Options{}) {
		if l.Name == "mode" {
			return true, l.Err
		}
	}
	now := time.Now()
	if err := errors.Join(setTimes(f.Name(), now, now), f.Sync(), f.Close()); err != nil {
		return true, err
	}
	if err := os.Rename(f.Name(), real); err != nil {
		return true, err
	}
	return true, syncDir(filepath.Dir(real))
}

// into writes the content into the file.
func into(real string, content io.ReadSeeker) error {
	size, err := content.Seek(0, io.SeekEnd)
	if err == nil {
		_, err = content.Seek(0, io.SeekStart)
	}
	if err != nil {
		return err
	}
	f, err := os.OpenFile(real, os.O_WRONLY|noFollow, 0)
	if err != nil {
		return err
	}
	_, err = io.Copy(f, content)
	if err == nil {
		err = f.Truncate(size)
	}
	return errors.Join(err, f.Sync(), f.Close())
}
