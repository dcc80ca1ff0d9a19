package drive_test

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"aloft/client"
	"aloft/client/clienttest"
	"aloft/client/drive"
	"aloft/client/gate"
	"aloft/model"
)

// told returns the lines about waiting during f.
func told(t *testing.T, s *script, f func(*drive.Source)) (lines []string) {
	t.Helper()
	waits := client.NewWaits(func(w client.Waiting) { lines = append(lines, w.Say(nil)) })
	g, err := gate.Open(gate.Options{
		Dir: "/state", Name: "x", Gap: 500 * time.Millisecond, Host: clienttest.NewHost(), Wire: gate.RoundTripperWire(s), Waits: waits,
	})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = g.Close() }()
	f(drive.New(drive.Options{Account: "local", BaseURL: "http://aloft.local", Gate: g, Patience: 5 * time.Minute, Cookies: clienttest.NewJar("a=b")}))
	return lines
}

// How far a folder of many pages has been read is reported whatever it is read for:
// to be listed, or for the name of a folder in it.
func TestHowFarAFolderIsReadIsTold(t *testing.T) {
	for _, p := range []model.Place{at(), at("dir")} {
		synctest.Test(t, func(t *testing.T) {
			s := &script{answer: func(r *http.Request, _ int) *http.Response {
				page, _ := strconv.Atoi(r.URL.Query().Get("_page"))
				if page > 40 {
					return reply(200, `{"code":0,"data":{"list":[]}}`)
				}
				size, _ := strconv.Atoi(r.URL.Query().Get("_size"))
				list := make([]string, size)
				for i := range list {
					list[i] = fmt.Sprintf(`{"fid":"%d-%d","file_name":"e%d-%d","file_type":1}`, page, i, page, i)
				}
				return reply(200, `{"code":0,"data":{"list":[`+strings.Join(list, ",")+`]},"metadata":{"_total":100000}}`)
			}}
			lines := told(t, s, func(d *drive.Source) { _, _ = d.List(t.Context(), p, client.Options{}) })
			if !slices.ContainsFunc(lines, func(line string) bool { return strings.HasPrefix(line, "reading "+at().String()+": ") }) {
				t.Errorf("%s: told %q", p, lines)
			}
		})
	}
}

// A change may take the drive long, and it may ask for long pauses meanwhile.
func TestTheWaitForATaskIsTold(t *testing.T) {
	for gap, want := range map[string]string{
		"500":   "waiting until the drive has finished the change",
		"20000": "the drive asked for a pause of 20 s",
	} {
		synctest.Test(t, func(t *testing.T) {
			s := &script{answer: func(r *http.Request, n int) *http.Response {
				switch {
				case strings.HasSuffix(r.URL.Path, "/delete"):
					return reply(200, `{"data":{"finish":false,"task_id":"t"},"metadata":{"tq_gap":`+gap+`}}`)
				case strings.HasSuffix(r.URL.Path, "/task") && n < 10:
					time.Sleep(100 * time.Millisecond) // no request falls on the time at which it is told
					return reply(200, `{"data":{"status":1}}`)
				case strings.HasSuffix(r.URL.Path, "/task"):
					return reply(200, `{"data":{"status":2}}`)
				}
				return reply(200, `{"data":{"list":[{"fid":"1","file_name":"f","file_type":1}]}}`)
			}}
			lines := told(t, s, func(d *drive.Source) {
				page, err := d.Walk(client.Options{}).Page(t.Context(), at(), 1)
				if err != nil {
					t.Fatal(err)
				}
				if err := d.Delete(t.Context(), page.Refs, "", client.Bulk); err != nil {
					t.Error(err)
				}
			})
			if !slices.Contains(lines, want) {
				t.Errorf("tq_gap %s: told %q, want %q", gap, lines, want)
			}
		})
	}
}
