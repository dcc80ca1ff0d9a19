package drive

import (
	"bytes"
	"encoding/json"
	"net/http"
	"time"

	"aloft/client/embedded/store"
	"aloft/model/text"
)

// Codes of the envelope. Public clients show the first group. No public source shows a code for the
// second, so those are ours.
const (
	codeOK        = 0
	codeNoSession = 31001
	codeTaken     = 23008
	codeWindow    = 15020
	codeBad       = 14001
	codeCapacity  = 32003
	codeTooMany   = 41035
	codeTooLarge  = 23018

	codeGone        = 23404
	codeTooFast     = 42900
	codeNoPath      = 40400
	codeMethod      = 40500
	codeTooBig      = 41300
	codeUnavailable = 50300
	codeStorage     = 50000
	codeReadOnly    = 50001
	codeTaskFailed  = 50002
	codeBrowser     = 40300
	codeInternal    = 90001
	codeNotSent     = 23410
	codeDiffers     = 23411
)

// object is a JSON object being built.
type object = map[string]any

// reply is an answer before it is encoded.
type reply struct {
	status  int
	code    int
	message string
	data    any
	meta    object
	top     object // more members of the envelope
	header  http.Header

	hint    bool // the answer carries tq_gap
	applied int  // entries changed
}

func ok(data any) *reply { return &reply{status: http.StatusOK, data: data} }

// refusal is an answer with an error.
func refusal(status, code int, t string, args ...any) *reply {
	return &reply{status: status, code: code, message: text.Wire(t, args...)}
}

// bad is the refusal of a parameter.
func bad(what string) *reply {
	return refusal(http.StatusBadRequest, codeBad, "bad parameter: %s", what)
}

// BrowserRefusal is the answer to a web page of another origin, as bytes.
func BrowserRefusal(now time.Time) []byte {
	return refusal(http.StatusForbidden, codeBrowser, text.WireBrowser).bytes(now.Unix(), store.NewID())
}

// rejection wraps a refusal for functions that return errors. It rolls the
// transaction back.
type rejection struct{ r *reply }

func (n rejection) Error() string { return n.r.message }

func taken() error {
	return rejection{refusal(http.StatusBadRequest, codeTaken, "file is doloading[同名冲突]")}
}

func gone(fid string) error {
	return rejection{refusal(http.StatusNotFound, codeGone, "file not exist: %s", fid)}
}

// bytes encodes the envelope as public clients show it: timestamp in seconds, req_id only on
// errors, data only on success.
func (r *reply) bytes(unix int64, reqID string) []byte {
	env := object{"status": r.status, "code": r.code, "message": r.message, "timestamp": unix}
	if r.code == codeOK {
		if r.message == "" {
			env["message"] = "ok"
		}
		env["data"] = r.data
		if r.data == nil {
			env["data"] = object{}
		}
	} else {
		env["req_id"] = reqID
	}
	if r.meta != nil {
		env["metadata"] = r.meta
	}
	for k, v := range r.top {
		env[k] = v
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(env); err != nil {
		// Only a value that the service itself built wrongly cannot be encoded.
		panic(err)
	}
	return b.Bytes()
}
