package redis

import (
	"context"
	"errors"
	"strconv"
	"time"

	driver "github.com/gomodule/redigo/redis"
)

// A lock is a hash: t, the token of its holder; u, until when it holds in the
// server's microseconds; and s, the state. It is valid for so long without a word of
// its holder. A process that dies with it delays the others by that.
const (
	slotLease = 2 * time.Second
	turnLease = 5 * time.Second
)

// keepState: a state that nobody has used for so long says nothing any more.
const keepState = 8 * 24 * time.Hour

// Each operation is one script, in which the server's clock is the only one. The run
// id differs after each start of the server, and on a replica that has taken over: a
// state that it has read from its disk may be an old one.
const (
	clock = `
local t = redis.call('TIME')
local now = t[1] * 1000000 + t[2]
`
	answer = `
local run = string.match(redis.call('INFO', 'server'), 'run_id:(%w+)') or ''
`
	// KEYS: the lock; ARGV: token, lease in µs, how long to keep it in ms. An end that
	// is too far away was set before the server's clock was set back.
	lockText = clock + answer + `
local h = redis.call('HMGET', KEYS[1], 't', 'u', 's')
local left = (tonumber(h[2] or '') or 0) - now
local got = 0
if not h[1] or h[1] == ARGV[1] or left <= 0 or left > 10 * ARGV[2] then
  redis.call('HSET', KEYS[1], 't', ARGV[1], 'u', string.format('%.0f', now + ARGV[2]))
  redis.call('PEXPIRE', KEYS[1], ARGV[3])
  got = 1
end
return {got, t[1], t[2], run, h[3] or ''}
`
	peekText = clock + answer + `
return {1, t[1], t[2], run, redis.call('HGET', KEYS[1], 's') or ''}
`
	// The holder's: ARGV: token, lease, how long to keep it, and the new state unless
	// there is none.
	keepText = clock + `
if redis.call('HGET', KEYS[1], 't') ~= ARGV[1] then
  return {0, t[1], t[2], '', ''}
end
redis.call('HSET', KEYS[1], 'u', string.format('%.0f', now + ARGV[2]))
if ARGV[4] then
  redis.call('HSET', KEYS[1], 's', ARGV[4])
end
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return {1, t[1], t[2], '', ''}
`
	// ARGV: token.
	freeText = `
if redis.call('HGET', KEYS[1], 't') ~= ARGV[1] then
  return {0, '0', '0', '', ''}
end
redis.call('HDEL', KEYS[1], 't', 'u')
return {1, '0', '0', '', ''}
`
)

var (
	lockScript = driver.NewScript(1, lockText)
	peekScript = driver.NewScript(1, peekText)
	keepScript = driver.NewScript(1, keepText)
	freeScript = driver.NewScript(1, freeText)
)

// reply is that of each script.
type reply struct {
	done  bool          // locked, or still held
	at    time.Duration // the server's clock, since 1970
	run   string        // of the server, only from lock and peek
	state string        // the same; "" = there is none
}

var errReply = errors.New("an answer of another form")

// run runs a script. A server that has forgotten it gets its text again.
func (s *Server) run(ctx context.Context, script *driver.Script, key string, args ...any) (reply, error) {
	v, err := driver.Values(s.do(ctx, func(ctx context.Context, c driver.Conn) (any, error) {
		return script.DoContext(ctx, c, append([]any{key}, args...)...)
	}))
	if err != nil {
		return reply{}, err
	}
	if len(v) != 5 {
		return reply{}, errReply
	}
	done, ok := v[0].(int64)
	sec, ok1 := v[1].([]byte)
	us, ok2 := v[2].([]byte)
	run, ok3 := v[3].([]byte)
	state, ok4 := v[4].([]byte)
	a, err1 := strconv.ParseInt(string(sec), 10, 64)
	b, err2 := strconv.ParseInt(string(us), 10, 64)
	if !ok || !ok1 || !ok2 || !ok3 || !ok4 || err1 != nil || err2 != nil {
		return reply{}, errReply
	}
	return reply{done == 1, time.Duration(a)*time.Second + time.Duration(b)*time.Microsecond, string(run), string(state)}, nil
}
