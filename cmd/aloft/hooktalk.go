package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"aloft/client"
	"aloft/client/webhook"
	"aloft/client/webhook/store"
	"aloft/model"
	"aloft/model/text"
)

type jsonConversation struct {
	Session  string       `json:"session"`
	ID       string       `json:"id"`
	Project  string       `json:"project,omitempty"`
	Turns    int          `json:"turns"`
	Busy     bool         `json:"busy"`
	Messages int          `json:"messages"`
	Unread   int          `json:"unread"`
	Last     *jsonMessage `json:"last,omitempty"`
}

type jsonMessage struct {
	At       string `json:"at"`
	Kind     string `json:"kind"`
	From     string `json:"from"`
	Text     string `json:"text"`
	Event    string `json:"event,omitempty"`
	Delivery string `json:"delivery,omitempty"`
	Bad      bool   `json:"bad,omitempty"`
}

func toMessage(m model.Message) *jsonMessage {
	return &jsonMessage{At: stamp(m.At), Kind: string(m.Kind), From: m.From, Text: m.Text, Event: m.Event, Delivery: m.Delivery, Bad: m.Bad}
}

func (a *app) hookMessagesCommand() *cobra.Command {
	var f format
	var read bool
	c := &cobra.Command{
		Use: "messages [SESSION]", Short: a.cat.Say("list the conversations, or the messages of one"), Long: a.cat.Say(`SESSION is the session key, such as tui:git. Messages are what deliveries had posted
into it, the prompts that wait in the inbox, and what agents replied.`), Args: wantArgs(0, 1),
		ValidArgsFunction: a.completeSessions,
		RunE: a.needs(func(c *cobra.Command, args []string) error {
			s, err := a.hookStore()
			if err != nil {
				return err
			}
			defer s.Close()
			if len(args) == 0 {
				if read {
					return usageErrorFor(c, "--read needs the session whose messages it marks")
				}
				return a.hookConversations(s, f)
			}
			return a.hookMessages(s, args[0], f, read)
		}),
	}
	a.formatFlags(c, &f, false)
	c.Flags().BoolVar(&read, "read", false, a.cat.Say("mark the messages as read"))
	return c
}

func (a *app) hookConversations(s *store.Store, f format) error {
	out := []jsonConversation{}
	for _, v := range s.Conversations() {
		j := jsonConversation{Session: v.Session, ID: v.ID, Project: v.Project, Turns: v.Turns, Busy: v.Busy, Messages: v.Messages, Unread: v.Unread}
		if !v.Last.At.IsZero() {
			j.Last = toMessage(v.Last)
		}
		out = append(out, j)
		if f.json {
			continue
		}
		unread := ""
		if v.Unread > 0 {
			unread = a.cat.Say("%d new", v.Unread)
		}
		line := fmt.Sprintf("%s %4d %s  %s", model.Fit(model.Clean(v.Session), 24), v.Messages, model.Fit(unread, 10),
			model.TruncateEnd(model.Clean(model.OneLine(v.Last.Text)), 200))
		if err := a.line(line); err != nil {
			return err
		}
	}
	if f.json {
		return a.encode(out)
	}
	return nil
}

func (a *app) hookMessages(s *store.Store, session string, f format, read bool) error {
	known := false
	for _, v := range s.Conversations() {
		known = known || v.Session == session
	}
	if !known {
		e := client.Errorf(client.KindNotFound, "hook", model.Place{}, "there is no conversation %s", model.Clean(session))
		e.Hint = "aloft hook messages"
		return e
	}
	all, err := s.Messages(a.ctx(), session, 0)
	if err != nil {
		return err
	}
	out := []*jsonMessage{}
	for _, m := range all {
		out = append(out, toMessage(m))
		if f.json {
			continue
		}
		if err := a.line(model.Clean(fmt.Sprintf("%s  %s  %s  %s", m.At.Local().Format("2006-01-02 15:04:05"), m.Kind, m.From, m.Event))); err != nil {
			return err
		}
		if err := a.indented("    ", m.Text); err != nil {
			return err
		}
	}
	if f.json {
		if err := a.encode(out); err != nil {
			return err
		}
	}
	if read {
		return s.Read(a.ctx(), session)
	}
	return nil
}

// completeHookFlags offers projects and sessions that are known.
func (a *app) completeHookFlags(c *cobra.Command) {
	_ = c.RegisterFlagCompletionFunc("session", func(c *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
		return a.completeSessions(c, nil, "")
	})
	_ = c.RegisterFlagCompletionFunc("project", func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		var out []string
		if _, err := a.load(); err == nil {
			out = slices.Sorted(maps.Keys(a.cfg.Webhook.Projects))
		}
		return out, cobra.ShellCompDirectiveNoFileComp
	})
}

func (a *app) completeSessions(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	return a.completeOf(args, func(s *store.Store) (out []string) {
		for _, v := range s.Conversations() {
			out = append(out, model.Clean(v.Session))
		}
		return out
	})
}

func (a *app) hookLinesCommand() *cobra.Command {
	var f format
	var project, session string
	c := &cobra.Command{
		Use: "lines [NAME]", Short: a.cat.Say("print a ready-made piece of shell: a git hook, a step of a CI job, a file watcher"), Long: a.cat.Say(`Without NAME it lists them. The address of the receiver is filled in; the token is not:
the piece takes it from ALOFT_WEBHOOK_TOKEN or from "aloft hook token".
    hook=$(git rev-parse --git-path hooks/post-commit)
    aloft hook lines git >>"$hook" && chmod +x "$hook"`), Args: wantArgs(0, 1),
		RunE: a.needs(func(c *cobra.Command, args []string) error {
			if names := slices.Sorted(maps.Keys(a.cfg.Webhook.Projects)); len(args) > 0 && project == "" && len(names) > 1 {
				// What they send would be refused, each time.
				return usageErrorFor(c, "the receiver has several projects, and senders must name one with --project: %s", strings.Join(names, ", "))
			}
			all, err := a.readyLines(project, session)
			if err != nil {
				return err
			}
			return a.hookLines(all, args, f)
		}),
	}
	a.formatFlags(c, &f, false)
	c.Flags().StringVar(&project, "project", "", a.cat.Say(text.CliFlagHookProject))
	c.Flags().StringVar(&session, "session", "", a.cat.Say(text.CliFlagHookSession))
	a.completeHookFlags(c)
	for _, l := range model.HookLines(a.cat, model.HookLineOptions{}) {
		c.ValidArgs = append(c.ValidArgs, l.Name+"\t"+l.Title)
	}
	return c
}

// readyLines are the pieces of shell, for the receiver that runs or would run.
func (a *app) readyLines(project, session string) ([]model.HookLine, error) {
	o, err := a.hookOptions()
	if err != nil {
		return nil, err
	}
	h, alive, err := a.hookOwner()
	if err != nil {
		return nil, err
	}
	port, _ := webhook.Port(a.dirs.State, o.Settings)
	l := model.HookLineOptions{URL: webhook.URL(o.Settings, port), Open: o.Settings.Open, Program: o.Program, Project: project, Session: session}
	if alive && h.URL != "" {
		l.URL, l.Open = h.URL, h.Open
	}
	return model.HookLines(a.cat, l), nil
}

func (a *app) hookLines(all []model.HookLine, args []string, f format) error {
	type jsonLine struct {
		Name  string `json:"name"`
		Title string `json:"title"`
		Where string `json:"where"`
		Text  string `json:"text,omitempty"`
	}
	out := []jsonLine{}
	for _, l := range all {
		switch {
		case len(args) == 0 && f.json:
			out = append(out, jsonLine{l.Name, l.Title, l.Where, ""})
		case len(args) == 0:
			if err := a.line(model.Fit(l.Name, 8), l.Title, ": ", l.Where); err != nil {
				return err
			}
		case l.Name == args[0] && f.json:
			return a.encode(jsonLine{l.Name, l.Title, l.Where, l.Text})
		case l.Name == args[0]:
			_, err := a.out.WriteString(l.Text)
			return err
		}
	}
	switch {
	case len(args) > 0:
		e := client.Errorf(client.KindNotFound, "hook", model.Place{}, "there is no piece named %s", model.Clean(args[0]))
		e.Hint = "aloft hook lines"
		return e
	case f.json:
		return a.encode(out)
	}
	return nil
}
