package hooks

import (
	"cmp"
	"strings"

	"aloft/model"
	"aloft/model/text"
)

// sender is a program that was not written for the receiver: its route, and where its own settings are.
type sender struct {
	name, title string
	route       string // lines below the table's header in config.toml
	where       text.Text
	settings    [][2]string // as the sender calls them; {url} and {secret} are filled in
	file        string      // instead of settings: a part of the sender's own file
}

var senders = []sender{
	{
		"github", "GitHub", `verify = "github"
when = { "header.X-GitHub-Event" = "push", "body.ref" = "refs/heads/main" }
session = "tui:{body.repository.name}"
event = "push {body.after}"
exec = "git pull --ff-only"
env = { COMMIT = "body.after" }
`, "in the repository: Settings, Webhooks, Add webhook",
		[][2]string{{"Payload URL", "{url}"}, {"Content type", "application/json"}, {"Secret", "{secret}"}, {"Events", "Just the push event"}}, "",
	},
	{
		"gitlab", "GitLab", `verify = "gitlab"
when = { "header.X-Gitlab-Event" = "Push Hook", "body.ref" = "refs/heads/main" }
session = "tui:{body.project.name}"
event = "push {body.checkout_sha}"
exec = "git pull --ff-only"
env = { COMMIT = "body.checkout_sha" }
`, "in the project: Settings, Webhooks, Add new webhook",
		[][2]string{{"URL", "{url}"}, {"Secret token", "{secret}"}, {"Trigger", "Push events"}}, "",
	},
	{
		"gitea", "Gitea or Forgejo", `verify = "gitea"
when = { "header.X-Gitea-Event" = "push", "body.ref" = "refs/heads/main" }
session = "tui:{body.repository.name}"
event = "push {body.after}"
exec = "git pull --ff-only"
env = { COMMIT = "body.after" }
`, "in the repository: Settings, Webhooks, Add webhook",
		[][2]string{{"Target URL", "{url}"}, {"HTTP method", "POST"}, {"POST content type", "application/json"}, {"Secret", "{secret}"}, {"Trigger on", "Push events"}}, "",
	},
	{
		"grafana", "Grafana", `verify = "token"
session = "tui:alerts"
event = "{body.status} {body.commonLabels.alertname}"
prompt = "{body.title}"
payload = "body"
`, "in Alerting, Contact points: integration Webhook",
		[][2]string{{"URL", "{url}"}, {"HTTP method", "POST"}, {"Authorization scheme", "Bearer"}, {"Authorization credentials", "{secret}"}}, "",
	},
	{
		"alertmanager", "Alertmanager", `verify = "token"
session = "tui:alerts"
event = "{body.status} {body.commonLabels.alertname}"
prompt = "Look at {body.commonLabels.alertname}"
payload = "body"
`, "in alertmanager.yml; put the secret in the file that it names", nil, `receivers:
  - name: aloft
    webhook_configs:
      - url: {url}
        http_config:
          authorization:
            credentials_file: /etc/alertmanager/aloft.secret
`,
	},
	{
		"drone", "Drone", `verify = "drone"
when = { "header.X-Drone-Event" = "build", "body.build.status" = ["success", "failure"] }
session = "tui:{body.repo.name}"
event = "build {body.build.number} {body.build.status}"
prompt = "Build {body.build.number} of {body.repo.slug}: {body.build.status}"
payload = "body.build"
`, "in the server's environment", nil, `DRONE_WEBHOOK_ENDPOINT={url}
DRONE_WEBHOOK_SECRET={secret}
DRONE_WEBHOOK_EVENTS=build:updated
`,
	},
	{
		"dockerhub", "Docker Hub", `verify = "token"
when = { "body.push_data.tag" = "latest" }
session = "tui:{body.repository.name}"
event = "{body.repository.repo_name}:{body.push_data.tag}"
exec = "docker compose pull && docker compose up -d"
`, "in the repository: Webhooks; Docker Hub does not sign, so the secret is in the address",
		[][2]string{{"Webhook URL", "{url}?token={secret}"}}, "",
	},
	{
		"slack", "Slack", `verify = "slack"
when = { "body.event.type" = "app_mention" }
session = "tui:slack"
event = "mention by {body.event.user}"
prompt = "{body.event.text}"
`, "in the app: Event Subscriptions; the secret is the app's Signing Secret",
		[][2]string{{"Request URL", "{url}"}, {"Subscribe to bot events", "app_mention"}}, "",
	},
}

// lines are what to paste where.
func (s sender) lines(c *text.Catalogue, o HookLineOptions) HookLine {
	url := HookCall{URL: o.URL}.url() + "/r/" + s.name
	fill := strings.NewReplacer("{url}", url, "{secret}", c.Say("(the secret)"))
	var b strings.Builder
	say := func(t text.Text, args ...any) { b.WriteString("# " + model.OneLine(c.Say(t, args...)) + "\n") }
	say("1. in config.toml:")
	b.WriteString("[webhook.routes." + s.name + "]\n")
	if o.Project != "" {
		b.WriteString("project = " + jsonString(o.Project) + "\n")
	}
	b.WriteString(s.route)
	if strings.Contains(s.route, "\nexec = ") {
		b.WriteString("work_dir = " + jsonString(cmp.Or(o.Folder, "~/src/site")) + " # " + model.OneLine(c.Say("the folder that exec runs in")) + "\n")
	}
	program := o.Program
	if program == "" || strings.Contains(program, "/") {
		program = "aloft"
	}
	if s.name == "slack" {
		say("2. the secret: %s", program+" hook login "+s.name)
	} else {
		say("2. the secret: %s makes and prints it", program+" hook login "+s.name+" --make")
	}
	say(text.Typed("3. %s"), c.Say(s.where))
	for _, line := range s.settings {
		b.WriteString("#   " + model.Fit(line[0], 26) + fill.Replace(line[1]) + "\n")
	}
	b.WriteString(fill.Replace(s.file))
	say("4. to test a request: %s", program+" hook try "+s.name+" FILE")
	return HookLine{s.name, s.title, c.Say("a webhook route and the sender's settings"), c.Say("follow its four steps"), b.String()}
}
