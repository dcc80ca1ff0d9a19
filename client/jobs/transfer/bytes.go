package transfer

import (
	"cmp"
	"context"
	"crypto/md5"
	"encoding/hex"
	"io"
	"strings"
	"time"

	"aloft/client"
	"aloft/client/jobs/journal"
	"aloft/client/system"
	"aloft/model"
	"aloft/model/text"
)

func digestOf(ctx context.Context, b client.Body) (string, int64, error) {
	if _, err := b.Seek(0, io.SeekStart); err != nil {
		return "", 0, err
	}
	sum := md5.New()
	n, err := io.Copy(sum, system.Reader(ctx, b))
	return hex.EncodeToString(sum.Sum(nil)), n, err
}

func (h *Transfer) convert(ctx context.Context, name, format string, r io.ReaderAt, size int64, w io.Writer) ([]model.Sentence, error) {
	if h.job.Convert == nil {
		return nil, client.Errorf(client.KindUnsupported, string(h.s.Op), h.it.Place(), text.JobsNoConvert, name)
	}
	notes, err := h.job.Convert(ctx, name, strings.TrimPrefix(format, "."), r, size, w)
	if err != nil && client.KindOf(err) == "" && !journal.NoRoom(err) {
		err = client.Errorf(client.KindLocal, string(h.s.Op), h.it.Place(), "it could not be converted: %s", err.Error())
	}
	return notes, err
}

// orStopped keeps a request to stop apart from an error of the item.
func (h *Transfer) orStopped(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return &stops{ctx.Err()}
	}
	return err
}

// modified is when the file was last changed, as its copy says.
func (h *Transfer) modified() time.Time {
	return model.FromMillis(cmp.Or(h.it.Original, h.it.Print.Modified))
}
