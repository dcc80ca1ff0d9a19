package peek

import (
	"context"
	"errors"
	"image"
	"image/draw"
	_ "image/gif"  // a format of pictures; of an animation the first frame
	_ "image/jpeg" // a format of pictures
	_ "image/png"  // a format of pictures
	"io"

	"aloft/client"
	"aloft/model"
)

const (
	// maxPixels is how many pixels a picture may have to be decoded, which takes some bytes for each.
	maxPixels = 32_000_000
	// maxPicture is how many bytes a picture may have.
	maxPicture = 64 << 20
)

var _ client.Picturer = (*Reader)(nil)

// Picture decodes a picture. One on another machine may have no more bytes than any other preview reads.
func (r *Reader) Picture(ctx context.Context, at model.Place, seen model.Entry, w, h int) (image.Image, error) {
	src, err := r.source(at)
	if err != nil {
		return nil, err
	}
	select {
	case r.drawing <- struct{}{}:
	case <-ctx.Done():
		return nil, late(at, ctx)
	}
	defer func() { <-r.drawing }()
	return decoded(ctx, src, at, seen, w, h)
}

// decoded opens and decodes a picture.
func decoded(ctx context.Context, src client.Peeker, at model.Place, seen model.Entry, w, h int) (img image.Image, err error) {
	defer func() {
		if recover() != nil { // as in look
			img, err = nil, broken(at)
		}
	}()
	body, e, err := src.Peek(ctx, at, seen)
	if err != nil {
		return nil, err
	}
	defer body.Close() //nolint:errcheck // it was only read
	b := &bounded{ctx: ctx, from: body, left: 2 * maxPicture}
	most := int64(maxPicture)
	if !at.Scheme.Local() {
		most = client.PreviewBytes
		b.from = &far{from: body, size: e.Size}
	}
	if e.Size > most {
		return nil, client.Errorf(client.KindUnsupported, op, at, "%s is too large to be shown as a picture", model.Clean(at.Base()))
	}
	from := io.NewSectionReader(b, 0, e.Size)
	c, _, err := image.DecodeConfig(from)
	switch {
	case err != nil:
		return nil, undecoded(ctx, at, err)
	case c.Width <= 0 || c.Height <= 0 || c.Width > maxPixels/c.Height:
		return nil, client.Errorf(client.KindUnsupported, op, at, "%s is too large to be shown as a picture", model.Clean(at.Base()))
	}
	if _, err := from.Seek(0, io.SeekStart); err != nil {
		return nil, unread(at, err)
	}
	if img, _, err = image.Decode(from); err != nil {
		return nil, undecoded(ctx, at, err)
	}
	return shrunk(ctx, img, w, h)
}

// undecoded is the error of a picture that was opened.
func undecoded(ctx context.Context, at model.Place, err error) error {
	switch {
	case ctx.Err() != nil:
		return late(at, ctx)
	case errors.Is(err, image.ErrFormat):
		return client.Errorf(client.KindUnsupported, op, at, "%s is a picture in an unsupported format", model.Clean(at.Base()))
	}
	return broken(at)
}

// shrunk returns a picture in at most that many pixels, each the mean of those it stands for.
func shrunk(ctx context.Context, img image.Image, w, h int) (image.Image, error) {
	from := img.Bounds()
	to := image.Rectangle{Max: within(from.Size(), image.Pt(w, h))}
	out := image.NewRGBA(to)
	if to.Size() == from.Size() {
		draw.Draw(out, to, img, from.Min, draw.Src)
		return out, nil
	}
	edge := func(i, all, parts int) int { return i * all / parts }
	for y := range to.Dy() {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		top := edge(y, from.Dy(), to.Dy())
		band := image.NewRGBA(image.Rect(0, 0, from.Dx(), edge(y+1, from.Dy(), to.Dy())-top))
		draw.Draw(band, band.Rect, img, from.Min.Add(image.Pt(0, top)), draw.Src)
		for x := range to.Dx() {
			left, right := edge(x, from.Dx(), to.Dx()), edge(x+1, from.Dx(), to.Dx())
			var sum [4]int
			for row := range band.Rect.Dy() {
				px := band.Pix[row*band.Stride+4*left : row*band.Stride+4*right]
				for i := 0; i+3 < len(px); i += 4 {
					sum[0] += int(px[i])
					sum[1] += int(px[i+1])
					sum[2] += int(px[i+2])
					sum[3] += int(px[i+3])
				}
			}
			n := (right - left) * band.Rect.Dy()
			at := out.Pix[out.PixOffset(x, y):]
			for c := range sum {
				at[c] = byte(sum[c] / n)
			}
		}
	}
	return out, nil
}

// within returns the size of a picture that is scaled down to fit into a room, at least one pixel each way.
func within(size, room image.Point) image.Point {
	switch {
	case size.X <= room.X && size.Y <= room.Y:
		return size
	case size.X*room.Y > size.Y*room.X:
		return image.Pt(max(1, room.X), max(1, size.Y*room.X/size.X))
	}
	return image.Pt(max(1, size.X*room.Y/size.Y), max(1, room.Y))
}
