package platform

import (
	"aloft/client"
	"aloft/model/text"
)

// sent is the result of a post.
type sent struct {
	err    error
	status int // HTTP status of a refusal, 0 when it is not known
}

// fault makes an error of this machine's settings.
func fault(what, hint text.Text, args ...any) *client.Error {
	return &client.Error{Kind: client.KindInvalid, Op: "post", What: what, Args: args, Hint: hint}
}
