package conn

import (
	"bytes"
	"cmp"
	"context"
	"io"
	"mime/multipart"
	"net/http"
	"strings"

	"aloft/client"
	"aloft/client/docs/tool"
	"aloft/client/gate"
	"aloft/client/lenient"
	"aloft/client/signed"
	"aloft/model/text"
)

// openImages: "Parameter rules" in the specification of the doc tools.
const openImages = "/openapi/resources/v2/images"

// OpenImage has a token of its own; neither it nor the account's is in any error.
func (c *Carrier) OpenImage(ctx context.Context, name string, data []byte, a tool.Purpose) (string, error) {
	open := c.o.Open
	e := &client.Error{Op: a.Op, Place: a.Place}
	if open.Tokens == nil || open.ClientID == "" || open.OpenID == "" {
		e.Kind, e.What, e.Hint = client.KindInvalid, "the open platform needs client_id, open_id and a credential; nothing was sent", text.DocsOpenHint
		return "", e
	}
	link := client.Signed(strings.TrimRight(open.URL, "/") + openImages)
	u, bad := c.address(open.URL, link, e)
	if bad != nil {
		bad.What = "open_api_url must be https or on this machine; nothing was sent"
		return "", bad
	}
	token, err := open.Tokens.Token(ctx)
	for renewed := false; ; renewed = true {
		if err != nil || token == "" {
			e.Kind, e.What, e.Hint, e.Err = client.KindAuth, "there is no token for the open platform; nothing was sent", text.DocsOpenHint, err
			return "", e
		}
		id, fail := c.sendImage(ctx, u.String(), token, name, data, a)
		if fail == nil || fail.Kind != client.KindAuth || renewed {
			if fail != nil {
				return "", fail
			}
			return id, nil
		}
		var next string
		if next, err = open.Tokens.Reload(ctx); err == nil && next == token {
			return "", fail
		}
		token = next
	}
}

func (c *Carrier) sendImage(ctx context.Context, to, token, name string, data []byte, a tool.Purpose) (string, *client.Error) {
	open := c.o.Open
	e := &client.Error{Op: a.Op, Place: a.Place}
	var form bytes.Buffer
	parts := multipart.NewWriter(&form)
	part, err := parts.CreateFormFile("image", name)
	if err == nil {
		_, err = part.Write(data)
	}
	if err == nil {
		err = parts.Close()
	}
	w := signed.NewWatch(ctx)
	defer w.End()
	var req *http.Request
	if err == nil {
		req, err = http.NewRequestWithContext(w.Ctx, http.MethodPost, to, &outgoing{Reader: &form, watch: w})
	}
	if err != nil {
		return "", broken(ctx, w, e, text.DocsUploadFailed, err)
	}
	req.ContentLength = int64(form.Len())
	req.Header = http.Header{
		"Content-Type": {parts.FormDataContentType()}, "Accept": {"application/json"}, "User-Agent": {gate.UserAgent},
		"Access-Token": {token}, "Client-Id": {open.ClientID}, "Open-Id": {open.OpenID},
	}
	resp, fail := c.send(ctx, w, req, e, text.DocsUploadFailed)
	if fail != nil {
		if fail.What == text.DocsLinkRedirect {
			fail.What = text.DocsOpenRedirect
		}
		return "", fail
	}
	defer func() { _ = resp.Body.Close() }()
	answer, err := io.ReadAll(io.LimitReader(resp.Body, 1<<20))
	if err != nil && resp.StatusCode/100 == 2 {
		return "", broken(ctx, w, e, text.DocsUploadFailed, err)
	}
	return c.openAnswer(e, resp, answer, token)
}

// openAnswer finds the error of an answer: a status, or a code beside a message.
func (c *Carrier) openAnswer(e *client.Error, resp *http.Response, answer []byte, token string) (string, *client.Error) {
	id := ImageID(answer)
	if resp.StatusCode/100 == 2 && id != "" {
		return id, nil
	}
	var w struct {
		Code    lenient.Int    `json:"code"`
		Ret     lenient.Int    `json:"ret"`
		Msg     lenient.String `json:"msg"`
		Message lenient.String `json:"message"`
		Error   lenient.String `json:"error"`
	}
	told := lenient.Object(answer, &w)
	words := string(cmp.Or(w.Msg, w.Message, w.Error))
	switch {
	case resp.StatusCode/100 == 3:
		e.Kind, e.What, e.Status = client.KindInvalid, text.DocsOpenRedirect, resp.StatusCode
		return "", e
	case resp.StatusCode/100 != 2:
		e = refusedBytes(e, resp, text.DocsOpenRefused, c.o.Now())
		if e.Kind == client.KindStale || e.Kind == client.KindNotFound {
			e.Kind, e.What, e.Args = client.KindInvalid, text.DocsOpenRefused, []any{resp.StatusCode}
		}
	case told && (words != "" || w.Code.Or(0) != 0 || w.Ret.Or(0) != 0):
		e.Kind, e.What, e.Args = client.KindInvalid, text.DocsOpenRefused, []any{resp.StatusCode}
	default:
		e.Kind, e.What = client.KindServer, "the open platform's answer has no id of the image in it"
	}
	e.Code = int(max(w.Code.Or(0), w.Ret.Or(0)))
	if !secretIn(words, token) {
		e.Server = gate.Shorten(words)
	}
	if resp.StatusCode == http.StatusUnauthorized || resp.StatusCode == http.StatusForbidden || hear(words).token {
		e.Kind, e.What, e.Args = client.KindAuth, "the open platform does not accept the token", nil
		e.Hint, e.Changed = text.DocsOpenHint, client.ChangedNothing
	}
	return "", e
}

// secretIn: the message contains the token, or a long part of it.
func secretIn(words, token string) bool {
	return token != "" && (strings.Contains(words, token) || len(token) >= 8 && strings.Contains(words, token[:8]))
}

// ImageID returns the id, which the tool and the open platform spell differently
// and may wrap.
func ImageID(payload []byte) string {
	type ids struct {
		Tool lenient.String `json:"image_id"`
		Open lenient.String `json:"imageID"` // imageId as well: JSON names match in any case
	}
	var w struct {
		ids
		Data ids `json:"data"`
	}
	if !lenient.Object(payload, &w) {
		return ""
	}
	return string(cmp.Or(w.Tool, w.Open, w.Data.Tool, w.Data.Open))
}
