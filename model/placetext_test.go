package model

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func TestParsePlace(t *testing.T) {
	at := func(s Scheme, path ...string) Place { return Place{Scheme: s, Path: Steps(path...)} }
	cwd := at(SchemeDisk, "home", "me")
	photos := Place{Account: "work", Scheme: SchemeDrive, Path: Steps("Photos", "2025")}
	of := func(account string, p Place) Place { p.Account = account; return p }
	for _, c := range []struct {
		in   string
		base Place
		want Place
	}{
		{"drive:/Photos/2025", cwd, at(SchemeDrive, "Photos", "2025")},
		{"drive:Photos", cwd, at(SchemeDrive, "Photos")},
		{"drive:", cwd, at(SchemeDrive)},
		{"drive:/", cwd, at(SchemeDrive)},
		{"drive://Photos//x/", cwd, at(SchemeDrive, "Photos", "x")},
		{"docs:/Specs", cwd, at(SchemeDocs, "Specs")},
		{"space:", cwd, at(SchemeSpace)},
		{"space:Handbook/Onboarding", cwd, at(SchemeSpace, "Handbook", "Onboarding")},
		{"disk:/etc", cwd, at(SchemeDisk, "etc")},
		{"disk:x", cwd, at(SchemeDisk, "home", "me", "x")},
		{"disk:x", photos, at(SchemeDisk, "x")},
		{"work/drive:/a", cwd, of("work", at(SchemeDrive, "a"))},
		{`a\/b\:c/drive:/a`, cwd, of("a/b:c", at(SchemeDrive, "a"))},
		{"x", cwd, at(SchemeDisk, "home", "me", "x")},
		{"./x", cwd, at(SchemeDisk, "home", "me", "x")},
		{"../x", cwd, at(SchemeDisk, "home", "x")},
		{"../../../x", cwd, at(SchemeDisk, "x")},
		{"/x", cwd, at(SchemeDisk, "x")},
		{"/", cwd, at(SchemeDisk)},
		{".", photos, photos},
		{"..", photos, of("work", at(SchemeDrive, "Photos"))},
		{"2026", photos, photos.Join("2026")},
		{"/Music", photos, of("work", at(SchemeDrive, "Music"))},
		{"drive:/Music", photos, at(SchemeDrive, "Music")}, // of the current account, whatever base is
		{"/x", Place{}, at(SchemeDisk, "x")},
		{"disk:/x", Place{}, at(SchemeDisk, "x")},
		{"drive:x", Place{}, at(SchemeDrive, "x")},
		{"work/disk:x", cwd, of("work", at(SchemeDisk, "home", "me", "x"))}, // there is one disk
		{"drive:/a/../b/.", cwd, at(SchemeDrive, "b")},
		{`drive:/a\/b/c\:d/e\\f`, cwd, at(SchemeDrive, "a/b", "c:d", `e\f`)},
		{`drive:/\./\../\~`, cwd, at(SchemeDrive, ".", "..", "~")},
		{`drive:/a\b\`, cwd, at(SchemeDrive, `a\b\`)}, // before anything else a \ is itself
		{`drive:/\xff\xC3\x41`, cwd, at(SchemeDrive, "\xff\xc3"+`\x41`)},
		{"drive:/a:b", cwd, at(SchemeDrive, "a:b")},
		{"12:30.txt", cwd, cwd.Join("12:30.txt")},
		{"notes/a:b", cwd, cwd.Join("notes").Join("a:b")},
		{"~/x", cwd, cwd.Join("~").Join("x")}, // without a home it is a name
		{"drive:/~", cwd, at(SchemeDrive, "~")},
	} {
		got, err := ParsePlace(c.in, c.base)
		if err != nil || !got.Equal(c.want) {
			t.Errorf("%q at %s: %#v %v, want %#v", c.in, c.base, got, err, c.want)
		}
	}
	for in, want := range map[string]string{
		"":              "the place is empty",
		"drve:/Photos":  "drve: unknown scheme",
		"Drive:/x":      "Drive: unknown scheme",
		"/drive:/x":     "the account before the / is empty",
		"drive:/x\x00y": "contains a NUL character",
		"drive:/\x00":   "contains a NUL character",
		`docs:/Plan/\#`: `an id must follow \#`,
		`docs:/Plan\#`:  `an id must follow \#`,
	} {
		if got, err := ParsePlace(in, cwd); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v %v, want %q", in, got, err, want)
		}
	}
}

// A folder that is not known is never the root, and no .. leads out of a service.
func TestPlacesThatLeadNowhere(t *testing.T) {
	for _, s := range []string{"x", ".", "..", "./x", "../x", "~", "disk:", "disk:x", "disk:..", "work/disk:x", "a/b"} {
		if got, err := ParsePlace(s, Place{}); err == nil || !strings.Contains(err.Error(), "its starting folder is unknown") {
			t.Errorf("%q: %s %v", s, got, err)
		}
		if strings.Contains(s, "disk:") {
			continue
		}
		if got, err := ParsePath(s, Place{}); err == nil {
			t.Errorf("%q as a path: %s", s, got)
		}
	}
	for _, s := range []string{"drive:..", "drive:/..", "drive:/a/../..", "docs:/../x", "space:..", "../.."} {
		if got, err := ParsePlace(s, Place{Scheme: SchemeDrive, Path: Steps("a")}); err == nil || !strings.Contains(err.Error(), "above the root") {
			t.Errorf("%q: %s %v", s, got, err)
		}
	}
	var p Place
	if err := p.UnmarshalText([]byte("srv")); err == nil {
		t.Errorf("a file of ours with a relative path: %s", p)
	}
}

func TestParsePlaceHome(t *testing.T) {
	home := []string{"home", "me"}
	cwd := Place{Scheme: SchemeDisk, Path: Steps("tmp")}
	for in, want := range map[string]string{
		"~": "disk:/home/me", "~/x/..": "disk:/home/me", "disk:~/x": "disk:/home/me/x",
		"/~": `disk:/\~`, `\~`: `disk:/tmp/\~`, "~x": "disk:/tmp/~x", "drive:~": `drive:/\~`,
	} {
		got, err := ParsePlaceHome(in, cwd, Steps(home...))
		if err != nil || got.String() != want {
			t.Errorf("%q: %s %v, want %s", in, got, err, want)
		}
	}
	if !slices.Equal(home, []string{"home", "me"}) {
		t.Error("home was changed:", home)
	}
}

func TestPlaceString(t *testing.T) {
	for want, p := range map[string]Place{
		"drive:/":                      {Scheme: SchemeDrive},
		"drive:/Photos/2025":           drivePlace("Photos", "2025"),
		"space:":                       {Scheme: SchemeSpace},
		"space:Handbook/Onboarding":    {Scheme: SchemeSpace, Path: Steps("Handbook", "Onboarding")},
		"work/docs:/":                  {Account: "work", Scheme: SchemeDocs},
		`drive:/a\/b/c\:d/e\\f/\../.a`: drivePlace("a/b", "c:d", `e\f`, "..", ".a"),
		`disk:/\xff`:                   {Scheme: SchemeDisk, Path: Steps("\xff")},
		`docs:/a/b\#300$x`:             Place{Scheme: SchemeDocs}.Join("a").JoinPin("b", "300$x"),
		`docs:/\#300$x`:                Place{Scheme: SchemeDocs}.Loose("300$x"),
		"":                             {},
	} {
		if got := p.String(); got != want {
			t.Errorf("%#v: %s, want %s", p, got, want)
		}
	}
}

// anyPlace draws places, valid or not, whose names hold everything that has a
// meaning in the written form, control characters, any Unicode, and bytes that
// are not UTF-8.
func anyPlace() *rapid.Generator[Place] {
	nasty := rapid.SampledFrom([]string{"/", ":", `\`, "'", `"`, ".", "..", "~", "#", `\#`, `\x`, `\xff`, "x41", "\x00", "\x00\x00", "\n", "docs:/x", "work/drive:/x", "https://x/y", strings.Repeat("x", 300), "\x1b[2J", "\xff", "\xc3", "\xed\xa0\x80", "é", "e\u0301", "\u202e", "\ufffd", "中文", "👨‍👩‍👧", "drive:", "a", " "})
	name := rapid.OneOf(
		rapid.StringN(0, 20, -1),
		rapid.Custom(func(t *rapid.T) string { return string(rapid.SliceOfN(rapid.Byte(), 0, 12).Draw(t, "bytes")) }),
		rapid.Custom(func(t *rapid.T) string { return strings.Join(rapid.SliceOfN(nasty, 1, 5).Draw(t, "parts"), "") }),
	)
	return rapid.Custom(func(t *rapid.T) Place {
		p := Place{Scheme: rapid.SampledFrom(Schemes()).Draw(t, "scheme")}
		if rapid.Bool().Draw(t, "account?") {
			p.Account = name.Draw(t, "account")
		}
		for range rapid.IntRange(0, 4).Draw(t, "depth") {
			id := ""
			if rapid.Bool().Draw(t, "pinned?") {
				id = name.Draw(t, "id")
			}
			p = p.JoinPin(name.Draw(t, "name"), id)
		}
		return p
	})
}

func TestPlaceRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, base := anyPlace().Draw(t, "place"), anyPlace().Draw(t, "base")
		s := p.String()
		if !utf8.ValidString(s) {
			t.Fatalf("%q is not UTF-8", s)
		}
		got, err := ParsePlaceHome(s, base, Steps("home"))
		if !p.Valid() {
			// Never another place.
			if err == nil {
				t.Fatalf("%#v was written as %q and read as %#v", p, s, got)
			}
			if data, err := json.Marshal(p); err == nil {
				t.Fatalf("%#v was written to a file: %s", p, data)
			}
			return
		}
		if err != nil || !got.Equal(p) {
			t.Fatalf("%q became %#v %v, want %#v", s, got, err, p)
		}
		// A name alone, as completion and --edit write it, stays that name.
		if p.Base() != "" && base.Valid() {
			got, err = ParsePlaceHome(EscapeName(p.Base()), base, Steps("home"))
			if err != nil || !got.Equal(base.Join(p.Base())) {
				t.Fatalf("%q at %s became %#v %v", EscapeName(p.Base()), base, got, err)
			}
		}
		type holder struct {
			P Place `json:"p"`
			Z Place `json:"z,omitzero"`
		}
		data, err := json.Marshal(holder{P: p})
		if err != nil {
			t.Fatal(err)
		}
		var back holder
		if err := json.Unmarshal(data, &back); err != nil || !back.P.Equal(p) || !back.Z.IsZero() {
			t.Fatalf("%s became %#v %v, want %#v", data, back, err, p)
		}
	})
}

// Two places are written alike only if they are equal: one is never taken for
// another one, valid or not.
func TestPlacesAreWrittenApart(t *testing.T) {
	names := rapid.SampledFrom([]string{"", "a", "b", "a/b", `a\`, `a\#b`, "#b", "\x00", "\x00\x00", "a\x00b", "\x00b", `\`, ".", "..", "~", "a:b", "drive:", "\xff", `\xff`, "\ufffd"})
	place := rapid.Custom(func(t *rapid.T) Place {
		p := Place{Account: rapid.SampledFrom([]string{"", "a", "a/b"}).Draw(t, "account"), Scheme: rapid.SampledFrom(Schemes()).Draw(t, "scheme")}
		for range rapid.IntRange(0, 2).Draw(t, "depth") {
			p = p.JoinPin(names.Draw(t, "name"), rapid.SampledFrom([]string{"", "", "b", "\x00"}).Draw(t, "id"))
		}
		return p
	})
	rapid.Check(t, func(t *rapid.T) {
		p, q := place.Draw(t, "p"), place.Draw(t, "q")
		if p.Equal(q) != (p.String() == q.String()) {
			t.Fatalf("%#v is written %q, %#v is written %q", p, p.String(), q, q.String())
		}
	})
}

// A name that no place can hold is never the folder it is in.
func TestNamesThatNoPlaceHolds(t *testing.T) {
	for _, scheme := range Schemes() {
		folder := Place{Scheme: scheme}.Join("Photos")
		for _, name := range []string{"", "\x00", "\x00\x00", "x\x00", "\x00\x00id", "x\x00keep.txt\x00.zip"} {
			p := folder.Join(name)
			if p.Valid() || p.Equal(folder) || p.Parent().Equal(p) || p.String() == folder.String() || p.IsLoose() || p.Pin() != "" || p.Base() != name {
				t.Errorf("%s %q: %#v", scheme, name, p)
			}
			if got, err := ParsePlace(p.String(), Place{}); err == nil {
				t.Errorf("%s %q: %q was read as %#v", scheme, name, p.String(), got)
			}
		}
		if p := (Place{Scheme: scheme}).Loose(""); p.Valid() || p.IsLoose() || p.IsRoot() {
			t.Errorf("%s: an empty id is %#v", scheme, p)
		}
		if p := folder.JoinPin("x", "id"); !p.Valid() || (p.Pin() == "id") != scheme.Documents() {
			t.Errorf("%s: %#v", scheme, p)
		}
	}
}

// FuzzParsePlace checks that whatever is typed is read without a panic, and that
// what was read is written and read again as the same.
func FuzzParsePlace(f *testing.F) {
	for _, s := range []string{"drive:/a", `a\/b/drive:/x`, `\`, `drive:\`, "~", "..", "a:b:c", `\xff`, `drive:/\xf`, "/:", "//drive:",
		`docs:/a\#b`, `docs:/\#b/\#c`, `docs:/a\#`, "drive:/x\x00keep.txt\x00.zip", "\x00\x00", `space:/\/`, "a/b/drive:"} {
		f.Add(s)
	}
	base := Place{Account: "w", Scheme: SchemeDocs, Path: Steps("a", "b")}
	f.Fuzz(func(t *testing.T, s string) {
		p, err := ParsePlaceHome(s, base, Steps("home"))
		if err != nil {
			if Clean(err.Error()) != err.Error() {
				t.Fatalf("%q: the error is not clean: %q", s, err)
			}
			return
		}
		if !p.Valid() {
			t.Fatalf("%q was read as %#v, which no place can be", s, p)
		}
		again, err := ParsePlace(p.String(), Place{})
		if err != nil || !again.Equal(p) {
			t.Fatalf("%q was read as %#v, written as %q, read as %#v %v", s, p, p.String(), again, err)
		}
	})
}

func TestComplete(t *testing.T) {
	tree := map[string][]Entry{
		"drive:/": {{Name: "Photos", Kind: KindFolder}, {Name: "photos.txt", Kind: KindFile}, {Name: "10", Kind: KindFile}, {Name: "9", Kind: KindFile},
			{Name: ".hidden", Kind: KindFolder}, {Name: "a/b:c", Kind: KindFolder}, {Name: "dr", Kind: KindFile}},
		"drive:/Photos": {{Name: "2025", Kind: KindFolder}, {Name: "照片", Kind: KindFolder}},
		"drive:/a/b:c":  {{Name: "x", Kind: KindFile}},
		"disk:/home/me": {{Name: "notes.txt", Kind: KindFile}},
		"space:":        {{Name: "Handbook", Kind: KindSpace}},
		"drive:/odd":    {{Name: "", Kind: KindFolder}, {Name: "x\x00keep.txt\x00.zip"}, {Name: "x"}},
		"docs:/":        {{Name: "plan", ID: "1"}, {Name: "plan", ID: "2"}, {Name: "play", ID: "3"}},
	}
	list := func(p Place) Listing {
		return Listing{Entries: tree[strings.ReplaceAll(p.String(), `\`, "")], Steady: p.Scheme == SchemeDocs}
	}
	var schemes, withD []string // all kinds of places are offered, in their order
	for _, s := range Schemes() {
		schemes = append(schemes, string(s)+":")
		if s[0] == 'd' {
			withD = append(withD, string(s)+":")
		}
	}
	root := drivePlace()
	home := []string{"home", "me"}
	for _, c := range []struct {
		prefix string
		base   Place
		want   []string
	}{
		{"drive:/Ph", Place{}, []string{"drive:/Photos/"}},
		{"drive:/ph", Place{}, []string{"drive:/photos.txt"}}, // the case as typed wins
		{"drive:/PH", Place{}, []string{"drive:/Photos/", "drive:/photos.txt"}},
		{"drive:/Photos/", Place{}, []string{"drive:/Photos/2025/", "drive:/Photos/照片/"}},
		{"Photos/照", root, []string{"Photos/照片/"}},
		{"", root, append(schemes, "9", "10", `a\/b\:c/`, "dr", "Photos/", "photos.txt")},
		{"dr", root, []string{"drive:", "dr"}},
		{"d", Place{}, withD},
		{".", root, []string{".hidden/"}},
		{`a\/`, root, []string{`a\/b\:c/`}},
		{`a\/b\:c/`, root, []string{`a\/b\:c/x`}},
		{"~/no", Place{Scheme: SchemeDisk}, []string{"~/notes.txt"}},
		{"space:H", Place{}, []string{"space:Handbook/"}},
		{"nosuch:/x", Place{}, nil},
		{"drive:/odd/", Place{}, []string{"drive:/odd/x"}}, // what no place can hold is not offered
		{"docs:/pl", Place{}, []string{`docs:/plan\#1`, `docs:/plan\#2`, "docs:/play"}},
	} {
		if got := Complete(c.prefix, c.base, Steps(home...), list); !slices.Equal(got, c.want) {
			t.Errorf("%q: %q, want %q", c.prefix, got, c.want)
		}
	}
}

func TestAWrongSchemeNamesAllOfThem(t *testing.T) {
	_, err := ParsePlace("ftp:/x", Place{})
	want := `^ftp: unknown scheme; use drive:(, \w+:)+ or disk: \(write a : inside a name as \\:\)$`
	if err == nil || !regexp.MustCompile(want).MatchString(err.Error()) {
		t.Fatalf("%v\nwant %s", err, want)
	}
	for _, s := range Schemes() {
		if !strings.Contains(err.Error(), " "+string(s)+":") {
			t.Errorf("%v does not name %s:", err, s)
		}
	}
}

// TestArchivePlaces: an archive is entered at its own path, and left to its folder.
func TestArchivePlaces(t *testing.T) {
	home := Place{Scheme: SchemeDisk, Path: Steps("home", "me")}
	for _, c := range []struct{ written, want, up string }{
		{"archive:a.zip", "archive:/home/me/a.zip", "disk:/home/me"},
		{"archive:/x/a.tar.gz/in", "archive:/x/a.tar.gz/in", "archive:/x/a.tar.gz"},
		{"archive:~/b.rar/..", "archive:/root", "disk:/"},
		{"drivearchive:/Backup/a.7z", "drivearchive:/Backup/a.7z", "drive:/Backup"},
	} {
		p, err := ParsePlaceHome(c.written, home, Steps("root"))
		if err != nil || p.String() != c.want || p.Up().String() != c.up {
			t.Errorf("%s is %s, and above it is %s (%v)", c.written, p, p.Up(), err)
		}
	}
	if got := home.Join("a.ZIP").Entered().String(); got != "archive:/home/me/a.ZIP" {
		t.Error(got)
	}
	if p := DocumentsRoot("").Join("a.zip").Entered(); !p.IsZero() {
		t.Errorf("a document is entered at %s", p)
	}
	for name, want := range map[string]string{"a.tar.gz": "a", "A.Zip": "A", ".zip": "", "zip": "", "a.docx": "", "a.7z.001": "a", "a.ap\u212a": ""} {
		if got := ArchiveStem(name); got != want {
			t.Errorf("%s without its ending is %q", name, got)
		}
	}
}
