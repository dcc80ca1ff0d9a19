//go:build unix && !linux && !darwin

package run

// members are the running processes of a group. There is no portable way to find more than that there are some.
func members(group int) []int { return []int{group} }
