// Package gate hands out the right to send one request of an account.
package gate
