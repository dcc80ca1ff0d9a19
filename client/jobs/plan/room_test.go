package plan

import (
	"context"
	"strings"
	"testing"

	"aloft/client"
	"aloft/client/jobs/verify"
	"aloft/model"
)

// roomy is a disk with so many bytes free.
type roomy struct {
	client.Source
	free int64
}

func (r roomy) Room(context.Context, model.Place) (int64, int64, error) {
	return r.free, model.Unknown, nil
}

// What has no room is refused in sizes that people read.
func TestRoomSaysSizes(t *testing.T) {
	to, err := model.ParsePlace("disk:/tmp", model.Place{})
	if err != nil {
		t.Fatal(err)
	}
	for free, want := range map[int64]string{
		2 << 20:       "there is not enough room in disk:/tmp: 33.5 MB needed, 2.0 MB free",
		35127295:      "35127296 B needed, 35127295 B free",
		35127296:      "",
		40 << 20:      "",
		model.Unknown: "",
	} {
		p := &planner{r: client.Request{Op: model.OpDownload, Target: to}, plan: &model.Plan{}, to: &verify.Lister{Src: roomy{free: free}}}
		p.plan.Items = []model.Item{{Op: model.OpDownload, Print: model.Fingerprint{Size: 35127296}}}
		switch err := room(t.Context(), p); {
		case want == "" && (err != nil || p.plan.Free != max(free, 0)):
			t.Errorf("%d free: %v, the plan says %d", free, err, p.plan.Free)
		case want != "" && (err == nil || !strings.Contains(err.Error(), want)):
			t.Errorf("%d free: %v, want %q", free, err, want)
		}
	}
}
