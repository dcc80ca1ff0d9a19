package limited_test

import (
	"context"
	"reflect"
	"slices"
	"strings"
	"testing"

	"aloft/client"
	"aloft/model"
)

// What a method of a source does with a person's rights. A method that is in none of these
// fails the test: say what of it is theirs, in the package, and then here.
var (
	// about nothing in particular.
	about = []string{
		"Root", "CheckName", "CheckTitle", "CheckDownload", "CheckUpload", "CheckImport", "ImportName", "ExportName", "UploadCalls", "SafeName",
		"MoveBatch", "DeleteBatch", "DeleteModes", "Policies", "Prompt", "Announces", "Landing", "Poll", "ExportsPDF", "Readable", "CanEdit", "CanSuggest",
		"TextParagraph", "ImageInline", "Probe", "Able",
	}
	// whole is about everything: refused to somebody with places, or what is not theirs is left out.
	whole = []string{"Search", "Recent", "Capacity", "Bin", "Records", "ShareLinks"}
	// reads are about the places, refs, entries or ids that they are given.
	reads = []string{
		"List", "Stat", "Walk", "ByID", "Resolve", "Details", "Spans", "CheckMove", "Policy", "Outline", "Structure", "LastPosition", "Find", "Images", "Comments",
		"Revisions", "Content", "RecentEdits", "Fits", "Peek", "Sums", "Open", "SameFile", "Room", "Takes",
		"CreateKinds", "Copies", "Locate", "Far", "FoldsCase", "Watch", // these cannot say no
	}
	// writes are those that a source sends.
	writes = []string{
		"MakeFolder", "Rename", "Move", "Copy", "Delete", "Create", "Recover", "Purge", "Discard", "Return", "SetPolicy",
		"Turn", "Fence", "Link", "Fetch", "Announce", "Known", "Parts", "Complete", "Prepare", "Upload", "Begin", "ImportState",
		"Export", "ExportPDF", "ExportState", "Download", "Receive", "CopyFile", "FinishFolder", "CheckReplace", "ReplaceFile",
		"Edit", "UploadImage", "ShareEntries", "EndShareLinks", "SaveShared",
	}
	// beside are methods of the disk that serve those who change it.
	beside = []string{"SafeName", "MoveBatch", "DeleteBatch", "DeleteModes", "CheckTitle", "CreateKinds", "Bin", "Records", "Takes", "SameFile", "Room", "Far", "HardLinks", "FoldsCase", "Rooted", "Within", "Policies", "Policy", "Wanted", "Leads"}
	// concrete are methods of sources that no interface of client has.
	concrete = []string{"Hosts", "Close"}
)

// A limited source can do what the source can do, no more and no less: callers ask by type
// assertions. What it can do beside is to say no.
func TestTheSourceKeepsItsInterfaces(t *testing.T) {
	w := newWorld(t)
	for _, root := range w.all("drive:/", "docs:/", "space:/", "disk:/") {
		src, err := w.sources.For(root)
		w.must(err)
		for _, g := range []client.Sources{w.person(true, w.shown()...), w.person(false, w.shown()...)} {
			limited, err := g.For(root)
			w.must(err)
			of, its := reflect.TypeOf(src), reflect.TypeOf(limited)
			for i := range of.NumMethod() {
				m := of.Method(i)
				if root.Scheme.Local() && (slices.Contains(writes, m.Name) || slices.Contains(beside, m.Name)) {
					continue // it has no way to change anything
				}
				if l, ok := its.MethodByName(m.Name); !ok && !slices.Contains(concrete, m.Name) {
					t.Errorf("%s: %s is lost", root, m.Name)
				} else if ok && !sameSignature(l.Type, m.Type) {
					t.Errorf("%s: %s is another one: %s", root, m.Name, l.Type)
				}
			}
			for i := range its.NumMethod() {
				if m := its.Method(i); m.Name != "Able" {
					if _, ok := of.MethodByName(m.Name); !ok {
						t.Errorf("%s: %s is not of the source", root, m.Name)
					}
				}
			}
			// The walk, too.
			a, b := src.Walk(client.Options{}), limited.Walk(client.Options{})
			_, counted := a.(client.Counted)
			_, counts := b.(client.Counted)
			_, named := a.(client.Namer)
			_, names := b.(client.Namer)
			if counted != counts || named != names {
				t.Errorf("%s: the walk has other interfaces", root)
			}
		}
	}
}

// What a screen is handed sends nothing, whosever it is: there is nothing to refuse. Links are the exception, which no job makes.
func TestAScreenIsHandedNothingThatWrites(t *testing.T) {
	w := newWorld(t)
	links := []string{"ShareEntries", "EndShareLinks", "SaveShared"}
	for _, root := range w.all("drive:/", "docs:/", "space:/", "disk:/") {
		for _, of := range []client.Sources{w.sources, w.person(false), w.person(false, w.shown()...), w.person(true, w.shown()...)} {
			src, err := of.For(root)
			if root.Scheme.Local() && err != nil {
				continue // everything of the account is nothing of the disk
			}
			w.must(err)
			for i := range reflect.TypeOf(src).NumMethod() {
				if name := reflect.TypeOf(src).Method(i).Name; slices.Contains(writes, name) && !slices.Contains(links, name) {
					t.Errorf("%s: %T has %s", root, src, name)
				}
			}
		}
		engines, err := w.sources.Writing().For(root)
		w.must(err)
		if _, ok := engines.(client.Mover); !ok {
			t.Errorf("%s: the engines cannot move", root)
		}
	}
}

func sameSignature(a, b reflect.Type) bool {
	if a.NumIn() != b.NumIn() || a.NumOut() != b.NumOut() {
		return false
	}
	for i := 1; i < a.NumIn(); i++ {
		if a.In(i) != b.In(i) {
			return false
		}
	}
	for i := range a.NumOut() {
		if a.Out(i) != b.Out(i) {
			return false
		}
	}
	return true
}

// target is what a method is called with.
type target struct {
	ref   model.Ref
	entry model.Entry
}

// call calls a method with the target wherever it takes a place, a ref, an entry or an id.
func call(t *testing.T, src any, m reflect.Method, at target) []reflect.Value {
	t.Helper()
	var in []reflect.Value
	for i := 1; i < m.Type.NumIn(); i++ {
		typ := m.Type.In(i)
		switch typ {
		case reflect.TypeFor[context.Context]():
			in = append(in, reflect.ValueOf(t.Context()))
			continue
		case reflect.TypeFor[model.Place]():
			in = append(in, reflect.ValueOf(at.ref.Place))
			continue
		case reflect.TypeFor[model.Ref]():
			in = append(in, reflect.ValueOf(at.ref))
			continue
		case reflect.TypeFor[model.Entry]():
			in = append(in, reflect.ValueOf(at.entry))
			continue
		case reflect.TypeFor[[]model.Place]():
			in = append(in, reflect.ValueOf([]model.Place{at.ref.Place}))
			continue
		case reflect.TypeFor[[]model.Ref]():
			in = append(in, reflect.ValueOf([]model.Ref{at.ref}))
			continue
		case reflect.TypeFor[[]*model.Entry]():
			in = append(in, reflect.ValueOf([]*model.Entry{&at.entry}))
			continue
		case reflect.TypeFor[string]():
			in = append(in, reflect.ValueOf(at.ref.ID))
			continue
		case reflect.TypeFor[[]string]():
			in = append(in, reflect.ValueOf([]string{at.ref.ID}))
			continue
		case reflect.TypeFor[int]():
			in = append(in, reflect.ValueOf(1))
			continue
		}
		in = append(in, reflect.Zero(typ))
	}
	return m.Func.Call(append([]reflect.Value{reflect.ValueOf(src)}, in...))
}

// failed is the error of an answer, and whether there can be one.
func failed(out []reflect.Value) (err error, can bool) {
	if n := len(out); n > 0 && out[n-1].Type() == reflect.TypeFor[error]() {
		err, _ = out[n-1].Interface().(error)
		return err, true
	}
	return nil, false
}

// silent reports whether an answer says nothing; "far away" says nothing of where.
func silent(m string, out []reflect.Value) bool {
	for i, v := range out {
		if v.Type() == reflect.TypeFor[error]() || m == "Far" && i == 0 {
			continue
		}
		if !v.IsZero() {
			return false
		}
	}
	return true
}

// places of each source that are not on the key, and those on it.
func (w *world) outside() []model.Place {
	return w.all("drive:/Archive", "drive:/Read me first.txt", "drive:/Projects/thesis", "docs:/Household", "docs:/Household/Insurance overview",
		"space:/Recipes", "space:/Recipes/Soups", "space:/Team handbook/Policies", "~/secret", "~/secret/s.txt", "~/shared", "~/shared/s.txt")
}

// Every method of every source that takes a place, a ref, an entry or an id refuses one outside
// of the places, and says nothing.
func TestEveryMethodRefusesWhatIsOutside(t *testing.T) {
	w := newWorld(t)
	g := w.person(false, w.shown()...)
	for _, out := range w.outside() {
		_, e := w.raw(out)
		at := target{w.ref(out), e}
		if _, err := g.For(out); !refusal(err) {
			t.Errorf("%s: a source was given: %v", out, err)
		}
		src, err := g.For(out.Root())
		w.must(err)
		forEach(t, src, func(m reflect.Method) {
			if slices.Contains(about, m.Name) || slices.Contains(whole, m.Name) || m.Name == "Walk" {
				return
			}
			answer := call(t, src, m, at)
			switch err, can := failed(answer); {
			case can && !refusal(err):
				t.Errorf("%s: %s went through: %v", out, m.Name, err)
			case !silent(m.Name, answer):
				t.Errorf("%s: %s says %v", out, m.Name, answer)
			}
		})
		walk := src.Walk(client.Options{})
		forEach(t, walk, func(m reflect.Method) {
			if m.Name == "Epoch" || m.Name == "Requests" {
				return
			}
			answer := call(t, walk, m, at)
			if err, can := failed(answer); !can || !refusal(err) || !silent(m.Name, answer) {
				t.Errorf("%s: %s of the walk: %v", out, m.Name, answer)
			}
		})
	}
}

// Somebody who only reads changes nothing, wherever it is.
func TestEveryMethodRefusesToChangeAnythingForReadersOnly(t *testing.T) {
	w := newWorld(t)
	for _, g := range []client.Sources{w.person(true, w.shown()...), w.person(true)} {
		for _, in := range w.all("drive:/Documents", "docs:/Projects/Weekly notes", "space:/Team handbook/Welcome", "~/share") {
			src, err := g.For(in)
			if in.Scheme.Local() && err != nil {
				continue // everything of the account is nothing of the disk
			}
			w.must(err)
			_, e := w.raw(in)
			forEach(t, src, func(m reflect.Method) {
				if !slices.Contains(writes, m.Name) {
					return
				}
				answer := call(t, src, m, target{w.ref(in), e})
				if err, can := failed(answer); !can || err == nil || !strings.Contains(err.Error(), "this key is read-only. Nothing was changed.") {
					t.Errorf("%s: %s: %v", in, m.Name, answer)
				}
			})
			for _, op := range []model.Op{model.OpMakeFolder, model.OpDelete, model.OpDownload, model.OpExport, model.OpShare} {
				if err := client.Able(src, op); err == nil {
					t.Errorf("%s: %s is possible: %v", in, op, err)
				}
			}
			if c, ok := src.(client.Creator); ok && c.CreateKinds(in) != nil {
				t.Errorf("%s: something can be made", in)
			}
		}
	}
}

// forEach calls f with every method, and fails for those that nobody has thought about.
func forEach(t *testing.T, v any, f func(reflect.Method)) {
	t.Helper()
	typ := reflect.TypeOf(v)
	known := slices.Concat(about, whole, reads, writes, []string{"Folder", "Page", "All", "Named", "Epoch", "Requests"})
	for i := range typ.NumMethod() {
		if m := typ.Method(i); !slices.Contains(known, m.Name) {
			t.Errorf("%s: what of it is a person's?", m.Name)
		} else {
			f(m)
		}
	}
}
