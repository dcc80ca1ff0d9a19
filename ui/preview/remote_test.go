package preview

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"aloft/client"
	"aloft/model"
	"aloft/ui/uitest/shipped"
)

// asked keeps what it is asked for, and answers when it is told to stop.
type asked struct {
	given
	seen *model.Entry
	anew *bool
}

func (a asked) Preview(ctx context.Context, _ model.Place, seen model.Entry, anew bool) (client.FilePreview, error) {
	*a.seen, *a.anew = seen, anew
	<-ctx.Done()
	return client.FilePreview{}, ctx.Err()
}

// A file of a service is waited for longer than one of this machine, and until the cursor
// goes on; the person can have it read again.
func TestAFileOfAServiceIsWaitedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := asked{seen: new(model.Entry), anew: new(bool)}
		v := newFile(&Env{Env: shipped.Env(t)}, a, nil)
		v.w, v.h = 40, 10
		v.Show(model.Place{Scheme: model.SchemeDrive}.Join("x"), model.Entry{Name: "x", ID: "f1", Kind: model.KindFile})
		for _, anew := range []bool{false, true} {
			read := runs(v)
			time.Sleep(quick + patient)
			synctest.Wait()
			if a.seen.ID != "f1" || *a.anew != anew {
				t.Errorf("asked for %q, anew: %v", a.seen.ID, *a.anew)
			}
			select {
			case <-read:
				t.Fatal("it was not waited for")
			default:
			}
			v.ReloadFrom(nil) // as the cursor does when it goes on, this ends the read
			synctest.Wait()
			select {
			case <-read:
			default:
				t.Fatal("the read goes on")
			}
		}
	})
}

// runs starts what the file wants, and closes the channel when it has ended.
func runs(f *file) <-chan struct{} {
	done, cmd := make(chan struct{}), f.begin()
	go func() {
		defer close(done)
		first(cmd)
	}()
	return done
}
