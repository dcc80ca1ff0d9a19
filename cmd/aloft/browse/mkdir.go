package browse

import (
	"aloft/client"
	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/write"
	"aloft/model"
)

func (cs *Commands) mkdirCommand() console.Command {
	return cs.run.Row(write.Audit|write.Many|write.Plan, console.Command{
		Use: "mkdir PLACE…", Short: "make folders",
		Flags: []console.Flag{
			{Name: "parents", Short: "p", Value: false, Help: "make missing parents too, and accept folders that exist"},
		},
	}, func(in console.Call, w write.Flags) error {
		items, err := cs.items(in, in.Args, w)
		if err != nil {
			return err
		}
		for i, p := range items {
			if in.On("parents") {
				items[i] = reached(p)
			} else if !p.IsRoot() {
				items[i] = reached(p.Parent()).With(p.Last())
			}
		}
		return cs.run.Each(items, w, func(group []model.Place) client.Request {
			return client.Request{Op: model.OpMakeFolder, Items: group, Parents: in.On("parents"), Rule: model.ConflictAsk, Partial: true}
		})
	})
}
