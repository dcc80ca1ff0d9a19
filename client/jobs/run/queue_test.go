package run

import (
	"testing"

	"aloft/model"
)

// The documents of an account and its spaces are one service, whose jobs take
// turns; transfers take turns of their own beside them.
func TestTheTreesOfDocumentsShareAQueue(t *testing.T) {
	queue := func(s model.Scheme, op model.Op) string {
		return newJob("1", "", &model.Plan{Account: "a", Scheme: s, Op: op}, "").queueName()
	}
	if queue(model.SchemeDocs, model.OpMove) != queue(model.SchemeSpace, model.OpRename) {
		t.Error("two queues for one service")
	}
	if queue(model.SchemeDocs, model.OpMove) == queue(model.SchemeDocs, model.OpImport) || queue(model.SchemeDocs, model.OpMove) == queue(model.SchemeDrive, model.OpMove) {
		t.Error("one queue for two")
	}
}
