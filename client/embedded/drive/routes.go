package drive

import "net/http"

// route is one operation.
type route struct {
	method   string
	mutation bool
	serve    func(*Service, *request) (*reply, error)
}

// routes of the drive half.
func routes() map[string]route {
	get, post := http.MethodGet, http.MethodPost
	return map[string]route{
		"/file/sort":              {get, false, (*Service).list},
		"/file":                   {post, true, (*Service).makeFolder},
		"/file/rename":            {post, true, (*Service).rename},
		"/file/move":              {post, true, (*Service).move},
		"/file/copy":              {post, true, (*Service).copy},
		"/file/delete":            {post, true, (*Service).delete},
		"/task":                   {get, false, (*Service).task},
		"/config":                 {get, false, (*Service).config},
		"/member":                 {get, false, (*Service).member},
		"/file/search":            {get, false, (*Service).search},
		"/file/info/path_list":    {post, false, (*Service).pathList},
		"/file/download":          {post, false, (*Service).download},
		"/file/upload/pre":        {post, true, (*Service).uploadPre},
		"/file/update/hash":       {post, true, (*Service).updateHash},
		"/file/upload/auth":       {post, false, (*Service).uploadAuth},
		"/file/upload/finish":     {post, true, (*Service).uploadFinish},
		"/share":                  {post, true, ofShares(shares.create)},
		"/share/password":         {post, false, ofShares(shares.password)},
		"/share/mypage/detail":    {get, false, ofShares(shares.mine)},
		"/share/delete":           {post, true, ofShares(shares.end)},
		"/share/sharepage/token":  {post, false, ofShares(shares.pageToken)},
		"/share/sharepage/detail": {get, false, ofShares(shares.pageDetail)},
		"/share/sharepage/save":   {post, true, ofShares(shares.pageSave)},
		"/file/recycle/list":      {get, false, (*Service).binList},
		"/file/recycle/recover":   {post, true, (*Service).recover},
		"/file/recycle/remove":    {post, true, (*Service).remove},
	}
}
