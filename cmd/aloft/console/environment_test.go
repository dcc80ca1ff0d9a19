package console

import "testing"

func TestTakeSecrets(t *testing.T) {
	var unset []string
	got := takeSecrets([]string{
		"ALOFT_WORK_DRIVE_COOKIE=a=b=c", "ALOFT_X_DOCS_TOKEN=t", "ALOFT_X_OPEN_TOKEN=o", "ALOFT_WEBHOOK_TOKEN=w", "ALOFT_PHONE_PLATFORM_ADDRESS=p", "ALOFT_DEPLOY_ROUTE_SECRET=r", "ALOFT_ACCOUNT=work", "HOME=/h", "MY_DRIVE_COOKIE=z",
	}, func(n string) error { unset = append(unset, n); return nil })
	if len(got) != 6 || got["ALOFT_WORK_DRIVE_COOKIE"] != "a=b=c" || len(unset) != 6 {
		t.Errorf("%v %v", got, unset)
	}
}
