package fault

import "time"

// Docs are the friction switches of the document half. Their random numbers are separate from the
// drive's, so that one half's calls do not change the other's history. Public clients show all of
// them but the renamed arguments. Those are likely: the service has renamed others within half a
// year.
type Docs struct {
	// The shape of answers.
	Pages      Size // entries of a folder_list page, drawn each time; default 100
	EmptyPage  bool // folder_list never says finish=true; pages past the end are empty
	IntStrings bool // integers in answers are strings
	TimesMS    bool // times are in milliseconds
	BareURLs   bool // links have no scheme: //docs.…
	FileKey    bool // recent_online_file lists under "file"
	Wrapped    bool // query_file_info wraps its record in "file", an uploaded image's id is in "data"

	// Faults of Word documents.
	Stale       Rate // somebody else edits the document just before an edit
	ImageFail   Rate // an upload of an image fails
	ImageWords  bool // the source of an image is a word
	Attachments bool // embedded images are attachments
	ContentCut  int  // get_content ends after that many characters

	// The shape of the interface.
	Second     bool   // arguments have other names (the second generation)
	Underscore bool   // tool names with _ for the dot
	Bare       bool   // doc tools without their prefix: get_outline
	Missing    string // tools that are not offered, comma-separated
	SSE        Rate   // the answer comes as an event stream
	Sessions   bool   // a session is issued at initialize and required from then on
	Forget     Rate   // the session is forgotten at such a call

	// Refusals and lost answers.
	Error      Rate   // a business error instead of the work
	Error500   bool   // a change is answered by HTTP 500 with a message of the service
	Quota      bool   // a change is refused, because the quota is used up
	ErrorCode  int    // the code of Error, default 400010
	Carrier    string // field of business errors: http, rpc, business, payload, tool, any; "" = as the specification shows
	Busy       Rate   // 429 with Retry-After
	RetryAfter time.Duration
	Strict     time.Duration // 429 for a call closer than this to the one before
	LoseBefore Rate          // a change is lost before it is made
	LoseAfter  Rate          // a change is made, its answer is lost
	LoseRead   Rate          // the answer to any other call is lost
	FailBefore Rate          // 503 before the work
	FailAfter  Rate          // 503 after it
	HTML       Rate          // 200 with a login page
	Cut        Rate          // the JSON ends in the middle
	Slow       Rate          // the answer comes late by Delay
	Delay      Span          // default 1 s to 5 s
	Expire     Rate          // tokens expire at such a call (Every N: the N-th)
	TokenLife  time.Duration // default 90 days

}

// Carriers of a business error, as public clients show them.
func Carriers() []string { return []string{"http", "rpc", "business", "payload", "tool"} }
