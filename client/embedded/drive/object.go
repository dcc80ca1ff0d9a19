package drive

import (
	"bytes"
	"context"
	"crypto/md5"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"

	"aloft/client/embedded/flow"
	"aloft/client/embedded/store"
	"aloft/client/system/sqlite"
)

const (
	// keyPrefix is the prefix of all keys.
	keyPrefix = "drive-upload-"
	// maxList is the largest list of parts in bytes.
	maxList = 4 << 20
	// drained is how much of a refused body is read, so that the sender gets the refusal and not a broken connection.
	drained = 64 << 20
)

// NewKey returns the key of a new upload.
func NewKey() string { return keyPrefix + store.NewID() }

// IsBucket reports whether a path belongs to this store.
func IsBucket(path string) bool { return strings.HasPrefix(path, "/"+keyPrefix) }

// Bucket is the object store.
type Bucket struct {
	db     *store.DB
	secret []byte
	life   *flow.Lifetime
}

// NewBucket returns the object store of a database.
func NewBucket(db *store.DB, secret []byte, life *flow.Lifetime) *Bucket {
	return &Bucket{db, secret, life}
}

// ServeHTTP answers a request for an object; its signature is the permission.
func (s *Bucket) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	rc := http.NewResponseController(w)
	defer flow.Hurry(s.life.Context(), rc)()
	x := &exchange{Bucket: s, w: w, r: r, rc: rc, id: store.NewID()}
	w.Header().Set("X-Oss-Request-Id", x.id)
	if e := x.serve(); e != nil {
		_, _ = io.CopyN(io.Discard, r.Body, drained)
		x.refuse(e)
	}
}

// exchange is one request.
type exchange struct {
	*Bucket
	w  http.ResponseWriter
	r  *http.Request
	rc *http.ResponseController
	id string
}

// objectRefusal is an error answer of the object store.
type objectRefusal struct {
	status  int
	code    string
	message string
	meta    string // the string that should have been signed
}

func (x *exchange) refuse(e *objectRefusal) {
	var body struct {
		XMLName struct{} `xml:"Error"`
		Code    string
		Message string
		ID      string `xml:"RequestId"`
		ToSign  string `xml:"StringToSign,omitempty"`
	}
	body.Code, body.Message, body.ID, body.ToSign = e.code, e.message, x.id, e.meta
	x.answer(e.status, body)
}

func (x *exchange) answer(status int, body any) {
	b, err := xml.Marshal(body)
	if err != nil {
		panic(err) // a value of ours
	}
	x.w.Header().Set("Content-Type", "application/xml")
	x.w.WriteHeader(status)
	_, _ = x.w.Write(append([]byte(xml.Header), b...)) // the client may be gone
}

// failed is the refusal after an error of disk or database.
func failed(err error) *objectRefusal {
	switch t, known := store.DiskTrouble(err); {
	case known:
		return &objectRefusal{http.StatusInsufficientStorage, "InternalError", string(t), ""}
	case sqlite.IsBusy(err), errors.Is(err, context.Canceled), errors.Is(err, store.ErrClosed):
		return &objectRefusal{http.StatusServiceUnavailable, "ServiceUnavailable", "try again", ""}
	}
	return &objectRefusal{http.StatusInternalServerError, "InternalError", err.Error(), ""}
}

func badObject(code, message string) *objectRefusal {
	return &objectRefusal{http.StatusBadRequest, code, message, ""}
}

func (x *exchange) serve() *objectRefusal {
	o, err := readOrder(x.r.Method, x.r.URL.RawQuery)
	if err != nil {
		return badObject("InvalidArgument", "a PUT of partNumber and uploadId, a POST or a DELETE of uploadId")
	}
	o.Bucket, _, _ = strings.Cut(x.r.Host, ".")
	o.Key = strings.TrimPrefix(x.r.URL.Path, "/")
	if meta, ok := signed(x.r, o, x.secret); !ok {
		return &objectRefusal{http.StatusForbidden, "SignatureDoesNotMatch", "the Authorization is not that of StringToSign", meta}
	}
	in, err := store.Read(x.r.Context(), x.db.View, func(l *store.Link) (Incoming, error) { return FindIncoming(l, "key = ?", o.Key) })
	switch {
	case err != nil:
		return failed(err)
	case in.Seq == 0 || in.Upload != o.Upload:
		return noUpload()
	}
	switch o.Method {
	case http.MethodPut:
		return x.part(in, o.Part)
	case http.MethodPost:
		return x.complete(in)
	}
	return x.drop(in)
}

func noUpload() *objectRefusal {
	return &objectRefusal{http.StatusNotFound, "NoSuchUpload", "no upload of that id is open", ""}
}

// part receives a part.
func (x *exchange) part(in Incoming, n int) *objectRefusal {
	size := x.r.ContentLength
	switch {
	case size < 0:
		return &objectRefusal{http.StatusLengthRequired, "MissingContentLength", "Content-Length is missing", ""}
	case size > in.Size:
		return badObject("EntityTooLarge", "the part is larger than the announced file")
	}
	var chain *Chain
	open := false
	err := x.db.View(x.r.Context(), func(l *store.Link) error {
		md5, _, err := in.Whole(l)
		if open = in.Content != 0 && md5 == ""; err != nil || !open {
			return err
		}
		chain, err = FollowChain(l, in.Content, n)
		return err
	})
	if err != nil {
		return failed(err)
	}
	if !open {
		return noUpload()
	}
	b, refused := x.receive(size, chain)
	if refused != nil {
		return refused
	}
	again := false
	err = x.db.UpdateSoon(x.r.Context(), func(l *store.Link) error {
		if err := x.db.Refer(b.Hash); err != nil {
			return err
		}
		now, err := FindIncoming(l, "seq = ?", in.Seq)
		if err != nil {
			return err
		}
		md5, _, err := now.Whole(l)
		if open = now.Seq != 0 && now.Content == in.Content && md5 == ""; err != nil || !open {
			return err
		}
		again, err = PutPiece(l, in, n, b, chain, x.db.Now())
		return err
	})
	switch {
	case err != nil:
		return failed(err)
	case !open:
		return noUpload()
	}
	x.db.Step("part stored")
	x.w.Header().Set("ETag", `"`+strings.ToUpper(b.MD5)+`"`)
	if again {
		return &objectRefusal{http.StatusConflict, "PartAlreadyExist", "the same part has been sent before", ""}
	}
	x.w.WriteHeader(http.StatusOK)
	return nil
}

// receive writes the body of a part to a file.
func (x *exchange) receive(size int64, chain *Chain) (store.Blob, *objectRefusal) {
	b, err := x.db.NewBlob()
	if err != nil {
		return store.Blob{}, failed(err)
	}
	defer b.Drop()
	from := &flow.Source{From: io.LimitReader(x.r.Body, size), RC: x.rc, Ctx: x.life.Context()}
	_, err = io.CopyBuffer(flow.OnlyWriter{Writer: io.MultiWriter(b, chain)}, from, make([]byte, flow.Buffer))
	x.db.Step("part written")
	switch {
	case from.Err != nil:
		return store.Blob{}, badObject("IncompleteBody", "the part ended early")
	case err != nil:
		return store.Blob{}, failed(err)
	}
	told := b.Sum()
	if told.Size != size {
		return store.Blob{}, badObject("IncompleteBody", "the part ended early")
	}
	if want := x.r.Header.Get("Content-MD5"); want != "" && want != base64Of(told.MD5) {
		return store.Blob{}, badObject("BadDigest", "the part has another MD5 than Content-MD5")
	}
	kept, err := b.Keep()
	if err != nil {
		return kept, failed(err)
	}
	x.db.Step("part kept")
	return kept, nil
}

// base64Of turns a digest in hexadecimal into the form of Content-MD5.
func base64Of(digest string) string {
	b, err := hex.DecodeString(digest)
	if err != nil {
		panic(err) // our own
	}
	return base64.StdEncoding.EncodeToString(b)
}

// complete makes one object of the parts.
func (x *exchange) complete(in Incoming) *objectRefusal {
	_ = x.rc.SetReadDeadline(time.Now().Add(time.Minute))
	body, err := io.ReadAll(io.LimitReader(x.r.Body, maxList+1))
	if err != nil || len(body) > maxList {
		return badObject("MalformedXML", "the list of parts is too long, or ended early")
	}
	sum := md5.Sum(body)
	if want := x.r.Header.Get("Content-MD5"); want != "" && want != base64.StdEncoding.EncodeToString(sum[:]) {
		return badObject("BadDigest", "the list has another MD5 than Content-MD5")
	}
	parts, err := parseList(bytes.NewReader(body))
	if err != nil {
		return badObject("MalformedXML", "the body is no list of parts in ascending order")
	}
	var pieces []Piece
	done := false
	err = x.db.View(x.r.Context(), func(l *store.Link) error {
		md5, _, err := in.Whole(l)
		if err != nil {
			return err
		}
		done = in.Content == 0 || md5 != ""
		pieces, err = Pieces(l, in.Content)
		return err
	})
	if err != nil {
		return failed(err)
	}
	if !done { // otherwise its answer was lost
		tags := map[int]string{}
		for _, p := range parts {
			tags[p.Number] = p.ETag
		}
		pieces = slices.DeleteFunc(pieces, func(p Piece) bool { return tags[p.N] != p.MD5 })
		if len(pieces) != len(parts) {
			return badObject("InvalidPart", "a part that is listed was not sent, or has another ETag")
		}
		if refused := x.join(in, pieces); refused != nil {
			return refused
		}
		x.db.Step("upload completed")
	}
	if !x.calledBack() {
		return &objectRefusal{http.StatusNonAuthoritativeInfo, "CallbackFailed", "the object is complete, its callback failed", ""}
	}
	x.answer(http.StatusOK, struct {
		XMLName struct{} `xml:"CompleteMultipartUploadResult"`
		Key     string
	}{Key: in.Key})
	return nil
}

func (x *exchange) join(in Incoming, pieces []Piece) *objectRefusal {
	sum, err := SumPieces(x.r.Context(), x.db, pieces)
	if err == nil {
		err = x.db.UpdateSoon(x.r.Context(), func(l *store.Link) error {
			return CompleteIncoming(l, in, pieces, sum, x.db.Now())
		})
	}
	switch {
	case errors.Is(err, ErrChanged):
		return badObject("InvalidPart", "the parts change while they are completed")
	case err != nil:
		return failed(err)
	}
	return nil
}

// calledBack reports whether the completion came with the requested callback, which could be called.
func (x *exchange) calledBack() bool {
	b, err := base64.StdEncoding.DecodeString(x.r.Header.Get("X-Oss-Callback"))
	if err != nil {
		return false
	}
	var c map[string]any
	return json.Unmarshal(b, &c) == nil && c["callbackUrl"] != nil
}

// drop ends an upload that its sender has given up.
func (x *exchange) drop(in Incoming) *objectRefusal {
	if in.Node != 0 {
		return noUpload()
	}
	err := x.db.Update(x.r.Context(), func(l *store.Link) error { return DropIncoming(l, in) })
	if err == nil {
		err = x.db.DropLoose(x.r.Context())
	}
	if err != nil {
		return failed(err)
	}
	x.w.WriteHeader(http.StatusNoContent)
	return nil
}
