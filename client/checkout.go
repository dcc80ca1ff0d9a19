package client

import (
	"context"
	"io"

	"aloft/model"
)

// WorkingCopies are private copies of files, for the person's editor and programs.
type WorkingCopies interface {
	// CheckOut copies a file. To edit it, it must be a text that can be written to; a copy
	// with what was written before and did not get back is returned again.
	CheckOut(ctx context.Context, at model.Place, o CheckOut) (WorkingCopy, error)
	// Compare says what became of the copy and of its original since.
	Compare(ctx context.Context, c WorkingCopy) (CopyState, error)
	// CheckIn writes the copy in the place of its original, which is on this machine and
	// must be as it was: otherwise KindConflict, and it is unchanged.
	CheckIn(ctx context.Context, c WorkingCopy) error
	// Beside prepares the copy to become a file of its own.
	Beside(c WorkingCopy) error
	// Texts are what is in the original now, and in the copy.
	Texts(ctx context.Context, c WorkingCopy) (original, copied string, err error)
	// SentBy notes the job that brings the copy back.
	SentBy(c WorkingCopy, job string) error
	// Drop removes the copy.
	Drop(c WorkingCopy) error
	// Left are the copies of killed programs that hold something which did not get back.
	// job is the state of one, "" = there is none.
	Left(job func(id string) model.JobState) []LeftCopy
}

// WorkingCopy is a private copy of a file.
type WorkingCopy struct {
	Of     model.Place // its original
	Path   string      // of the copy on this machine
	At     model.Place // the same
	Resume bool        // it has what was written before
}

// CheckOut says what for a file is copied.
type CheckOut struct {
	Edit bool
	Any  bool // also to edit it, what is no text, of any size
	// Progress is called with the bytes that are copied and their number, or
	// model.Unknown. It must not block.
	Progress func(done, size int64)
}

// EditBytes is the size of the largest text that is edited.
const EditBytes = 16 << 20

// CopyState is what became of a working copy and its original.
type CopyState int

const (
	CopySame     CopyState = iota // nothing was written
	CopyWritten                   // the original is as it was
	CopyConflict                  // the original was changed as well
	CopyOrphan                    // the original is not there any more
	CopyRemoved                   // the copy is not there any more
)

// LeftCopy is a working copy that a killed program has left.
type LeftCopy struct {
	WorkingCopy
	Open bool // its editor still runs
}

// FileReplacer is a source whose files can get another content.
type FileReplacer interface {
	// CheckReplace says why a file cannot get another content, or nil.
	CheckReplace(ctx context.Context, p model.Place) error
	// ReplaceFile gives another content to a file, or to the one that a link leads to; its
	// mode, owner and attributes stay. was is the SHA-256 of the content that it must have
	// now: otherwise KindConflict, and it is unchanged.
	ReplaceFile(ctx context.Context, p model.Place, content io.ReadSeeker, was string) error
}
