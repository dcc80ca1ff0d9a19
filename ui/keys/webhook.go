package keys

import (
	"slices"

	"aloft/model/text"
)

// Contexts of the webhook receiver: its panel, one delivery in full, and the
// conversations.
const (
	InHook     Context = "webhook"
	InDelivery Context = "delivery"
	InTalk     Context = "conversations"
)

// Actions of the webhook panel.
const (
	HookDetails     Action = "webhook.details"
	HookListen      Action = "webhook.listen"
	HookPause       Action = "webhook.pause"
	HookStop        Action = "webhook.stop"
	HookReplay      Action = "webhook.replay"
	HookCopyBody    Action = "webhook.copy-body"
	HookCopyRequest Action = "webhook.copy-request"
	HookFollow      Action = "webhook.follow"
	HookClear       Action = "webhook.clear"
	HookSave        Action = "webhook.save"
	HookFilter      Action = "webhook.filter"
	HookToken       Action = "webhook.token"
	HookAllow       Action = "webhook.allow"
	HookTalks       Action = "webhook.conversations"
	HookLines       Action = "webhook.lines"
	HookRoutes      Action = "webhook.routes"
	HookReplayShown Action = "webhook.replay-shown"

	// The panel from everywhere.
	HookPanel Action = "global.webhook-panel"
	FocusHook Action = "global.focus-webhook"
)

// Actions of the view of one delivery.
const (
	DeliveryNext     Action = "delivery.next"
	DeliveryPrev     Action = "delivery.previous"
	DeliveryFind     Action = "delivery.find"
	DeliveryFindNext Action = "delivery.find-next"
	DeliveryFindPrev Action = "delivery.find-previous"
	DeliveryFollow   Action = "delivery.follow"
	DeliveryReplay   Action = "delivery.replay"
	DeliveryStop     Action = "delivery.stop"
	DeliveryAllow    Action = "delivery.allow"
	DeliveryBody     Action = "delivery.copy-body"
	DeliveryRequest  Action = "delivery.copy-request"
	DeliveryOutput   Action = "delivery.copy-output"
	DeliverySave     Action = "delivery.save"
)

// Actions of the conversations.
const (
	TalkOpen  Action = "conversations.open"
	TalkClose Action = "conversations.close"
	TalkCopy  Action = "conversations.copy"
)

// hookDocs is the registry of the webhook receiver.
func hookDocs() []Doc {
	return slices.Concat(hookPanelDocs(), hookViewDocs())
}

func hookPanelDocs() []Doc {
	return slices.Concat([]Doc{
		{FocusHook, "webhook panel", "", text.KeyGroupPanels, Keys{"5", "ctrl+x 5", "5"}},
		{HookPanel, "show or hide the webhooks", "webhook", text.KeyGroupPanels, Keys{"W or z w", "ctrl+x W", "shift+f12 or W"}},
	}, moves(InHook, text.KeyGroupMovingAbout, "first entry", "last entry", false, false), []Doc{
		{HookFollow, "follow the newest", text.KeyShortFollow, text.KeyGroupMovingAbout, Keys{"f", "ctrl+x f", "f"}},
		{HookFilter, "filter", text.KeyShortFilter, text.KeyGroupFinding, Keys{"/", "ctrl+x /", "/ or ctrl+f"}},
		{HookDetails, "show details", "inspect", text.KeyGroupDelivery, Keys{"enter or right", "enter or f3", "enter or right"}},
		{HookReplay, text.KeyDoReplayDelivery, text.KeyShortReplay, text.KeyGroupDelivery, Keys{"r", "f7", "f7"}},
		{HookReplayShown, "deliver all again", "replay all", text.KeyGroupDelivery, Keys{"R", "shift+f7", "shift+f7"}},
		{HookStop, text.KeyDoStopDelivery, text.KeyShortStop, text.KeyGroupDelivery, Keys{"x", "f8 or delete", "f8 or delete"}},
		{HookAllow, text.KeyDoAllowDelivery, text.KeyShortAllow, text.KeyGroupDelivery, Keys{"a", "ctrl+x a", "a"}},
		{HookCopyBody, text.KeyDoCopyBody, text.KeyShortCopyBody, text.KeyGroupDelivery, Keys{"y", "ctrl+x b", "y"}},
		{HookCopyRequest, text.KeyDoCopyRequest, "", text.KeyGroupDelivery, Keys{"Y", "ctrl+x r", "Y"}},
		{HookSave, "save as lines of JSON", "", text.KeyGroupDelivery, Keys{"e", "ctrl+x e", "e"}},
		{HookClear, "clear what has ended", text.KeyShortClear, text.KeyGroupDelivery, Keys{"c", "f6", "f6"}},
		{HookListen, "start or stop listening", "start/stop", text.KeyGroupReceiver, Keys{"s", "f4", "f4"}},
		{HookPause, "pause or resume", text.KeyShortPause, text.KeyGroupReceiver, Keys{"p", "f5", "space"}},
		{HookToken, "show or hide the token", "token", text.KeyGroupReceiver, Keys{"t", "ctrl+x k", "t"}},
		{HookTalks, "conversations", "conversations", text.KeyGroupReceiver, Keys{"v", "ctrl+x v", "v"}},
		{HookLines, "snippets for a sender", "snippets", text.KeyGroupReceiver, Keys{"l", "ctrl+x n", "l"}},
		{HookRoutes, "routes for other services", "routes", text.KeyGroupReceiver, Keys{"o", "ctrl+x o", "o"}},
	})
}

func hookViewDocs() []Doc {
	return slices.Concat(moves(InDelivery, text.KeyGroupMovingAbout, text.KeyDoToTheTop, text.KeyDoToTheEnd, true, true), []Doc{
		{DeliveryNext, "next delivery", "", text.KeyGroupMovingAbout, Keys{"] or J", "ctrl+down", "] or alt+right"}},
		{DeliveryPrev, "previous delivery", "", text.KeyGroupMovingAbout, Keys{"[ or K", "ctrl+up", "[ or alt+left"}},
		{DeliveryFollow, "follow the output", text.KeyShortFollow, text.KeyGroupMovingAbout, Keys{"f", "ctrl+x f", "f"}},
		{DeliveryFind, "find text", text.KeyShortFind, text.KeyGroupFinding, Keys{"/", "ctrl+s or alt+s", "/ or ctrl+f"}},
		{DeliveryFindNext, text.KeyDoNextMatch, "", text.KeyGroupFinding, Keys{"n", "alt+n", "n"}},
		{DeliveryFindPrev, text.KeyDoPreviousMatch, "", text.KeyGroupFinding, Keys{"N", "alt+p", "N"}},
		{DeliveryReplay, text.KeyDoReplayDelivery, text.KeyShortReplay, text.KeyGroupDelivery, Keys{"r", "f7", "f7"}},
		{DeliveryStop, text.KeyDoStopDelivery, text.KeyShortStop, text.KeyGroupDelivery, Keys{"x", "f8 or delete", "f8 or delete"}},
		{DeliveryAllow, text.KeyDoAllowDelivery, text.KeyShortAllow, text.KeyGroupDelivery, Keys{"a", "ctrl+x a", "a"}},
		{DeliveryBody, text.KeyDoCopyBody, text.KeyShortCopyBody, text.KeyGroupDelivery, Keys{"y", "ctrl+x b", "y"}},
		{DeliveryRequest, text.KeyDoCopyRequest, "", text.KeyGroupDelivery, Keys{"Y", "ctrl+x r", "Y"}},
		{DeliveryOutput, "copy the output", "", text.KeyGroupDelivery, Keys{"o", "ctrl+x o", "o"}},
		{DeliverySave, "save as lines of JSON", text.KeyShortSave, text.KeyGroupDelivery, Keys{"e", "ctrl+x e", "e"}},
	}, moves(InTalk, text.KeyGroupMovingAbout, text.KeyDoToTheTop, text.KeyDoToTheEnd, false, true), []Doc{
		{TalkOpen, "read the conversation", text.KeyShortRead, text.KeyGroupTalks, Keys{"enter or l or right", "enter or right", "enter or right"}},
		{TalkCopy, "copy the newest message", text.KeyShortCopy, text.KeyGroupTalks, Keys{"y", "f5", "y"}},
		{TalkClose, "back to the list", text.KeyShortBack, text.KeyGroupTalks, Keys{"h or left", "left", "left or backspace"}},
	})
}
