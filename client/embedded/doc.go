// Package embedded is the service in a box.
package embedded
