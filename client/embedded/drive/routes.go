package drive

import "net/http"

// route is one operation.
type route struct {
	method string
	serve  func(*Service, *request) (*reply, error)
}

// routes of the drive half.
func routes() map[string]route {
	get, post := http.MethodGet, http.MethodPost
	return map[string]route{
		"/file/sort":              {get, (*Service).list},
		"/file":                   {post, (*Service).makeFolder},
		"/file/rename":            {post, (*Service).rename},
		"/file/move":              {post, (*Service).move},
		"/file/copy":              {post, (*Service).copy},
		"/file/delete":            {post, (*Service).delete},
		"/task":                   {get, (*Service).task},
		"/config":                 {get, (*Service).config},
		"/member":                 {get, (*Service).member},
		"/file/search":            {get, (*Service).search},
		"/file/info/path_list":    {post, (*Service).pathList},
		"/file/download":          {post, (*Service).download},
		"/file/upload/pre":        {post, (*Service).uploadPre},
		"/file/update/hash":       {post, (*Service).updateHash},
		"/file/upload/auth":       {post, (*Service).uploadAuth},
		"/file/upload/finish":     {post, (*Service).uploadFinish},
		"/share":                  {post, ofShares(shares.create)},
		"/share/password":         {post, ofShares(shares.password)},
		"/share/mypage/detail":    {get, ofShares(shares.mine)},
		"/share/delete":           {post, ofShares(shares.end)},
		"/share/sharepage/token":  {post, ofShares(shares.pageToken)},
		"/share/sharepage/detail": {get, ofShares(shares.pageDetail)},
		"/share/sharepage/save":   {post, ofShares(shares.pageSave)},
		"/file/recycle/list":      {get, (*Service).binList},
		"/file/recycle/recover":   {post, (*Service).recover},
		"/file/recycle/remove":    {post, (*Service).remove},
	}
}
