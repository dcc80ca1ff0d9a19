//go:build unix

package embedded

import (
	"bytes"
	"encoding/json"
	"net/url"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"aloft/client/clienttest/fault"
	"aloft/client/embedded/drive"
)

// sharing makes a link and returns its share_id and pwd_id.
func (r *rig) sharing(body object) (id, pwd string) {
	r.t.Helper()
	env := r.want(200, 0, "POST", "/share", body)
	var d struct {
		Task string `json:"task_id"`
		Sync bool   `json:"task_sync"`
		Resp struct {
			Code int `json:"code"`
			Data struct {
				ID string `json:"share_id"`
			} `json:"data"`
		} `json:"task_resp"`
	}
	if err := json.Unmarshal(env.Data, &d); err != nil || !d.Sync || d.Resp.Data.ID == "" {
		r.t.Fatal(err, env.raw)
	}
	if polled := r.want(200, 0, "GET", "/task?task_id="+d.Task, nil); polled.str(r.t, "share_id") != d.Resp.Data.ID {
		r.t.Error(polled.raw)
	}
	link := r.want(200, 0, "POST", "/share/password", object{"share_id": d.Resp.Data.ID}).str(r.t, "share_url")
	_, pwd, found := strings.Cut(link, "/s/")
	if !found {
		r.t.Fatal(link)
	}
	return d.Resp.Data.ID, pwd
}

// page is an entry of a link.
type page struct {
	FID   string `json:"fid"`
	Name  string `json:"file_name"`
	Token string `json:"share_fid_token"`
}

func (r *rig) pages(pwd, token, fid string) (all []page) {
	r.t.Helper()
	env := r.want(200, 0, "GET", "/share/sharepage/detail?pwd_id="+pwd+"&stoken="+url.QueryEscape(token)+"&pdir_fid="+fid+"&_fetch_total=1", nil)
	var d struct {
		List []page `json:"list"`
	}
	if err := json.Unmarshal(env.Data, &d); err != nil || len(d.List) != *env.Meta.Total {
		r.t.Fatal(err, env.raw)
	}
	return d.List
}

func (r *rig) token(pwd, passcode string) string {
	r.t.Helper()
	return r.want(200, 0, "POST", "/share/sharepage/token", object{"pwd_id": pwd, "passcode": passcode}).str(r.t, "stoken")
}

// A link is made, read, saved from, listed and ended; copies have the bytes of what
// was shared, and outlive it.
func TestShare(t *testing.T) {
	r := open(t, Options{})
	whole := noise(5000, 1)
	if err := r.s.Plant(t.Context(), []drive.Item{{Path: []string{"a", "sent.bin"}, Content: whole}, {Path: []string{"a", "b", "made.txt"}, Size: 300, MIME: "text/plain"},
		{Path: []string{"alone"}, Size: 10}, {Path: []string{"to"}, Folder: true}}); err != nil {
		t.Fatal(err)
	}
	made := r.links(r.fid("a/b/made.txt"))[0].MD5
	id, pwd := r.sharing(object{"fid_list": []string{r.fid("a"), r.fid("alone")}, "title": "Holidays & more", "url_type": 2, "expired_type": 1, "passcode": "ab12"})
	for _, wrong := range []string{"", "AB12"} {
		r.want(400, 14001, "POST", "/share/sharepage/token", object{"pwd_id": pwd, "passcode": wrong})
	}
	token := r.token(pwd, "ab12")
	top := r.pages(pwd, token, "0")
	inside := r.pages(pwd, token, top[0].FID)
	if len(top) != 2 || top[0].Name != "a" || len(inside) != 2 || inside[0].Name != "b" || inside[1].Name != "sent.bin" {
		t.Fatalf("%+v %+v", top, inside)
	}
	save := func(body object) object {
		body["pwd_id"], body["stoken"], body["to_pdir_fid"], body["scene"] = pwd, token, r.fid("to"), "link"
		return body
	}
	r.want(200, 0, "POST", "/share/sharepage/save", save(object{"fid_list": []string{inside[1].FID}, "fid_token_list": []string{inside[1].Token}, "pdir_fid": "0"}))
	r.want(200, 0, "POST", "/share/sharepage/save", save(object{"pdir_save_all": true, "pdir_fid": "0", "exclude_fids": []string{top[1].FID}}))
	r.want(200, 0, "POST", "/share/sharepage/save", save(object{"pdir_save_all": true, "pdir_fid": top[0].FID}))
	if got := r.names(r.fid("to")) + "|" + r.names(r.fid("to/a")); got != "a,b,sent (1).bin,sent.bin|b,sent.bin" {
		t.Error(got)
	}
	// Into a folder that is shared itself.
	r.want(200, 0, "POST", "/share/sharepage/save", object{"pwd_id": pwd, "stoken": token, "to_pdir_fid": r.fid("a/b"), "pdir_save_all": true, "pdir_fid": "0", "exclude_fids": []string{top[1].FID}})
	if got := r.names(r.fid("a/b/a/b")); got != "made.txt" {
		t.Error(got)
	}
	for name, body := range map[string]object{
		"another's token": save(object{"fid_list": []string{inside[0].FID}, "fid_token_list": []string{inside[1].Token}}),
		"no token":        save(object{"fid_list": []string{inside[0].FID}}),
		"nothing left":    save(object{"pdir_save_all": true, "exclude_fids": []string{top[0].FID, top[1].FID}}),
	} {
		if env := r.call("POST", "/share/sharepage/save", body); env.Code != 14001 {
			t.Errorf("%s: %s", name, env.raw)
		}
	}
	r.want(400, 14001, "GET", "/share/sharepage/detail?pdir_fid=0&stoken=x&pwd_id="+pwd, nil)
	r.want(404, 23404, "GET", "/share/sharepage/detail?pdir_fid="+r.fid("a")+"&stoken="+url.QueryEscape(token)+"&pwd_id="+pwd, nil)

	env := r.want(200, 0, "GET", "/share/mypage/detail?_page=1&_size=10&_fetch_total=1", nil)
	if *env.Meta.Total != 1 || !strings.Contains(env.raw, id) || !strings.Contains(env.raw, "Holidays &amp; more") || !strings.Contains(env.raw, `"passcode":"ab12"`) {
		t.Error(env.raw)
	}
	r.want(404, 41006, "POST", "/share/delete", object{"share_ids": []string{id, "other"}})
	r.want(200, 0, "POST", "/share/delete", object{"share_ids": []string{id}})
	r.want(404, 41006, "POST", "/share/sharepage/token", object{"pwd_id": pwd, "passcode": "ab12"})
	r.want(404, 41006, "POST", "/share/password", object{"share_id": id})

	r.want(200, 0, "POST", "/file/delete", remove(r.fid("a")))
	env = r.want(200, 0, "GET", "/file/recycle/list", nil)
	r.want(200, 0, "POST", "/file/recycle/remove", object{"select_mode": 2, "record_list": []string{env.list(t)[0].Record}})
	if _, got, err := r.fetch("GET", r.links(r.fid("to/sent.bin"))[0].URL, nil); err != nil || !bytes.Equal(got, whole) {
		t.Errorf("%d bytes, %v", len(got), err)
	}
	copied := r.links(r.fid("to/a/b/made.txt"))[0]
	if _, got, err := r.fetch("GET", copied.URL, nil); err != nil || copied.MD5 != made || digest(got) != made {
		t.Errorf("the copy of made bytes has other ones: %v", err)
	}
	check(t, r.s)
}

// A link ends after its time, and with what it leads to.
func TestShareEnds(t *testing.T) {
	c := &clock{}
	r := open(t, Options{Now: c.Now})
	r.plant("x", "y")
	open := func(fid string, term int) string {
		_, pwd := r.sharing(object{"fid_list": []string{fid}, "title": "t", "url_type": 1, "expired_type": term})
		r.token(pwd, "")
		return pwd
	}
	var links []string
	for term := range 4 {
		links = append(links, open(r.fid("x"), term+1))
	}
	y := open(r.fid("y"), 1)
	r.want(200, 0, "POST", "/file/delete", remove(r.fid("y")))
	r.want(404, 41006, "POST", "/share/sharepage/token", object{"pwd_id": y})
	for _, step := range []struct {
		pass time.Duration
		dead []int
	}{{24*time.Hour - time.Second, nil}, {time.Second, []int{1}}, {6 * 24 * time.Hour, []int{1, 2}}, {23 * 24 * time.Hour, []int{1, 2, 3}}} {
		c.pass(step.pass)
		for i, pwd := range links {
			env := r.call("POST", "/share/sharepage/token", object{"pwd_id": pwd})
			wantDead := false
			for _, d := range step.dead {
				wantDead = wantDead || d == i
			}
			if wantDead != (env.http == 403 && env.Code == 41011) || !wantDead && env.http != 200 {
				t.Errorf("link %d after %v more: %s", i, step.pass, env.raw)
			}
		}
	}
	for name, body := range map[string]object{
		"nothing":  {"fid_list": []string{}, "url_type": 1, "expired_type": 1},
		"the root": {"fid_list": []string{"0"}, "url_type": 1, "expired_type": 1},
		"kind":     {"fid_list": []string{r.fid("x")}, "url_type": 3, "expired_type": 1},
		"term":     {"fid_list": []string{r.fid("x")}, "url_type": 1, "expired_type": 5},
		"passcode": {"fid_list": []string{r.fid("x")}, "url_type": 2, "expired_type": 1, "passcode": "a b"},
	} {
		if env := r.call("POST", "/share", body); env.Code != 14001 {
			t.Errorf("%s: %s", name, env.raw)
		}
	}
	_, pwd := r.sharing(object{"fid_list": []string{r.fid("x")}, "url_type": 2, "expired_type": 1})
	if env := r.call("POST", "/share/sharepage/token", object{"pwd_id": pwd}); env.Code != 14001 {
		t.Errorf("a link with a code of the service's opens without it: %s", env.raw)
	}
}

// Where tasks take time, so do shares.
func TestShareAsync(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := open(t, Options{Faults: fault.Faults{Async: fault.Rate{P: 1}, Task: fault.Span{Min: 3 * time.Second}}})
		r.plant("x", "to/")
		env := r.want(200, 0, "POST", "/share", object{"fid_list": []string{r.fid("x")}, "title": "t", "url_type": 1, "expired_type": 1})
		if env.flag(t, "finish") {
			t.Error(env.raw)
		}
		task := "/task?task_id=" + env.str(t, "task_id")
		if env := r.want(200, 0, "GET", task, nil); env.str(t, "share_id") != "" {
			t.Error(env.raw)
		}
		time.Sleep(3 * time.Second)
		id := r.want(200, 0, "GET", task, nil).str(t, "share_id")
		_, pwd, _ := strings.Cut(r.want(200, 0, "POST", "/share/password", object{"share_id": id}).str(t, "share_url"), "/s/")
		token := r.token(pwd, "")
		r.want(200, 0, "POST", "/share/sharepage/save", object{"pwd_id": pwd, "stoken": token, "to_pdir_fid": r.fid("to"), "pdir_save_all": true})
		if r.names(r.fid("to")) != "" {
			t.Error("the task took no time")
		}
		time.Sleep(3 * time.Second)
		if r.names(r.fid("to")) != "x" {
			t.Error(r.names(r.fid("to")))
		}
	})
}
