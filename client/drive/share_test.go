package drive_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"aloft/client"
	"aloft/client/clienttest/fault"
	"aloft/client/drive"
	embeddeddrive "aloft/client/embedded/drive"
	"aloft/model"
)

func shareAll(t *testing.T, f fault.Faults) {
	r, s := openEmbedded(t, f, func(o *drive.Options) { o.PageSize = 3; o.Patience = time.Minute })
	plant(t, s, embeddeddrive.Item{Path: []string{"a & b"}, Folder: true}, embeddeddrive.Item{Path: []string{"a & b", "in"}, Folder: true},
		embeddeddrive.Item{Path: []string{"c.txt"}, Size: 9}, embeddeddrive.Item{Path: []string{"to"}, Folder: true})
	ctx := t.Context()
	l, err := r.ShareEntries(ctx, []model.Place{at("a & b"), at("c.txt")}, client.ShareOptions{Term: client.ShareWeek, Code: "x7Y!"}, client.Interactive)
	if err != nil || l.ID == "" || !strings.Contains(l.URL, "/s/") || l.Code != "x7Y!" || l.Title != "a & b" || l.Entries != 2 {
		t.Fatal(l, err)
	}
	if d := time.Until(l.Expires); d < 6*24*time.Hour || d > 7*24*time.Hour {
		t.Error(d)
	}
	open, err := r.ShareEntries(ctx, []model.Place{at("c.txt")}, client.ShareOptions{Term: client.ShareEver}, client.Interactive)
	if err != nil || open.Code != "" || !open.Expires.IsZero() {
		t.Fatal(open, err)
	}
	for range 4 { // more than a page
		if _, err := r.ShareEntries(ctx, []model.Place{at("to")}, client.ShareOptions{Term: client.ShareDay}, client.Interactive); err != nil {
			t.Fatal(err)
		}
	}
	all, err := r.ShareLinks(ctx, client.Options{})
	if err != nil || len(all) != 6 || all[5].ID != l.ID || all[5].URL != l.URL || all[5].Title != "a & b" {
		t.Fatal(all, err)
	}

	got, ok := client.ParseSharedLink(l.Words())
	if !ok || got.Code != "x7Y!" {
		t.Fatal(got, ok)
	}
	saved, err := r.SaveShared(ctx, got, at("to"), client.Interactive)
	if err != nil || len(saved) != 2 || !slices.ContainsFunc(saved, at("to", "a & b").Equal) {
		t.Fatal(saved, err)
	}
	if in, err := r.List(ctx, at("to", "a & b"), client.Options{}); err != nil || len(in.Entries) != 1 {
		t.Fatal(in.Entries, err)
	}
	if _, err := r.SaveShared(ctx, got, at("to"), client.Interactive); !client.Is(err, client.KindConflict) {
		t.Error(err) // nothing is numbered or overwritten
	}
	for _, code := range []string{"", "x7y!"} {
		if _, err := r.SaveShared(ctx, client.SharedLink{ID: got.ID, Code: code}, at("to"), client.Interactive); !client.Is(err, client.KindInvalid) || !strings.Contains(err.Error(), "pass code") {
			t.Error(code, err)
		}
	}
	if n, err := r.EndShareLinks(ctx, []string{l.ID, open.ID}, client.Interactive); n != 2 || err != nil {
		t.Fatal(n, err)
	}
	_, err = r.SaveShared(ctx, got, at("to"), client.Interactive)
	if !client.Is(err, client.KindNotFound) || !strings.Contains(err.Error(), "the link is dead") {
		t.Error(err)
	}
	if all, err := r.ShareLinks(ctx, client.Options{}); err != nil || len(all) != 4 {
		t.Error(all, err)
	}
	if _, err := r.ShareEntries(ctx, []model.Place{at("gone")}, client.ShareOptions{Term: client.ShareDay}, client.Interactive); !client.Is(err, client.KindNotFound) {
		t.Error(err)
	}
	if _, err := r.ShareEntries(ctx, []model.Place{r.Root()}, client.ShareOptions{Term: client.ShareDay}, client.Interactive); !client.Is(err, client.KindInvalid) {
		t.Error(err)
	}
}

func TestSharesOnEmbedded(t *testing.T) {
	for name, f := range map[string]fault.Faults{
		"plain":        {},
		"rotating ids": {Rotate: true},
		"tasks":        {Async: fault.Rate{Every: 1}, Task: fault.Span{Min: time.Millisecond, Max: 3 * time.Millisecond}, TqGap: `"2"`, TqPlace: "data"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) { shareAll(t, f) })
		})
	}
}

// A link that has expired is refused with 403, which means no dead session there.
func TestAnExpiredLinkIsNoDeadSession(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, s := openEmbedded(t, fault.Faults{}, nil)
		plant(t, s, embeddeddrive.Item{Path: []string{"c.txt"}, Size: 9}, embeddeddrive.Item{Path: []string{"to"}, Folder: true})
		l, err := r.ShareEntries(t.Context(), []model.Place{at("c.txt")}, client.ShareOptions{Term: client.ShareDay}, client.Interactive)
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(25 * time.Hour)
		got, _ := client.ParseSharedLink(l.URL)
		if _, err := r.SaveShared(t.Context(), got, at("to"), client.Interactive); !client.Is(err, client.KindNotFound) {
			t.Error(err)
		}
	})
}

// byPath answers by the last part of the path, and else with a root of two entries.
type byPath map[string]string

func (s byPath) RoundTrip(r *http.Request) (*http.Response, error) {
	body, ok := s[r.URL.Path[strings.LastIndex(r.URL.Path, "/")+1:]]
	if !ok {
		body = `{"status":404}`
	}
	status := 200
	if strings.HasPrefix(body, `{"status":`) {
		_, _ = fmt.Sscanf(body, `{"status":%d`, &status)
	}
	return reply(status, body), nil
}

const twoEntries = `{"code":0,"data":{"list":[{"fid":"f1","file_name":"x","file_type":1,"size":3},{"fid":"f2","file_name":"to","file_type":0}]},"metadata":{"_total":2}}`

func TestSharesOfOddDrives(t *testing.T) {
	for name, c := range map[string]struct {
		wire byPath
		kind client.Kind
		id   string
	}{
		"the id after a task": {byPath{"share": `{"code":0,"data":{"task_id":"t","finish":false}}`, "task": `{"code":0,"data":{"status":2,"share_id":"s9"}}`,
			"password": `{"code":0,"data":{"share_url":"https://h/s/q","expired_at":"never"}}`}, "", "s9"},
		"an id that is a number":  {byPath{"share": `{"code":0,"data":{"share_id":77}}`, "password": `{"code":0,"data":{"share_url":"https://h/s/q"}}`}, "", "77"},
		"no id at all":            {byPath{"share": `{"code":0,"data":{}}`}, client.KindUnknown, ""},
		"a task without an id":    {byPath{"share": `{"code":0,"data":{"task_id":"t"}}`, "task": `{"code":0,"data":{"status":2}}`}, client.KindUnknown, ""},
		"a failed inner task":     {byPath{"share": `{"code":0,"data":{"task_sync":true,"task_resp":{"status":400,"code":14001,"message":"no"}}}`}, client.KindInvalid, ""},
		"no such call":            {byPath{}, client.KindUnsupported, ""},
		"made, and then not read": {byPath{"share": `{"code":0,"data":{"share_id":"s1"}}`, "password": `{"status":400,"code":14001}`}, client.KindInvalid, "s1"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c.wire["sort"] = twoEntries
				r := newRig(t, c.wire, "k=v", nil)
				l, err := r.ShareEntries(t.Context(), []model.Place{at("x")}, client.ShareOptions{Term: client.ShareDay, Code: "abcd"}, client.Interactive)
				if client.KindOf(err) != c.kind || l.ID != c.id || c.id != "" && l.Code != "abcd" {
					t.Error(l, err)
				}
			})
		})
	}
}

// What cannot be done anyway is refused before anything is sent.
func TestSharesAreRefusedBeforehand(t *testing.T) {
	r := newRig(t, byPath{}, "k=v", func(o *drive.Options) {
		o.May = func(op string, ps ...model.Place) error { return client.Errorf(client.KindLocal, op, ps[0], "no") }
	})
	_, a := r.ShareEntries(t.Context(), []model.Place{at("x")}, client.ShareOptions{Term: client.ShareDay}, client.Interactive)
	_, b := r.SaveShared(t.Context(), client.SharedLink{ID: "q"}, at("to"), client.Interactive)
	_, c := r.EndShareLinks(t.Context(), []string{"s"}, client.Interactive)
	for _, err := range []error{a, b, c} {
		if !client.Is(err, client.KindLocal) {
			t.Error(err)
		}
	}
	if _, err := r.ShareEntries(t.Context(), []model.Place{at("x")}, client.ShareOptions{Code: "a b"}, client.Interactive); !client.Is(err, client.KindInvalid) {
		t.Error(err)
	}
	if sent := r.log.take(); len(sent) != 0 {
		t.Error(sent)
	}
}
