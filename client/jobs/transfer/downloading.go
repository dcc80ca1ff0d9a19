package transfer

import (
	"context"
	"crypto/md5"
	"encoding/hex"
	"errors"
	"hash"
	"io"

	"aloft/client"
	"aloft/client/jobs/journal"
	"aloft/client/system"
)

// download downloads a file as it is into the hidden file: ask for its link, load the
// bytes, and compare them with the service's checksum.
func (h *Transfer) download(ctx context.Context, from client.Downloader, to *hidden) (on bool, err error) {
	if h.Doing == journal.DoCommit {
		h.Did = ""
	}
	part, err := to.open(ctx, h.key())
	if err != nil {
		return false, h.orStopped(ctx, err)
	}
	if h.Did != journal.DidLoad || part.Size() != h.Size {
		if on, err := h.loadFile(ctx, from, part); err != nil || !on {
			return on, err
		}
	}
	return true, nil
}

// loadFile loads the bytes; false = the item has ended. A link that has expired is asked
// for again, once as long as no byte comes.
func (h *Transfer) loadFile(ctx context.Context, src client.Downloader, part client.Partial) (bool, error) {
	sum := &summed{sink: sink{part, h}, hash: md5.New()}
	if err := sum.prefix(ctx); err != nil {
		return false, h.orStopped(ctx, err)
	}
	for dead, wrong := 0, 0; ; {
		var link client.Link
		err := h.try(ctx, func() (err error) { link, err = src.Link(ctx, h.s.Source(), h.job.Class); return err })
		if err != nil {
			return false, err
		}
		if want := h.it.Print.Size; want >= 0 && link.Size >= 0 && want != link.Size {
			return false, h.fail(journal.OutConflict, client.KindConflict, "%s has %d {byte|bytes} now but had %d when the job was planned; nothing was written here", h.it.Name, link.Size, want)
		}
		before := part.Size()
		size, err := h.load(ctx, func(from int64, w client.Sink) (int64, error) { return src.Fetch(ctx, link, from, w) }, sum)
		var stop *stops
		switch {
		case errors.As(err, &stop):
			return false, err
		case client.Is(err, client.KindStale):
			if part.Size() > before {
				dead = 0
			}
			if dead++; dead > 1 {
				return false, h.fail(journal.OutFailed, client.KindServer, "the download link failed, and so did a new one: %s", err.Error())
			}
			continue
		case err != nil:
			return false, h.notLoaded(err)
		}
		h.MD5, h.Size = hex.EncodeToString(sum.hash.Sum(nil)), size
		if link.MD5 == "" || link.MD5 == h.MD5 {
			return true, h.did(journal.DidLoad)
		}
		if wrong++; wrong > 1 {
			return false, h.fail(journal.OutFailed, client.KindServer, "the download does not match the drive's MD5")
		}
		if err := sum.Restart(); err != nil {
			return false, err
		}
	}
}

// summed is a sink that knows the digest of what it has.
type summed struct {
	sink
	hash hash.Hash
}

// prefix takes what an earlier run has loaded.
func (s *summed) prefix(ctx context.Context) error {
	_, err := io.Copy(s.hash, system.Reader(ctx, io.NewSectionReader(s.Partial, 0, s.Size())))
	return err
}

func (s *summed) Write(p []byte) (int, error) {
	n, err := s.sink.Write(p)
	s.hash.Write(p[:n])
	return n, err
}

func (s *summed) Restart() error {
	s.hash.Reset()
	return s.sink.Restart()
}
