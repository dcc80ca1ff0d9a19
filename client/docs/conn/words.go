package conn

import (
	"regexp"
	"strings"
	"sync"

	"aloft/client/gate"
	"aloft/model/lazy"
)

// noSuch: "no file with the id …".
var noSuch = lazy.Regexp(`\bno (?:file|folder|document|node|page|space|task) (?:with|has|of|called)\b`)

// heard is the meaning of a service's message.
type heard struct {
	token, right, often, gone, taken, full, failed, tool bool
	vague                                                bool // it may be a failure, which may have had any effect
}

func hear(words string) heard {
	w := strings.ToLower(words)
	has := func(parts ...string) bool { return gate.Says(w, parts...) }
	var h heard
	h.tool = has("unknown tool", "tool not found", "no such tool") || has("tool") && has("not found", "does not exist", "not supported")
	h.token = has("unauthorized", "unauthenticated", "not logged in") ||
		has("token", "credential", "登录") && has("invalid", "expire", "wrong", "missing", "required", "reject", "过期", "失效", "无效")
	h.right = has("permission", "forbidden", "no right", "not allowed", "access denied", "no auth", "无权限", "没有权限")
	h.often = gate.SaysTooOften(w)
	h.full = has("quota", "capacity", "no space left", "not enough space", "storage is full", "容量", "空间不足", "配额")
	h.gone = has("not found", "not exist", "no such", "has been deleted", "was deleted", "不存在", "已删除") || noSuch().MatchString(w)
	h.taken = has("already exist", "duplicate", "is taken", "已存在", "重名")
	h.failed = has("internal error", "internal server", "timeout", "timed out", "system error", "system busy", "try again", "temporarily", "unavailable", "系统繁忙")
	h.vague = gate.SaysFailure(w)
	return h
}

// The codes of failed edits are not known ("Errors" in the specification of the doc
// tools), so a stale version is recognized by the message. If it is not, the error
// is a plain refusal; the caller of an edit reads the version again anyway.

// pattern is compiled when first needed: a refusal is rare, a start is not.
type pattern func() *regexp.Regexp

func lazily(expr string) pattern {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}

func (p pattern) MatchString(s string) bool { return p().MatchString(s) }

// stale: the base version is not the newest one.
var stale = lazily(`(?is)` + strings.Join([]string{
	`(?:\b|_)(?:version|revision)\b.{0,60}\b(?:conflict|mismatch|stale|outdated|out[- ]of[- ]date|too old|older|obsolete|expired|behind|changed|newer|superseded|not (?:the )?(?:latest|newest|current)|(?:does|do|did) ?n[o']t (?:match|equal))`,
	`\b(?:mismatch(?:ed)?|stale|outdated|obsolete|expired|too old|invalid base|wrong base|unexpected)\b.{0,20}\b(?:base|version|revision)`,
	`\bbase[_ ]?version\b.{0,60}(?:\bis not\b|\bbut\b|\bcurrent|\bexpected\b|!=|<)`,
	`\bexpect(?:ed|s)\b.{0,10}\bversion\b.{0,20}\d`, `\bnot (?:the )?(?:latest|newest|current) (?:version|revision)`,
	`\bstale\b`, `\bout[- ]of[- ]date\b`, `\b(?:version|edit|write|merge|update|revision)[ _-]?conflict`, `\bconflict(?:s|ing|ed)?\b.{0,40}\b(?:version|revision|edit|change|update|write)`,
	`^\W*conflict\W*$`, `\bconcurrent(?:ly)? (?:edit|modif|change|update|write)`,
	`\b(?:document|file|content)\b.{0,20}\b(?:has|was|been) (?:been )?(?:changed|modified|edited|updated)\b`,
	`版本.{0,16}(?:冲突|衝突|过期|過期|过旧|過舊|落后|落後|不一致|不匹配|不符|不是最新|已更新|已变更|失效)`, `冲突|衝突|(?:文档|文檔|内容|內容)已(?:被)?(?:修改|更新|变更)`,
	`バージョン.{0,16}(?:競合|古い|一致しま|不一致|最新では)`, `競合|(?:文書|ドキュメント).{0,8}更新され`,
	`버전.{0,16}(?:충돌|불일치|오래|일치하지|최신)`, `충돌`,
	`\bversion\b.{0,40}(?:veraltet|überholt|stimmt nicht|nicht (?:die )?(?:neueste|aktuell))`, `veraltet|versionskonflikt|konflikt`,
	`\bversion\b.{0,40}(?:obsolète|périmée|dépassée)`, `conflit de version|\bconflit\b|périmée`,
	`\bversi[oó]n\b.{0,40}(?:obsoleta|desactualizada|antigua)|conflicto`,
	`\bvers[aã]o\b.{0,40}(?:obsoleta|desatualizada|antiga)|conflito`,
	`\bversione\b.{0,40}(?:obsoleta|superata)|conflitto`,
	`верси.{0,40}(?:устарел|не совпада|не последн)|конфликт`,
}, "|"))

var versionGone = lazily(`(?is)(?:\b|_)(?:version|revision)\b.{0,60}(?:not (?:found|known|available)|no longer|does not exist|unknown|too old|cannot be (?:read|served|found))|` +
	`\b(?:no such|unknown|no) (?:version|revision)|版本.{0,16}(?:不存在|已删除|无效|過期|过期)`)

// otherType: it is not a Word document.
var otherType = lazily(`(?is)\bnot an? (?:word|doc|docx)\b|\bno word document\b|\b(?:document|file|doc)[_ ]?type\b|\bonly\b.{0,30}\bword documents?\b|类型不(?:符|匹配|支持)`)

// ofDocument: what is missing is the document itself, not something in it.
var (
	ofDocument = lazily(`(?is)\b(?:document|file|page|node|doc)\b|文档|文件`)
	within     = lazily(`(?is)\b(?:image|picture|comment|attachment|text|revision|version|range|position|index|task|cell|table|paragraph|heading|match|edit)|图片|评论|批注|附件|文本|版本|范围|位置`)
	noRight    = lazily(`(?is)permission|forbidden|no right|access denied|read[- ]?only|write access|no auth|无权限|没有权限`)
)

// ofWord: "comment not found" is not about the document, nor "state 0 is not
// allowed" about permissions.
func (h heard) ofWord(words string) heard {
	h.taken = false
	h.gone = h.gone && ofDocument.MatchString(words) && !within.MatchString(words)
	h.right = h.right && noRight.MatchString(words)
	return h
}
