package paste

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"strings"
	"time"
)

// TokenEnd is when a token ends that says so: a JSON Web Token, whose middle part has
// the field exp in Unix seconds.
func TokenEnd(token string) time.Time {
	parts := strings.Split(strings.TrimSpace(token), ".")
	if len(parts) != 3 {
		return time.Time{}
	}
	b, err := base64.RawURLEncoding.DecodeString(strings.TrimRight(parts[1], "="))
	var claims struct {
		Exp json.Number `json:"exp"`
	}
	d := json.NewDecoder(bytes.NewReader(b))
	if err != nil || d.Decode(&claims) != nil {
		return time.Time{}
	}
	n, err := claims.Exp.Float64()
	if err != nil || n <= 0 || n >= 1<<36 {
		return time.Time{}
	}
	return time.Unix(int64(n), 0)
}
