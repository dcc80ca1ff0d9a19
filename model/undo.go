package model

// LastUndo is the job that an undo takes back: the newest that has changed something and
// that no other job has taken back. With redo it is the newest undo that was not taken back
// itself. Of the jobs, the newest first, those that undo an undo count as done again.
func LastUndo(jobs []JobSnapshot, redo bool) (JobSnapshot, bool) {
	undoes, undone := map[string]string{}, map[string]bool{}
	for i := range jobs { // an undo is newer than what it takes back
		j := &jobs[i]
		undoes[j.ID] = j.Undoes
		if j.Undoes != "" && j.Done > 0 && !undone[j.ID] {
			undone[j.Undoes] = true
		}
	}
	for i := range jobs {
		j := &jobs[i]
		back := false
		for id, n := j.Undoes, 0; id != "" && n < len(jobs); id, n = undoes[id], n+1 {
			back = !back
		}
		if back == redo && j.Done > 0 && j.State.Ended() && j.Undo != "no" && !undone[j.ID] {
			return *j, true
		}
	}
	return JobSnapshot{}, false
}
