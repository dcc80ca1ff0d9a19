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

// How far a folder of many pages has been read is told whatever it is read for:
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
			var told []string
			waits := client.NewWaits(func(w client.Waiting) { told = append(told, w.Say(nil)) })
			g, err := gate.Open(gate.Options{
				Dir: "/state", Name: "x", Gap: 500 * time.Millisecond, Host: clienttest.NewHost(), Wire: gate.RoundTripperWire(s), Waits: waits,
			})
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = g.Close() }()
			d := drive.New(drive.Options{Account: "local", BaseURL: "http://aloft.local", Gate: g, Cookies: clienttest.NewJar("a=b")})
			_, _ = d.List(t.Context(), p, client.Options{})
			if !slices.ContainsFunc(told, func(line string) bool { return strings.HasPrefix(line, "reading "+at().String()+": ") }) {
				t.Errorf("%s: told %q", p, told)
			}
		})
	}
}
