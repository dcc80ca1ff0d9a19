package docs

import (
	"net/http"
	"regexp"
	"strings"
	"sync"

	"aloft/client"
	"aloft/client/docs/tool"
	"aloft/client/gate"
	"aloft/model/text"
)

// Codes and words of the failures of edits are not shown ("Errors" in the
// specification of the doc tools). So a version that is not the newest any more
// is recognised by what services say of it; what is not recognised stays a plain
// refusal, and who edits reads the version again anyway.

// pattern is compiled when it is first needed: a refusal is rare, a start of the
// program is not.
type pattern func() *regexp.Regexp

func lazily(expr string) pattern {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}

// MatchString is of the expression.
func (p pattern) MatchString(s string) bool { return p().MatchString(s) }

// stale: the words say that the base version is not the newest one.
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

// versionGone: the words say that there is no such version any more.
var versionGone = lazily(`(?is)(?:\b|_)(?:version|revision)\b.{0,60}(?:not (?:found|known|available)|no longer|does not exist|unknown|too old|cannot be (?:read|served|found))|` +
	`\b(?:no such|unknown|no) (?:version|revision)|版本.{0,16}(?:不存在|已删除|无效|過期|过期)`)

// otherType: the words say that this is no Word document.
var otherType = lazily(`(?is)\bnot an? (?:word|doc|docx)\b|\bno word document\b|\b(?:document|file|doc)[_ ]?type\b|\bonly\b.{0,30}\bword documents?\b|类型不(?:符|匹配|支持)`)

// ofDocument: what the words miss is the document itself, and nothing within it.
var (
	ofDocument = lazily(`(?is)\b(?:document|file|page|node|doc)\b|文档|文件`)
	within     = lazily(`(?is)\b(?:image|picture|comment|attachment|text|revision|version|range|position|index|task|cell|table|paragraph|heading|match|edit)|图片|评论|批注|附件|文本|版本|范围|位置`)
	noRight    = lazily(`(?is)permission|forbidden|no right|access denied|read[- ]?only|write access|no auth|无权限|没有权限`)
)

// refusedWord judges a failure of a doc tool where other tools mean something
// else by the same; nil = the common rules do.
func (s *Service) refusedWord(c *tool.Call, e *client.Error, f fault) *client.Error {
	say := func(k client.Kind, what, hint text.Text, args ...any) *client.Error {
		e.Kind, e.What, e.Args, e.Hint = k, what, args, hint
		return e
	}
	clash := f.status == http.StatusConflict || f.status == http.StatusPreconditionFailed
	words := gate.Shorten(f.words)
	gone := versionGone.MatchString(words)
	switch {
	case f.code == codeToken, f.code == codeExpired, f.code == codeNoRight, f.page, f.status >= 500,
		f.status == http.StatusTooManyRequests, f.status == http.StatusUnauthorized, c.Op == tool.OpConnect:
		return nil
	case f.code == codeWrongType, otherType.MatchString(words):
		return say(client.KindUnsupported, "the document service says that this is no Word document, and the doc tools are for Word documents only.", "")
	case c.Changes && (clash || stale.MatchString(words)):
		return say(client.KindConflict, "the document has changed: version %d is not its newest one any more.", "read the document again and choose the place anew", c.Base)
	case c.Base > 0 && !c.Changes && (clash || gone || stale.MatchString(words)):
		return say(client.KindConflict, text.DocsVersionGone, text.DocsVersionGoneHint, c.Base)
	}
	return nil
}

// ofWord leaves of what was heard what it means in a failure of a doc tool:
// "comment not found" is not about the document, nor "state 0 is not allowed"
// about rights.
func (h heard) ofWord(words string) heard {
	h.taken = false
	h.gone = h.gone && ofDocument.MatchString(words) && !within.MatchString(words)
	h.right = h.right && noRight.MatchString(words)
	return h
}
