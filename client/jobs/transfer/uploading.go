package transfer

import (
	"context"
	"crypto/md5"
	"crypto/sha1"
	"encoding/hex"
	"io"
	"time"

	"aloft/client"
	"aloft/client/jobs/journal"
	"aloft/client/jobs/verify"
	"aloft/client/system"
	"aloft/model"
	"aloft/model/text"
)

const (
	// uploadBegins bounds how often the service may forget an upload.
	uploadBegins = 3
	// staleTries bounds the lookups of a folder whose id changes meanwhile.
	staleTries = 20
	// nameAge is how long a name that was free is taken to be so.
	nameAge = 30 * time.Second
)

// upload is one upload of a file as it is.
type upload struct {
	*Transfer
	to   client.Uploader
	body *given
	file client.UploadFile
	kept *kept
	free time.Time // when the name was free
	// unsure: a call of this step has had no clear answer.
	unsure bool
}

// uploadFile uploads a file as it is: checksums, announce, parts, complete. What was
// announced and which parts are there is in a private file until the item ends.
func (h *Transfer) uploadFile(ctx context.Context, to client.Uploader) error {
	u := &upload{Transfer: h, to: to, unsure: h.Doing == journal.DoBegin}
	var err error
	if u.kept, err = openKept(h.file()); err != nil {
		return err
	}
	defer u.kept.close()
	if u.unsure && !u.repeats() {
		if end, err := u.unclear(ctx); end || err != nil {
			return err
		}
	}
	if on, err := u.open(ctx); err != nil || !on {
		return err
	}
	defer u.body.Close()
	for begins := 1; ; begins++ {
		err := u.send(ctx)
		if !client.Is(err, client.KindStale) {
			return err
		}
		if begins == uploadBegins {
			return h.fail(journal.OutFailed, client.KindServer, "the service failed on every try")
		}
		if err := u.kept.restart(); err != nil {
			return err
		}
		if err := h.did(""); err != nil {
			return err
		}
	}
}

// open opens the file and takes its checksums; false = the item has ended.
func (u *upload) open(ctx context.Context) (bool, error) {
	u.show(model.PhaseCheck, 0, 0)
	body, err := u.Transfer.open(ctx)
	if err != nil {
		return false, u.orStopped(ctx, err)
	}
	u.body = body
	one, two := md5.New(), sha1.New()
	n, err := io.Copy(io.MultiWriter(one, two), system.Reader(ctx, body.Body))
	if err != nil {
		_ = body.Close()
		return false, u.orStopped(ctx, err)
	}
	sum := hex.EncodeToString(one.Sum(nil))
	u.file = client.UploadFile{Name: u.s.Rename, Size: n, Modified: body.modified, MD5: sum, SHA1: hex.EncodeToString(two.Sum(nil))}
	if n != body.size || body.changed() || u.Did != "" && u.MD5 != sum {
		_ = body.Close()
		return false, u.fail(journal.OutFailed, client.KindConflict, text.JobsFileChanged)
	}
	u.MD5, u.Size, u.Sent = sum, n, body.name
	return true, nil
}

// send goes on from what was journaled. KindStale: the service has forgotten the upload.
func (u *upload) send(ctx context.Context) error {
	at := u.s.To.Join(u.s.Rename)
	class := u.job.Class
	if u.kept.sending.State == "" || u.Did == "" {
		if end, err := u.announce(ctx); end || err != nil {
			return err
		}
	}
	if u.Did == journal.DidTell {
		known := false
		end, err := u.sends(ctx, nil, func(call context.Context) (err error) {
			known, err = u.to.Known(call, at, u.kept.sending, u.file, class)
			return err
		})
		if end || err != nil {
			return err
		}
		if known {
			return u.done()
		}
		if err := u.did(journal.DidHash); err != nil {
			return err
		}
	}
	if u.Did == journal.DidHash {
		if end, err := u.parts(ctx, at); end || err != nil {
			return err
		}
	}
	if time.Since(u.free) > u.job.Scaled(nameAge) {
		if _, end, err := u.folder(ctx, false); end || err != nil {
			return err
		}
	}
	end, err := u.sends(ctx, nil, func(call context.Context) error {
		return u.to.Complete(call, at, u.kept.sending, u.file, class)
	})
	if end || err != nil {
		return err
	}
	return u.done()
}

// announce looks the folder up and announces the file; end: the item has ended.
func (u *upload) announce(ctx context.Context) (end bool, err error) {
	for try := 0; ; try++ {
		var to model.Ref
		known := false
		end, err := u.sends(ctx, func() (end bool, err error) {
			to, end, err = u.folder(ctx, try > 0)
			return end, err
		}, func(call context.Context) (err error) {
			u.kept.sending, known, err = u.to.Announce(call, to, u.file, u.job.Class)
			return err
		})
		switch {
		case client.Is(err, client.KindStale) && try < staleTries:
			if try < staleTries/2 {
				continue
			}
			if err := u.again(ctx, 0); err != nil {
				return false, err
			}
			continue
		case client.Is(err, client.KindStale):
			return false, &stops{err}
		case end || err != nil:
			return end, err
		case known:
			return true, u.done()
		}
		if err := u.kept.begin(); err != nil {
			return false, err
		}
		return false, u.did(journal.DidTell)
	}
}

// folder finds the target folder; end: the name is taken there, perhaps by the item itself.
func (u *upload) folder(ctx context.Context, again bool) (to model.Ref, end bool, err error) {
	var page client.Page
	began := time.Now()
	err = u.try(ctx, func() (err error) {
		w := u.job.To.Walk(client.Options{Class: u.job.Class, Fresh: true, After: !again})
		// In a folder of many pages only the service knows whether the name is free.
		if page, err = w.Page(ctx, u.s.To, 1); err == nil {
			to, err = w.Folder(ctx, u.s.To)
		}
		return err
	})
	if err != nil {
		return to, false, err
	}
	if page.Last && len(page.Refs) > 0 { // of an empty one it is not known when it was read
		if read := verify.ReadAt(page); read.Before(began) { // for another item
			began = read
		}
		u.job.Seen.put(u.s.To, began, model.Listing{Entries: page.Entries, Complete: true})
	}
	for i := range page.Entries {
		switch e := &page.Entries[i]; {
		case e.Name != u.s.Rename:
		case u.unsure && u.is(e):
			u.ID = e.ID
			return to, true, u.done()
		default:
			return to, true, u.fail(journal.OutConflict, client.KindConflict, text.JobsOther)
		}
	}
	u.free = time.Now()
	return to, false, nil
}

// turn keeps other work of the account, which changes the ids of folders, from
// coming between a lookup and its call.
func (u *upload) turn(ctx context.Context) (release func(), err error) {
	t, ok := u.job.To.(client.Turner)
	if !ok {
		return func() {}, nil
	}
	if release, err = t.Turn(ctx, u.job.Class); err != nil {
		return nil, &stops{err}
	}
	return release, nil
}

// sends sends a call that may make the entry, in its turn, right after what is looked up for it; end:
// the item has ended.
func (u *upload) sends(ctx context.Context, look func() (end bool, err error), send func(context.Context) error) (end bool, err error) {
	before := u.Did
	defer func() { u.unsure = u.unsure && err != nil }()
	for n := 0; ; n++ {
		release, err := u.turn(ctx)
		if err != nil {
			return false, err
		}
		if look != nil {
			if end, err := look(); end || err != nil {
				release()
				return end, err
			}
		}
		err, broken := u.call(u.job.To, journal.DoBegin, send)
		release()
		if broken != nil {
			return false, broken
		}
		k := client.KindOf(err)
		switch {
		case err == nil:
			return false, nil
		case k == client.KindUnknown, k == "" && !journal.OfDisk(err):
			u.said = journal.SaidOf(err)
			u.unsure = true
			if n < answeredTries && u.repeats() {
				over := u.looks()
				err := u.again(ctx, n)
				if over(); err != nil {
					return false, err
				}
				continue
			}
			if end, err := u.unclear(ctx); end || err != nil {
				return end, err
			}
			if n >= answeredTries {
				return true, u.fail(journal.OutFailed, client.KindServer, "the service failed on every try")
			}
			continue
		case u.unsure: // refused, perhaps because the call before was done
			if end, err := u.unclear(ctx); end || err != nil {
				return end, err
			}
		}
		// Certainly nothing was made.
		if err := u.did(before); err != nil {
			return false, err
		}
		switch {
		case k == client.KindAuth:
			return false, &stops{err}
		case !journal.Retryable(err), n >= answeredTries && answered(err):
			return false, err
		case n == transferTries:
			return false, &stops{err}
		}
		if err := u.again(ctx, n); err != nil {
			return false, err
		}
	}
}

// repeats: the call under way makes nothing that a second one would make again. The announcement
// of a file with bytes makes no entry, and whatever tells its checksums belongs to one announcement.
func (u *upload) repeats() bool {
	return u.Did == "" && u.Size > 0 || u.Did == journal.DidTell && u.kept.sending.State != ""
}

// is: the entry is what the item makes.
func (u *upload) is(e *model.Entry) bool {
	return e.Name == u.s.Rename && !e.Kind.Container() && (e.Size == model.Unknown || e.Size == u.Size)
}

// unclear: a call was sent that may have made the entry. It did when the entry is there;
// that it is not is believed when the call can no longer have an effect. end: the item
// has ended.
func (u *upload) unclear(ctx context.Context) (end bool, err error) {
	times := u.times()
	defer u.looks()()
	for n := 0; ; n++ {
		since := time.Now()
		if err := u.wait(ctx, times.Pause(n)); err != nil {
			return false, err
		}
		l, at, err := u.job.Seen.listing(u.s.To, since, func() (l model.Listing, err error) {
			err = u.try(ctx, func() error {
				l, err = u.job.To.List(ctx, u.s.To, client.Options{Class: u.job.Class, Fresh: true})
				return err
			})
			return l, err
		})
		if err != nil {
			return false, err
		}
		for i := range l.Entries {
			if u.is(&l.Entries[i]) {
				u.ID = l.Entries[i].ID
				return true, u.done()
			}
		}
		if at.Sub(u.started) > times.Settle {
			u.unsure = false
			if !l.Complete {
				return true, u.fail(journal.OutFailed, client.KindUnknown, "it may have been made; look for %s in %s before you try again", u.s.Rename, u.s.To.String())
			}
			return false, u.did(u.Did)
		}
	}
}

// parts sends the parts that are missing, and goes on where it broke off as long as
// parts arrive; end: the item has ended.
func (u *upload) parts(ctx context.Context, at model.Place) (end bool, err error) {
	over := func() {}
	defer func() { over() }()
	for bad := 0; ; {
		before := len(u.kept.sending.Receipts)
		err := u.to.Parts(ctx, at, u.kept.sending, u.file, u.body.Body, u.job.Class, u.kept.add, func(sent int64) {
			u.show(model.PhaseUpload, 5+int(90*sent/max(u.Size, 1)), sent)
		})
		switch {
		case err == nil && u.body.changed(), err != nil && ctx.Err() == nil && u.body.changed(): // which may be the cause
			return true, u.fail(journal.OutFailed, client.KindConflict, text.JobsFileChanged)
		case err == nil:
			return false, u.did(journal.DidUpload)
		case ctx.Err() != nil:
			return false, &stops{ctx.Err()}
		case client.Is(err, client.KindAuth):
			return false, &stops{err}
		case !journal.Retryable(err):
			return false, err
		}
		if len(u.kept.sending.Receipts) > before {
			bad = 0
		}
		if bad++; bad >= transferTries {
			if k := client.KindOf(err); k == client.KindNetwork || k == client.KindThrottled {
				return false, &stops{err} // what was sent is kept
			}
			return true, u.fail(journal.OutFailed, client.KindOf(err), "the upload broke off: %s", err.Error())
		}
		over()
		over = u.job.Waits(journal.Again(err))
		if err := u.again(ctx, bad-1); err != nil {
			return false, err
		}
	}
}
