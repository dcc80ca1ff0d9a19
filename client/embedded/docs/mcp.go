package docs

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"slices"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"aloft/client/embedded/tool"
	"aloft/model/text"
)

// toolHandler runs a tool and shapes its answer. It is a raw handler: one with Go
// types loses digits of integers beyond 2^53.
func (s *Service) toolHandler(t tool.Tool) mcp.ToolHandler {
	return func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		run, ours := ctx.Value(exchangeKey{}).(*exchange)
		if !ours {
			return nil, &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: string(text.WireDocStorage)}
		}
		o := s.outcome(run, t, req.Params.Arguments)
		switch {
		case o.rpc != 0:
			return nil, &jsonrpc.Error{Code: o.rpc, Message: o.text}
		case o.body == nil:
			return &mcp.CallToolResult{IsError: o.isError, Content: []mcp.Content{&mcp.TextContent{Text: o.text}}}, nil
		}
		if o.body.Size() > longAnswer {
			run.long = o.body
			return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{}}}, nil
		}
		// Twice, as live services answer: as text and as structuredContent.
		body := bytes.Join(o.body, nil)
		return &mcp.CallToolResult{
			Content:           []mcp.Content{&mcp.TextContent{Text: string(body)}},
			StructuredContent: json.RawMessage(body),
		}, nil
	}
}

// longAnswer in bytes: for a longer one the library's answer is only a template. The library reads its input five
// times and writes it three times, a quarter of a second for the structure of a long book.
const longAnswer = 64 << 10

// writeLong writes a long answer in place of the library's, in the same form and piece by piece, so that memory holds
// it once and not three times.
func (run *exchange) writeLong(to io.Writer, stream bool, id json.RawMessage) error {
	const piece = 32 << 10
	w := bufio.NewWriterSize(to, piece)
	if stream {
		_, _ = w.WriteString(": hold the line\n\nevent: message\ndata: ")
	}
	_, _ = w.WriteString(`{"jsonrpc":"2.0","id":`)
	_, _ = w.Write(id)
	_, _ = w.WriteString(`,"result":{"content":[{"type":"text","text":"`)
	var e tool.Encoder
	for _, long := range run.long {
		for part := range slices.Chunk(long, piece) {
			e.B = e.B[:0]
			_, _ = e.Write(part)
			if _, err := w.Write(e.B); err != nil {
				return err
			}
		}
	}
	_, _ = w.WriteString(`"}],"structuredContent":`)
	for _, long := range run.long {
		_, _ = w.Write(long)
	}
	_, _ = w.WriteString("}}")
	if stream {
		_, _ = w.WriteString("\n\n")
	}
	return w.Flush()
}
