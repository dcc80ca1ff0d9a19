package fault

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"

	"aloft/client/embedded/drive"
	"aloft/client/embedded/store"
	"aloft/model/text"
)

// operations are the drive's, and whether each is a mutation ("Drive operations" in the drive specification).
var operations = map[string]bool{
	"GET /file/sort": false, "POST /file": true, "POST /file/rename": true, "POST /file/move": true, "POST /file/copy": true, "POST /file/delete": true,
	"GET /task": false, "GET /config": false, "GET /member": false, "GET /file/search": false, "POST /file/info/path_list": false, "POST /file/download": false,
	"POST /file/upload/pre": true, "POST /file/update/hash": true, "POST /file/upload/auth": false, "POST /file/upload/finish": true,
	"POST /share": true, "POST /share/password": false, "GET /share/mypage/detail": false, "POST /share/delete": true, "POST /share/sharepage/token": false,
	"POST /share/sharepage/detail": false, "GET /share/sharepage/detail": false, "POST /share/sharepage/save": true,
	"GET /file/recycle/list": false, "POST /file/recycle/recover": true, "POST /file/recycle/remove": true,
}

// operation is a request to the drive, or to its login server.
func (l *lab) operation(w http.ResponseWriter, r *http.Request) {
	a, r := l.trial(&l.watch.drive, r)
	x := &exchange{ResponseWriter: w, lab: l, half: &l.watch.drive, a: a, r: r}
	path, below := strings.CutPrefix(r.URL.Path, drive.Prefix)
	var known bool
	a.Mutation, known = operations[r.Method+" "+path]
	f := &l.f
	if isSignIn(r.URL.Path) {
		l.signIn(x)
		return
	}
	if f.Strict > 0 && a.Gap >= 0 && a.Gap < f.Strict {
		a.Mutation = a.Mutation && below
		x.serve()
		return
	}
	d := l.drive.Roll(f, a.Mutation && below)
	if !known || !below {
		x.serve()
		return
	}
	session := r.Header.Get("Cookie")
	if d.Expire {
		l.dead.Store(session, true)
	}
	_, dead := l.dead.Load(session)
	if dead {
		r.Header = r.Header.Clone()
		r.Header.Set("Cookie", "__pus=expired")
	}
	a.Late, a.Half, a.Async, a.TaskFail, a.Stuck = d.Late, d.Half, d.Async, d.TaskFail, d.Stuck
	a.Lag, a.TaskTime, a.LateBy, a.Show = d.Lag, d.Task, d.LateBy, d.Show
	x.slow, x.delay = d.Slow, d.Delay
	switch {
	case dead:
	case d.HTML:
		x.instead("html", http.StatusOK, "text/html; charset=utf-8", loginPage)
	case d.FailBefore:
		x.envelope("5xx-before", http.StatusServiceUnavailable, http.StatusServiceUnavailable, 50300)
	case f.Error500 && a.Mutation:
		x.envelope("500", http.StatusInternalServerError, http.StatusInternalServerError, 90001)
	case f.Quota && a.Mutation:
		x.envelope("quota", http.StatusBadRequest, http.StatusBadRequest, 32003)
	case d.Code200:
		x.envelope("code200", http.StatusOK, http.StatusBadRequest, 14001)
	case d.Inner:
		x.instead("inner", http.StatusOK, "application/json; charset=utf-8", `{"status":200,"code":0,"message":"ok","data":{"finish":true,"task_sync":true,`+
			`"task_resp":{"status":400,"code":14001,"message":"bad parameter: switched on"}}}`)
	case d.LoseBefore:
		x.lose("lose-before")
	}
	if x.gone {
		return
	}
	l.relist(x, d.Turn)
	x.head = func(status int) int {
		switch {
		case status == http.StatusUnauthorized:
			if f.AuthStatus == http.StatusForbidden {
				status = f.AuthStatus
				x.body = func(b []byte) []byte { return bytes.Replace(b, []byte(`"status":401`), []byte(`"status":403`), 1) }
			}
			return status
		case d.Late:
			x.lose("late")
		case d.Half && a.Applied > 0:
			x.lose("half")
		case d.LoseAfter:
			x.lose("lose-after")
		case d.LoseRead:
			x.lose("lose-read")
		case d.FailAfter:
			x.envelope("5xx-after", http.StatusServiceUnavailable, http.StatusServiceUnavailable, 50300)
		case d.Cut:
			a.Fault, x.body = "cut", func(b []byte) []byte { return b[:len(b)/2] }
		}
		return status
	}
	x.serve()
}

// envelope answers with an error in the drive's envelope; nothing was done, unless it was before.
func (x *exchange) envelope(fault string, line, status, code int) {
	x.a.Code = code
	message := map[int]string{50300: text.WireUnavailable, 90001: text.WireInternal, 32003: text.WireQuota, 14001: "bad parameter: switched on"}[code]
	body, _ := json.Marshal(map[string]any{"status": status, "code": code, "message": text.Wire(message), "req_id": store.NewID(), "timestamp": x.lab.now().Unix()})
	x.instead(fault, line, "application/json; charset=utf-8", string(body))
}

// relist changes listings and the place of the gap's hint.
func (l *lab) relist(x *exchange, turn bool) {
	f := &l.f
	if list := strings.HasSuffix(x.a.Path, "/file/sort"); list && (f.RepeatPage || f.Shuffle && turn) {
		q := x.r.URL.Query()
		if f.RepeatPage && q.Has("_page") {
			q.Set("_page", "1")
		}
		if f.Shuffle && turn {
			q.Set("_sort", turned(q.Get("_sort")))
		}
		u := *x.r.URL
		u.RawQuery = q.Encode()
		x.r.URL = &u
	} else if !(list && f.ShortTotal) && f.TqGap == "" && f.TqPlace == "" {
		return
	}
	x.body = func(b []byte) []byte {
		var env map[string]json.RawMessage
		var meta, data map[string]json.RawMessage
		if json.Unmarshal(b, &env) != nil {
			return b
		}
		_, _ = json.Unmarshal(env["metadata"], &meta), json.Unmarshal(env["data"], &data)
		var list []json.RawMessage
		if f.ShortTotal && meta["_total"] != nil && json.Unmarshal(data["list"], &list) == nil {
			meta["_total"] = json.RawMessage(strconv.Itoa(len(list)))
		}
		if gap := meta["tq_gap"]; gap != nil {
			delete(meta, "tq_gap")
			if f.TqGap != "" {
				gap = json.RawMessage(f.TqGap)
			}
			for _, place := range strings.Split(f.TqPlace, ",") {
				switch {
				case f.TqGap == "none":
				case place == "metadata", place == "":
					meta["tq_gap"] = gap
				case place == "top":
					env["tq_gap"] = gap
				case place == "data" && data != nil:
					data["tq_gap"] = gap
				}
			}
		}
		for key, part := range map[string]map[string]json.RawMessage{"metadata": meta, "data": data} {
			if part != nil {
				env[key], _ = json.Marshal(part)
			}
		}
		if len(meta) == 0 {
			delete(env, "metadata")
		}
		out, _ := json.Marshal(env)
		return append(out, '\n')
	}
}

// turned is an order the other way round.
func turned(order string) string {
	if order == "" {
		order = "file_type"
	}
	parts := strings.Split(order, ",")
	for i, p := range parts {
		name, dir, _ := strings.Cut(p, ":")
		parts[i] = name + ":desc"
		if strings.EqualFold(dir, "desc") {
			parts[i] = name + ":asc"
		}
	}
	return strings.Join(parts, ",")
}
