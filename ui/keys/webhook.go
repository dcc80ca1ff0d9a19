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

// What works in the webhook panel.
const (
	HookDown        Action = "webhook.down"
	HookUp          Action = "webhook.up"
	HookTop         Action = "webhook.top"
	HookBottom      Action = "webhook.bottom"
	HookPageDown    Action = "webhook.page-down"
	HookPageUp      Action = "webhook.page-up"
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

	// The panel from everywhere.
	HookPanel Action = "global.webhook-panel"
	FocusHook Action = "global.focus-webhook"
)

// What works in the view of one delivery.
const (
	DeliveryDown     Action = "delivery.down"
	DeliveryUp       Action = "delivery.up"
	DeliveryTop      Action = "delivery.top"
	DeliveryBottom   Action = "delivery.bottom"
	DeliveryHalfDown Action = "delivery.half-down"
	DeliveryHalfUp   Action = "delivery.half-up"
	DeliveryPageDown Action = "delivery.page-down"
	DeliveryPageUp   Action = "delivery.page-up"
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

// What works in the conversations.
const (
	TalkDown     Action = "conversations.down"
	TalkUp       Action = "conversations.up"
	TalkTop      Action = "conversations.top"
	TalkBottom   Action = "conversations.bottom"
	TalkPageDown Action = "conversations.page-down"
	TalkPageUp   Action = "conversations.page-up"
	TalkOpen     Action = "conversations.open"
	TalkClose    Action = "conversations.close"
	TalkCopy     Action = "conversations.copy"
	TalkDelivery Action = "conversations.delivery"
)

// hookDocs is the part of the registry that is about the webhook receiver.
func hookDocs() []Doc {
	return slices.Concat(hookPanelDocs(), hookViewDocs())
}

func hookPanelDocs() []Doc {
	return []Doc{
		{FocusHook, InGlobal, "webhook panel", "", text.KeyGroupPanels},
		{HookPanel, InGlobal, "show or hide the webhook receiver", "hook", text.KeyGroupPanels},

		{HookDown, InHook, text.KeyDoDown, "", text.KeyGroupMovingAbout},
		{HookUp, InHook, text.KeyDoUp, "", text.KeyGroupMovingAbout},
		{HookTop, InHook, "newest delivery", "", text.KeyGroupMovingAbout},
		{HookBottom, InHook, "oldest delivery", "", text.KeyGroupMovingAbout},
		{HookPageDown, InHook, text.KeyDoAPageDown, "", text.KeyGroupMovingAbout},
		{HookPageUp, InHook, text.KeyDoAPageUp, "", text.KeyGroupMovingAbout},
		{HookFollow, InHook, "keep the cursor on the newest delivery", text.KeyShortFollow, text.KeyGroupMovingAbout},
		{HookFilter, InHook, "filter the deliveries", text.KeyShortFilter, text.KeyGroupFinding},
		{HookDetails, InHook, "request, answer and output of the delivery", text.KeyShortInspect, text.KeyGroupDelivery},
		{HookReplay, InHook, text.KeyDoReplayDelivery, text.KeyShortReplay, text.KeyGroupDelivery},
		{HookStop, InHook, text.KeyDoStopDelivery, text.KeyShortStop, text.KeyGroupDelivery},
		{HookAllow, InHook, text.KeyDoAllowDelivery, text.KeyShortAllow, text.KeyGroupDelivery},
		{HookCopyBody, InHook, text.KeyDoCopyBody, text.KeyShortCopyBody, text.KeyGroupDelivery},
		{HookCopyRequest, InHook, text.KeyDoCopyRequest, "", text.KeyGroupDelivery},
		{HookSave, InHook, "save the deliveries as lines of JSON", "", text.KeyGroupDelivery},
		{HookClear, InHook, "take what has ended off the list", text.KeyShortClear, text.KeyGroupDelivery},
		{HookListen, InHook, "start or stop listening", "start/stop", text.KeyGroupReceiver},
		{HookPause, InHook, "pause the receiver or let it go on", text.KeyShortPause, text.KeyGroupReceiver},
		{HookToken, InHook, "show or hide the token", "token", text.KeyGroupReceiver},
		{HookTalks, InHook, "conversations", "conversations", text.KeyGroupReceiver},
		{HookLines, InHook, "ready-made lines for git, CI and file watchers", "lines", text.KeyGroupReceiver},
	}
}

func hookViewDocs() []Doc {
	return []Doc{
		{DeliveryDown, InDelivery, text.KeyDoDown, "", text.KeyGroupMovingAbout},
		{DeliveryUp, InDelivery, text.KeyDoUp, "", text.KeyGroupMovingAbout},
		{DeliveryTop, InDelivery, text.KeyDoToTheTop, "", text.KeyGroupMovingAbout},
		{DeliveryBottom, InDelivery, text.KeyDoToTheEnd, "", text.KeyGroupMovingAbout},
		{DeliveryHalfDown, InDelivery, text.KeyDoHalfAPageDown, "", text.KeyGroupMovingAbout},
		{DeliveryHalfUp, InDelivery, text.KeyDoHalfAPageUp, "", text.KeyGroupMovingAbout},
		{DeliveryPageDown, InDelivery, text.KeyDoAPageDown, "", text.KeyGroupMovingAbout},
		{DeliveryPageUp, InDelivery, text.KeyDoAPageUp, "", text.KeyGroupMovingAbout},
		{DeliveryNext, InDelivery, "next older delivery", "", text.KeyGroupMovingAbout},
		{DeliveryPrev, InDelivery, "next newer delivery", "", text.KeyGroupMovingAbout},
		{DeliveryFollow, InDelivery, "follow the output as it grows", text.KeyShortFollow, text.KeyGroupMovingAbout},
		{DeliveryFind, InDelivery, "find text", text.KeyShortFind, text.KeyGroupFinding},
		{DeliveryFindNext, InDelivery, text.KeyDoNextMatch, "", text.KeyGroupFinding},
		{DeliveryFindPrev, InDelivery, text.KeyDoPreviousMatch, "", text.KeyGroupFinding},
		{DeliveryReplay, InDelivery, text.KeyDoReplayDelivery, text.KeyShortReplay, text.KeyGroupDelivery},
		{DeliveryStop, InDelivery, text.KeyDoStopDelivery, text.KeyShortStop, text.KeyGroupDelivery},
		{DeliveryAllow, InDelivery, text.KeyDoAllowDelivery, text.KeyShortAllow, text.KeyGroupDelivery},
		{DeliveryBody, InDelivery, text.KeyDoCopyBody, text.KeyShortCopyBody, text.KeyGroupDelivery},
		{DeliveryRequest, InDelivery, text.KeyDoCopyRequest, "", text.KeyGroupDelivery},
		{DeliveryOutput, InDelivery, "copy the output", "", text.KeyGroupDelivery},
		{DeliverySave, InDelivery, "save the delivery as a line of JSON", text.KeyShortSave, text.KeyGroupDelivery},

		{TalkDown, InTalk, text.KeyDoDown, "", text.KeyGroupMovingAbout},
		{TalkUp, InTalk, text.KeyDoUp, "", text.KeyGroupMovingAbout},
		{TalkTop, InTalk, text.KeyDoToTheTop, "", text.KeyGroupMovingAbout},
		{TalkBottom, InTalk, text.KeyDoToTheEnd, "", text.KeyGroupMovingAbout},
		{TalkPageDown, InTalk, text.KeyDoAPageDown, "", text.KeyGroupMovingAbout},
		{TalkPageUp, InTalk, text.KeyDoAPageUp, "", text.KeyGroupMovingAbout},
		{TalkOpen, InTalk, "read the conversation", text.KeyShortRead, text.KeyGroupTalks},
		{TalkDelivery, InTalk, "the delivery that the message is about", text.KeyShortInspect, text.KeyGroupTalks},
		{TalkCopy, InTalk, "copy the message", text.KeyShortCopy, text.KeyGroupTalks},
		{TalkClose, InTalk, "back to the list", text.KeyShortBack, text.KeyGroupTalks},
	}
}
