package drive_test

import (
	"path/filepath"
	"slices"
	"testing"

	"aloft/client"
	"aloft/client/clienttest"
	"aloft/client/clienttest/fault"
	"aloft/client/drive"
	"aloft/client/embedded"
	"aloft/client/gate"
	"aloft/client/gate/file"
	"aloft/model"
)

// Whether the service escapes what it lists, stores what it is sent, or un-escapes it is not
// known: each name that is made or given is the one that is listed in all three worlds.
func TestNamesInThreeWorlds(t *testing.T) {
	names := []string{"R&D", "a &amp; b", "1 < 2", "&copy=1", "x &#38; y", `"quoted"`, "plain"}
	for _, world := range []string{"escaped", "raw", "unescaped"} {
		t.Run(world, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			svc, err := embedded.Open(t.Context(), embedded.Options{Dir: dir, Fast: true, Faults: fault.Faults{Names: world}})
			if err != nil {
				t.Fatal(err)
			}
			defer svc.Close()
			g, err := gate.Open(gate.Options{Dir: filepath.Join(dir, "gate"), Name: "a", Scale: 0.01, Wire: gate.RoundTripperWire(svc.Transport()), Host: file.SystemHost()})
			if err != nil {
				t.Fatal(err)
			}
			defer g.Close()
			s := drive.New(drive.Options{Account: "a", BaseURL: "http://aloft.local", Gate: g, Cookies: clienttest.NewJar(svc.Cookie()), Scale: 0.01})
			folder := func(at model.Place) model.Ref {
				ref, err := s.Walk(client.Options{Fresh: true}).Folder(t.Context(), at)
				if err != nil {
					t.Fatal(at, err)
				}
				return ref
			}
			listed := func(at model.Place) (out []string) {
				l, err := s.List(t.Context(), at, client.Options{Fresh: true})
				if err != nil {
					t.Fatal(at, err)
				}
				for _, e := range l.Entries {
					out = append(out, e.Name)
				}
				return out
			}
			at := s.Root().Join("made")
			for _, p := range []model.Place{at, s.Root().Join("renamed")} {
				if _, err := s.MakeFolder(t.Context(), folder(s.Root()), p.Base(), client.Bulk); err != nil {
					t.Fatal(err)
				}
			}
			for _, name := range names {
				if _, err := s.MakeFolder(t.Context(), folder(at), name, client.Bulk); err != nil {
					t.Fatal(name, err)
				}
				if got := listed(at); !slices.Contains(got, name) {
					t.Errorf("made %q, listed %q", name, got)
				}
			}
			to := s.Root().Join("renamed")
			for i, name := range names {
				before := to.Join("n" + string(rune('0'+i)))
				if _, err := s.MakeFolder(t.Context(), folder(to), before.Base(), client.Bulk); err != nil {
					t.Fatal(err)
				}
				if err := s.Rename(t.Context(), folder(before), name, client.Bulk); err != nil {
					t.Fatal(name, err)
				}
			}
			if got := listed(to); len(got) != len(names) || slices.ContainsFunc(names, func(name string) bool { return !slices.Contains(got, name) }) {
				t.Errorf("renamed to %q, listed %q", names, got)
			}
		})
	}
}
