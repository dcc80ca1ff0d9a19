#!/usr/bin/env python3
# Prints requests of senders as their documentation has them, signed by Python: the other side of the routes' tests.
# senders.json is its output; a test compares the two where Python is installed.
import base64, email.utils, hashlib, hmac, json, sys, urllib.parse

NOW = 1764316800  # 2025-11-28 08:00:00 UTC
KEY = "a-shared-secret-of-32-characters"


def mac(key, text):
    return hmac.new(key, text, hashlib.sha256)


def dump(body):
    return json.dumps(body, ensure_ascii=False, indent=1).encode()


cases = []


def case(name, verify, body, header, secret=KEY, query="", signed=True, timed=False, config=None, want=None, needs=None):
    cases.append({
        "name": name, "verify": verify, "secret": secret, "query": query, "header": header,
        "body": body.decode(), "signed": signed, "timed": timed, "route": config or {}, "want": want or {}, "needs": needs or "",
    })


push = {
    "ref": "refs/heads/main", "before": "6113728f27ae82c7b1a177c8d03f9e96e0adf246", "after": "59b20b8d5c6ff8d09518454d4dd8b7b30f095ab5",
    "created": False, "deleted": False, "forced": False, "compare": "https://github.com/Codertocat/Hello-World/compare/6113728f27ae...59b20b8d5c6f",
    "commits": [{"id": "59b20b8d5c6ff8d09518454d4dd8b7b30f095ab5", "message": "Größe & <b>Ziel</b> \U0001f680", "timestamp": "2025-11-28T09:00:00+01:00",
                 "author": {"name": "Codertocat", "email": "21031067+Codertocat@users.noreply.github.com", "username": "Codertocat"},
                 "added": [], "removed": [], "modified": ["README.md"]}],
    "repository": {"id": 186853002, "node_id": "MDEwOlJlcG9zaXRvcnkxODY4NTMwMDI=", "name": "Hello-World", "full_name": "Codertocat/Hello-World", "private": False,
                   "owner": {"name": "Codertocat", "login": "Codertocat", "id": 21031067}, "default_branch": "main"},
    "pusher": {"name": "Codertocat", "email": "21031067+Codertocat@users.noreply.github.com"},
    "sender": {"login": "Codertocat", "id": 21031067, "type": "User", "site_admin": False},
}
on_push = {"when": {"body.ref": ["refs/heads/*"]}, "session": "tui:{body.repository.name}", "event": "push {body.after}", "exec": "make", "env": {"COMMIT": "body.after"}}


def github(event, body, content_type="application/json"):
    return {"User-Agent": "GitHub-Hookshot/044aadd", "Content-Type": content_type, "X-GitHub-Hook-ID": "292430182",
            "X-GitHub-Delivery": "72d3162e-cc78-11e3-81ab-4c9367dc0958", "X-GitHub-Event": event,
            "X-Hub-Signature": "sha1=" + hmac.new(KEY.encode(), body, hashlib.sha1).hexdigest(),
            "X-Hub-Signature-256": "sha256=" + mac(KEY.encode(), body).hexdigest()}


b = dump(push)
case("github push", "github", b, github("push", b), config=on_push, needs="X-Hub-Signature-256",
     want={"session": "tui:Hello-World", "event": "push " + push["after"], "exec": "make", "env": ["COMMIT=" + push["after"]], "key": "72d3162e-cc78-11e3-81ab-4c9367dc0958"})
b = ("payload=" + urllib.parse.quote_plus(json.dumps(push))).encode()
case("github push as a form", "github", b, github("push", b, "application/x-www-form-urlencoded"), config=on_push, needs="X-Hub-Signature-256",
     want={"session": "tui:Hello-World", "event": "push " + push["after"], "exec": "make", "env": ["COMMIT=" + push["after"]], "key": "72d3162e-cc78-11e3-81ab-4c9367dc0958"})
b = dump({"zen": "Non-blocking is better than blocking.", "hook_id": 292430182, "hook": {"type": "Repository", "id": 292430182, "active": True, "events": ["push"]}})
case("github ping", "github", b, github("ping", b), config=on_push, needs="X-Hub-Signature-256", want={"reply": "pong"})
b = dump({"action": "opened", "number": 2, "pull_request": {"id": 279147437, "number": 2, "state": "open", "title": "Update the README with new information.",
          "head": {"ref": "changes", "sha": "ec26c3e57ca3a959ca5aad62de7213c562f8c821"}, "base": {"ref": "main"}}, "repository": push["repository"]})
case("github pull request", "github", b, github("pull_request", b), needs="X-Hub-Signature-256",
     config={"when": {"header.X-GitHub-Event": ["pull_request"], "body.action": ["opened", "reopened"]}, "prompt": "Review #{body.number}: {body.pull_request.title}", "payload": "body.pull_request.head"},
     want={"session": "tui:r", "event": "r", "prompt": "Review #2: Update the README with new information.", "payload": {"ref": "changes", "sha": "ec26c3e57ca3a959ca5aad62de7213c562f8c821"},
           "key": "72d3162e-cc78-11e3-81ab-4c9367dc0958"})

lab = {"object_kind": "push", "event_name": "push", "before": "95790bf891e76fee5e1747ab589903a6a1f80f22", "after": "da1560886d4f094c3e6c9ef40349f7d38b5d27d7",
       "ref": "refs/heads/main", "checkout_sha": "da1560886d4f094c3e6c9ef40349f7d38b5d27d7", "user_id": 4, "user_name": "John Smith", "project_id": 15,
       "project": {"id": 15, "name": "Diaspora", "path_with_namespace": "mike/diaspora", "default_branch": "main"},
       "commits": [{"id": "b6568db1bc1dcd7f8b4d5a946b0b91f9dacd7327", "message": "Update Catalan translation to e38cb41.", "added": ["CHANGELOG"], "modified": ["app/controller/application.rb"]}],
       "total_commits_count": 4}
b = dump(lab)
labs = {"Content-Type": "application/json", "User-Agent": "GitLab/18.5.0", "X-Gitlab-Event": "Push Hook", "X-Gitlab-Instance": "https://gitlab.example",
        "X-Gitlab-Webhook-UUID": "13792a34-cac6-4fda-95a8-c58e00a3954e", "Idempotency-Key": "f5e5f430-f57b-4e6e-9fac-d9128cd7232f"}
on_lab = {"when": {"header.X-Gitlab-Event": ["Push Hook"], "body.total_commits_count": ["4"]}, "session": "tui:{body.project.name}", "event": "push {body.checkout_sha}", "exec": "make"}
want_lab = {"session": "tui:Diaspora", "event": "push " + lab["checkout_sha"], "exec": "make", "key": "f5e5f430-f57b-4e6e-9fac-d9128cd7232f"}
case("gitlab token", "gitlab", b, {**labs, "X-Gitlab-Token": KEY}, signed=False, config=on_lab, needs="X-Gitlab-Token", want=want_lab)


def standard(body, secret, ident="msg_2KWPBgLlAfxdpx2AI54pPJ85f4W"):
    key = base64.b64decode(secret.removeprefix("whsec_"))
    sign = base64.b64encode(mac(key, f"{ident}.{NOW}.".encode() + body).digest()).decode()
    return {"webhook-id": ident, "webhook-timestamp": str(NOW), "webhook-signature": "v1,AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA= v1," + sign}


whsec = "whsec_" + base64.b64encode(b"0123456789abcdef01234567").decode()
case("gitlab signing token", "gitlab", b, {**labs, **standard(b, whsec, labs["Idempotency-Key"])}, secret=whsec, timed=True, config=on_lab, needs="webhook-signature", want=want_lab)
b = dump({"type": "user.created", "timestamp": "2025-11-28T08:00:00Z", "data": {"id": 12345678901234567890, "name": "O'Neil"}})
case("standard webhooks", "standard", b, {"Content-Type": "application/json", **standard(b, whsec)}, secret=whsec, timed=True, needs="webhook-id",
     config={"event": "{body.type}", "prompt": "{body.type}: {body.data.name}", "payload": "body.data"},
     want={"session": "tui:r", "event": "user.created", "prompt": "user.created: O'Neil", "payload": {"id": 12345678901234567890, "name": "O'Neil"}, "key": "msg_2KWPBgLlAfxdpx2AI54pPJ85f4W"})

tea = {"ref": "refs/heads/develop", "before": "28e1879d029cb852e4844d9c718537df08844e03", "after": "bffeb74224043ba2feb48d137756c8a9331c449a",
       "compare_url": "http://localhost:3000/gitea/webhooks/compare/28e1879d029cb852e4844d9c718537df08844e03...bffeb74224043ba2feb48d137756c8a9331c449a",
       "commits": [{"id": "bffeb74224043ba2feb48d137756c8a9331c449a", "message": "Webhooks Yay!", "author": {"name": "Gitea", "email": "someone@gitea.io"}}],
       "repository": {"id": 140, "name": "webhooks", "full_name": "gitea/webhooks", "private": False, "default_branch": "master"}, "pusher": {"id": 1, "login": "gitea"}}
b = dump(tea)
for name, also in ("gitea push", "X-Gitea-Signature"), ("forgejo push", "X-Forgejo-Signature"):
    case(name, "gitea", b, {"Content-Type": "application/json", "X-Gitea-Delivery": "f6266f16-1bf3-46a5-9ea4-602e06ead473", "X-Gitea-Event": "push", also: mac(KEY.encode(), b).hexdigest()},
         config=on_push, needs=also, want={"session": "tui:webhooks", "event": "push " + tea["after"], "exec": "make", "env": ["COMMIT=" + tea["after"]], "key": "f6266f16-1bf3-46a5-9ea4-602e06ead473"})

alert = {"receiver": "aloft", "status": "firing",
         "alerts": [{"status": "firing", "labels": {"alertname": "DiskFull", "app.kubernetes.io/name": "db", "severity": "critical"}, "annotations": {"summary": "/ is full"},
                     "startsAt": "2025-11-28T07:59:00.123Z", "endsAt": "0001-01-01T00:00:00Z", "generatorURL": "http://prometheus:9090/graph?g0.expr=up", "fingerprint": "c2e4f5"}],
         "groupLabels": {"alertname": "DiskFull"}, "commonLabels": {"alertname": "DiskFull", "severity": "critical"}, "commonAnnotations": {"summary": "/ is full"},
         "externalURL": "http://alertmanager:9093", "version": "4", "groupKey": "{}:{alertname=\"DiskFull\"}", "truncatedAlerts": 0}
on_alert = {"session": "tui:alerts", "event": "{body.status} {body.commonLabels.alertname}", "prompt": "Look at {body.alerts.0.labels.\"app.kubernetes.io/name\"}", "payload": "body.commonLabels"}
want_alert = {"session": "tui:alerts", "event": "firing DiskFull", "prompt": "Look at db", "payload": alert["commonLabels"]}
b = dump(alert)
case("alertmanager bearer", "token", b, {"Content-Type": "application/json", "User-Agent": "Alertmanager/0.29.0", "Authorization": "Bearer " + KEY}, signed=False, config=on_alert, needs="Authorization", want=want_alert)
case("alertmanager basic", "token", b, {"Content-Type": "application/json", "Authorization": "Basic " + base64.b64encode(("aloft:" + KEY).encode()).decode()}, signed=False, config=on_alert,
     needs="Authorization", want=want_alert)
graf = {**alert, "orgId": 1, "title": "[FIRING:1] DiskFull (db)", "state": "alerting", "message": "**Firing**"}
b = dump(graf)
case("grafana hmac", "hmac", b, {"Content-Type": "application/json", "User-Agent": "Grafana", "X-Grafana-Alerting-Signature": mac(KEY.encode(), b).hexdigest()},
     config={**on_alert, "header": "X-Grafana-Alerting-Signature"}, needs="X-Grafana-Alerting-Signature", want=want_alert)
case("grafana hmac with time", "hmac", b, {"Content-Type": "application/json", "X-Grafana-Alerting-Signature": mac(KEY.encode(), f"{NOW}:".encode() + b).hexdigest(), "X-Grafana-Time": str(NOW)},
     config={**on_alert, "header": "X-Grafana-Alerting-Signature", "time_header": "X-Grafana-Time"}, timed=True, needs="X-Grafana-Time", want=want_alert)
case("hmac as base64", "hmac", b, {"Content-Type": "application/json", "X-Signature": "sha256=" + base64.b64encode(mac(KEY.encode(), b).digest()).decode()}, config=on_alert, needs="X-Signature", want=want_alert)

b = dump({"event": "build", "action": "updated", "repo": {"id": 1, "slug": "octocat/hello-world", "name": "hello-world"}, "build": {"id": 100, "number": 7, "status": "success", "event": "push"}})
date = email.utils.formatdate(NOW, usegmt=True)
digest = "SHA-256=" + base64.b64encode(hashlib.sha256(b).digest()).decode()
sign = base64.b64encode(mac(KEY.encode(), f"date: {date}\ndigest: {digest}".encode()).digest()).decode()
case("drone build", "drone", b, {"Content-Type": "application/json", "X-Drone-Event": "build", "Date": date, "Digest": digest,
     "Signature": f'keyId="hmac-key",algorithm="hmac-sha256",headers="date digest",signature="{sign}"'}, timed=True, needs="Signature",
     config={"when": {"header.X-Drone-Event": ["build"], "body.build.status": ["success", "failure"]}, "session": "tui:{body.repo.name}", "event": "build {body.build.number}", "exec": "make"},
     want={"session": "tui:hello-world", "event": "build 7", "exec": "make"})

b = dump({"callback_url": "https://registry.hub.docker.com/u/svendowideit/testhook/hook/2141b5bi5i5b02bec211i4eeih0242eg11000a/",
          "push_data": {"pushed_at": 1417566161, "pusher": "trustedbuilder", "tag": "latest"},
          "repository": {"comment_count": 0, "is_private": True, "name": "testhook", "namespace": "svendowideit", "repo_name": "svendowideit/testhook", "star_count": 0, "status": "Active"}})
case("docker hub", "token", b, {"Content-Type": "application/json"}, query="token=" + KEY, signed=False,
     config={"when": {"body.push_data.tag": ["latest"], "body.repository.is_private": ["true"]}, "event": "{body.repository.repo_name}:{body.push_data.tag}", "exec": "make"},
     want={"session": "tui:r", "event": "svendowideit/testhook:latest", "exec": "make"})


def slack(body, content_type="application/json"):
    return {"Content-Type": content_type, "User-Agent": "Slackbot 1.0 (+https://api.slack.com/robots)", "X-Slack-Request-Timestamp": str(NOW),
            "X-Slack-Signature": "v0=" + mac(KEY.encode(), f"v0:{NOW}:".encode() + body).hexdigest()}


b = dump({"token": "Jhj5dZrVaK7ZwHHjRyZWjbDl", "challenge": "3eZbrw1aBm2rZgRNFdxV2595E9CY3gmdALWMmHkvFXO7tYXAYM8P", "type": "url_verification"})
on_slack = {"event": "{body.event.type}", "prompt": "{body.event.text}"}
case("slack challenge", "slack", b, slack(b), timed=True, config=on_slack, needs="X-Slack-Signature", want={"reply": "3eZbrw1aBm2rZgRNFdxV2595E9CY3gmdALWMmHkvFXO7tYXAYM8P"})
b = dump({"token": "z26uFbvR1xHJEdHE1OQiO6t8", "team_id": "T061EG9RZ", "api_app_id": "A0FFV41KK", "event": {"type": "app_mention", "user": "U061F1EUR", "text": "<@U0LAN0Z89> is it everything a river should be?",
          "ts": "1515449522.000016", "channel": "C061EG9SL"}, "type": "event_callback", "event_id": "Ev9UQ52YNA", "event_time": 1234567890})
case("slack mention", "slack", b, slack(b), timed=True, config=on_slack, needs="X-Slack-Request-Timestamp",
     want={"session": "tui:r", "event": "app_mention", "prompt": "<@U0LAN0Z89> is it everything a river should be?", "key": "Ev9UQ52YNA"})
b = urllib.parse.urlencode({"token": "gIkuvaNzQIHg97ATvDxqgjtO", "team_id": "T0001", "channel_name": "test", "user_name": "Steve", "command": "/weather", "text": "94070 & 10115"}).encode()
case("slack command", "slack", b, slack(b, "application/x-www-form-urlencoded"), timed=True, needs="X-Slack-Signature",
     config={"event": "{body.command}", "prompt": "{body.text}", "payload": "body"},
     want={"session": "tui:r", "event": "/weather", "prompt": "94070 & 10115",
           "payload": {"channel_name": "test", "command": "/weather", "team_id": "T0001", "text": "94070 & 10115", "token": "gIkuvaNzQIHg97ATvDxqgjtO", "user_name": "Steve"}})

b = dump({"id": "evt_1NG8Du2eZvKYlo2CUI79vXWy", "object": "event", "type": "invoice.paid", "data": {"object": {"id": "in_1", "amount_paid": 2000}}})
case("stripe", "stripe", b, {"Content-Type": "application/json; charset=utf-8",
     "Stripe-Signature": f"t={NOW},v1=" + "0" * 64 + ",v1=" + mac(KEY.encode(), f"{NOW}.".encode() + b).hexdigest() + ",v0=6ffbb59b2300aae63f272406069a9788598b792a944a07aba816edb039989a39"},
     timed=True, config={"event": "{body.type}", "prompt": "Paid: {body.data.object.amount_paid}"}, needs="Stripe-Signature",
     want={"session": "tui:r", "event": "invoice.paid", "prompt": "Paid: 2000", "key": "evt_1NG8Du2eZvKYlo2CUI79vXWy"})

json.dump({"now": NOW, "cases": cases}, sys.stdout, indent=1, ensure_ascii=False)
print()
