package drive

import (
	"cmp"
	"context"
	"encoding/json"
	"html"
	"maps"
	"math"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"aloft/client"
	"aloft/client/gate"
	"aloft/client/lenient"
	"aloft/model"
	"aloft/model/text"
)

// Paths and values of shares, as public clients show them.
const (
	pathShare      = "/1/clouddrive/share"
	pathShareRead  = "/1/clouddrive/share/password"
	pathShares     = "/1/clouddrive/share/mypage/detail"
	pathShareEnd   = "/1/clouddrive/share/delete"
	pathShared     = "/1/clouddrive/share/sharepage/" // prefix of all calls about somebody's link
	pathSharedOpen = pathShared + "token"
	pathSharedList = pathShared + "detail"
	pathSharedSave = pathShared + "save"

	linkOpen  = 1
	linkCoded = 2
)

// expiredTypes maps terms to their wire numbers.
func expiredTypes() map[client.ShareTerm]int {
	return map[client.ShareTerm]int{client.ShareEver: 1, client.ShareDay: 2, client.ShareWeek: 3, client.ShareMonth: 4}
}

type (
	shareBody struct {
		IDs   []string `json:"fid_list"`
		Title string   `json:"title"`
		Kind  int      `json:"url_type"`
		Term  int      `json:"expired_type"`
		Code  string   `json:"passcode,omitempty"`
	}
	shareID struct {
		ID string `json:"share_id"`
	}
	shareEndBody struct {
		IDs []string `json:"share_ids"`
	}
	sharedOpenBody struct {
		ID   string `json:"pwd_id"`
		Code string `json:"passcode"`
	}
	sharedSaveBody struct {
		IDs    []string `json:"fid_list,omitempty"`
		Tokens []string `json:"fid_token_list,omitempty"`
		To     string   `json:"to_pdir_fid"`
		ID     string   `json:"pwd_id"`
		Token  string   `json:"stoken"`
		Folder string   `json:"pdir_fid"`
		All    bool     `json:"pdir_save_all,omitempty"`
		Scene  string   `json:"scene"`
	}
)

// wireShare is a link in an answer.
type wireShare struct {
	ID      lenient.String `json:"share_id"`
	URL     lenient.String `json:"share_url"`
	Code    lenient.String `json:"passcode"`
	Title   lenient.String `json:"title"`
	Created lenient.Int    `json:"created_at"`
	Expires lenient.Int    `json:"expired_at"`
	Files   lenient.Int    `json:"file_num"`
	Token   lenient.String `json:"stoken"`
}

// wireShared is an entry behind a link.
type wireShared struct {
	ID    lenient.String `json:"fid"`
	Name  lenient.String `json:"file_name"`
	Token lenient.String `json:"share_fid_token"`
}

// shareOf reads the fields of a link from the data of an answer or of the task in it.
func shareOf(body []byte) wireShare {
	var e struct {
		Data struct {
			wireShare
			Resp struct {
				Data wireShare `json:"data"`
			} `json:"task_resp"`
		} `json:"data"`
	}
	_ = json.Unmarshal(body, &e) // a field of another type counts as missing
	if e.Data.ID == "" && e.Data.Resp.Data.ID != "" {
		return e.Data.Resp.Data
	}
	return e.Data.wireShare
}

func (w wireShare) link() client.ShareLink {
	l := client.ShareLink{ID: string(w.ID), URL: string(w.URL), Code: string(w.Code), Title: html.UnescapeString(string(w.Title)),
		Created: stamp(w.Created), Expires: stamp(w.Expires), Entries: model.Unknown}
	if w.Files.OK && w.Files.V >= 0 {
		l.Entries = int(min(w.Files.V, math.MaxInt32))
	}
	return l
}

// ofShares handles drives without these calls, which answer 404 without a code.
func ofShares(err error) error {
	if e, ok := err.(*client.Error); ok && e.Code == 0 {
		return offered(err)
	}
	return err
}

// shareTries bounds the lookups for one change: other processes may change ids meanwhile.
const shareTries = 4

// lookedUp calls send with a fresh walk until no id is stale. A stale id means that nothing was sent.
func (s *reader) lookedUp(ctx context.Context, class client.Class, send func(*walk) error) error {
	release, err := s.o.Gate.Operation(ctx, class)
	if err != nil {
		return err
	}
	defer release()
	for range shareTries {
		if err = send(s.newWalk(client.Options{Class: class, Fresh: true})); !client.Is(err, client.KindStale) {
			break
		}
	}
	return err
}

// may refuses a change of places before anything is sent.
func (s *reader) may(op string, places ...model.Place) error {
	if err := s.Able(model.OpShare); err != nil {
		return err
	}
	if s.o.May == nil {
		return nil
	}
	return s.o.May(op, places...)
}

// ShareEntries makes a link.
func (s *reader) ShareEntries(ctx context.Context, items []model.Place, o client.ShareOptions, class client.Class) (client.ShareLink, error) {
	const op = "share"
	if len(items) == 0 {
		return client.ShareLink{}, client.Errorf(client.KindInvalid, op, s.Root(), text.DriveBatchEmpty)
	}
	for _, p := range items {
		if err := s.mine(p); err != nil {
			return client.ShareLink{}, err
		}
	}
	if o.Code != "" && !client.ShareCode(o.Code) {
		return client.ShareLink{}, client.Errorf(client.KindInvalid, op, items[0], text.ShareCode)
	}
	if err := s.may(op, items...); err != nil {
		return client.ShareLink{}, err
	}
	body := shareBody{Title: items[0].Base(), Kind: linkOpen, Term: expiredTypes()[o.Term], Code: o.Code}
	if o.Code != "" {
		body.Kind = linkCoded
	}
	var id string
	err := s.lookedUp(ctx, class, func(w *walk) error {
		refs := make([]model.Ref, 0, len(items))
		for _, p := range items {
			if p.IsRoot() {
				return client.Errorf(client.KindInvalid, op, p, text.CliShareRoot, p.String())
			}
			h, err := w.look(ctx, p, "")
			if err != nil {
				return err
			}
			refs = append(refs, model.Ref{Place: p, ID: h.entry.ID, Kind: h.entry.Kind, Epoch: h.sheet.epoch, At: h.sheet.at})
		}
		epoch, err := s.batch(op, refs)
		if err != nil {
			return err
		}
		body.IDs = ids(refs)
		a, err := s.write(ctx, request{op: op, place: items[0], method: http.MethodPost, path: pathShare, body: body, class: class, epoch: epoch})
		if err != nil {
			return ofShares(err)
		}
		id, err = s.shareMade(ctx, op, items[0], class, a)
		return err
	})
	if err != nil {
		return client.ShareLink{}, shareUnclear(err)
	}
	a, err := s.read(ctx, request{op: op, place: items[0], method: http.MethodPost, path: pathShareRead, body: shareID{id}, class: class})
	if err != nil {
		return client.ShareLink{ID: id, Code: o.Code, Entries: len(items)}, err
	}
	l := shareOf(a.body).link()
	l.ID, l.Entries = id, len(items)
	l.Title = cmp.Or(l.Title, body.Title)
	l.Code = cmp.Or(l.Code, o.Code)
	return l, nil
}

// shareMade returns the id of the new link, from the answer or from its task.
func (s *reader) shareMade(ctx context.Context, op string, p model.Place, class client.Class, a answer) (string, error) {
	if id := shareOf(a.body).ID; id != "" {
		return string(id), nil
	}
	defer s.o.Gate.NewEpoch()
	if a.env.Data.TaskID != "" {
		last, err := s.poll(ctx, op, p, class, a.env)
		if err != nil {
			return "", err
		}
		if id := shareOf(last.body).ID; id != "" {
			return string(id), nil
		}
	}
	return "", unclear(op, p, "the service's answer does not say whether the request was carried out", client.ErrTaskUnseen)
}

// shareUnclear changes the hint: listings of folders do not show links.
func shareUnclear(err error) error {
	if e, ok := err.(*client.Error); ok && e.Kind == client.KindUnknown {
		out := *e
		out.Hint, out.HintArgs = "aloft share ls shows whether the link was made", nil
		return &out
	}
	return err
}

// ShareLinks lists the account's links.
func (s *reader) ShareLinks(ctx context.Context, opt client.Options) ([]client.ShareLink, error) {
	all, err := listed(ctx, s, request{op: "share", place: s.Root(), method: http.MethodGet, path: pathShares, class: opt.Class, lane: opt.Lane},
		func(w wireShare) string { return string(w.ID) })
	out := make([]client.ShareLink, len(all))
	for i, w := range all {
		out[i] = w.link()
	}
	return out, ofShares(err)
}

// listed reads all pages of a list whose rows are not entries.
func listed[T any](ctx context.Context, s *reader, r request, id func(T) string) (all []T, err error) {
	ctx, end := s.o.Gate.Waits().Begin(ctx)
	defer end()
	pg, base := newPager(), r.query
	r.list = true
	for n := 1; !pg.done; n++ {
		r.query = url.Values{"_page": {strconv.Itoa(n)}, "_size": {strconv.Itoa(s.o.PageSize)}, "_fetch_total": {"1"}}
		maps.Copy(r.query, base)
		a, err := s.read(ctx, r)
		if err != nil {
			return nil, err
		}
		var e struct {
			Data struct {
				List []T `json:"list"`
			} `json:"data"`
		}
		_ = json.Unmarshal(a.body, &e) // a field of another type counts as missing
		ids := model.Each(e.Data.List, id)
		for i, fresh := range pg.add(ids, a.page.extent(s.o.PageSize)) {
			if fresh && ids[i] != "" {
				all = append(all, e.Data.List[i])
			}
		}
	}
	if pg.cut != model.CutNone && !pg.told {
		return nil, client.Errorf(client.KindServer, r.op, r.place, "the service returned only a part of the list")
	}
	return all, nil
}

// EndShareLinks ends links.
func (s *reader) EndShareLinks(ctx context.Context, ids []string, class client.Class) (int, error) {
	const op = "share"
	if err := s.may(op, s.Root()); err != nil {
		return 0, err
	}
	n := 0
	for some := range slices.Chunk(ids, s.o.Batch) {
		_, err := s.change(ctx, request{op: op, place: s.Root(), method: http.MethodPost, path: pathShareEnd, body: shareEndBody{some}, class: class, epoch: gate.AnyEpoch}, true)
		if err != nil {
			return n, shareUnclear(ofShares(err))
		}
		n += len(some)
	}
	return n, nil
}

// SaveShared copies the entries behind a link into a folder.
func (s *reader) SaveShared(ctx context.Context, l client.SharedLink, to model.Place, class client.Class) ([]model.Place, error) {
	const op = "save"
	if err := s.mine(to); err != nil {
		return nil, err
	}
	if err := s.may(op, to); err != nil {
		return nil, err
	}
	token, err := s.openShared(ctx, op, l, to, class)
	if err != nil {
		return nil, err
	}
	shown, err := listed(ctx, s, request{op: op, place: to, method: http.MethodGet, path: pathSharedList, class: class,
		query: url.Values{"pwd_id": {l.ID}, "stoken": {token}, "pdir_fid": {rootID}}}, func(w wireShared) string { return string(w.ID) })
	switch {
	case err != nil:
		return nil, ofShares(err)
	case len(shown) == 0:
		return nil, client.Errorf(client.KindNotFound, op, to, "the link contains nothing")
	}
	body := sharedSaveBody{ID: l.ID, Token: token, Folder: rootID, Scene: "link", All: len(shown) > s.o.Batch}
	out, names := make([]model.Place, 0, len(shown)), map[string]bool{}
	for _, w := range shown {
		name := html.UnescapeString(string(w.Name))
		names[name] = true
		out = append(out, to.Join(name))
		if !body.All {
			body.IDs, body.Tokens = append(body.IDs, string(w.ID)), append(body.Tokens, string(w.Token))
		}
	}
	return out, s.lookedUp(ctx, class, func(w *walk) error {
		now, err := w.All(ctx, to)
		if err != nil {
			return err
		}
		if !now.Complete {
			return client.Errorf(client.KindServer, op, to, "nothing was saved: the drive listed only part of %s, and the names may be taken there", to.String())
		}
		for _, e := range now.Entries {
			if names[e.Name] {
				return client.Errorf(client.KindConflict, op, to.Join(e.Name), "%s exists already", to.Join(e.Name).String()).
					Hinted("save into another folder, or rename what is there")
			}
		}
		folder, err := w.Folder(ctx, to)
		if err != nil {
			return err
		}
		epoch, err := s.epochOf(op, to, nil, folder)
		if err != nil {
			return err
		}
		body.To = folder.ID
		_, err = s.change(ctx, request{op: op, place: to, method: http.MethodPost, path: pathSharedSave, body: body, class: class, epoch: epoch}, false)
		return err
	})
}

// openShared exchanges a link and its pass code for a token.
func (s *reader) openShared(ctx context.Context, op string, l client.SharedLink, to model.Place, class client.Class) (string, error) {
	a, err := s.read(ctx, request{op: op, place: to, method: http.MethodPost, path: pathSharedOpen, body: sharedOpenBody{l.ID, l.Code}, class: class})
	if client.Is(err, client.KindInvalid) && !notADrive(err) {
		e := client.Errorf(client.KindInvalid, op, to, "the link does not open without its pass code")
		if l.Code != "" {
			e.What = "the link does not open with this pass code"
		}
		e.Hint, e.Err = "give it with --code, or paste it with the link", err
		return "", e
	}
	if err != nil {
		return "", ofShares(err)
	}
	token := string(shareOf(a.body).Token)
	if token == "" {
		return "", client.Errorf(client.KindServer, op, to, "the drive did not open the link")
	}
	return token, nil
}
