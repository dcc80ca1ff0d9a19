package office

import (
	"context"
	"errors"
	"io"
)

// ReadSlides returns the slides of a presentation in its order, with their text.
func ReadSlides(ctx context.Context, name string, r io.ReaderAt, size int64) ([]Slide, Result, error) {
	var out []Slide
	res, err := eachSlide(ctx, name, r, size, func(s Slide) error { out = append(out, s); return nil })
	return out, res, err
}

// WhyOf returns the class of the first Error in the chain, "" when there is none.
func WhyOf(err error) Why {
	var e *Error
	if errors.As(err, &e) {
		return e.Why
	}
	return ""
}
