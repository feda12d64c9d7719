package compute

import (
	"bufio"
	"bytes"
	"io"
	"iter"
	"strings"
)

// maxLineBytes is more than the service writes in a line.
const maxLineBytes = 16 << 20

type event struct{ kind, data, id string }

// events reads server-sent events (HTML Standard, section 9.2.6). What is cut off at the end is no event.
func events(body io.Reader) iter.Seq2[event, error] {
	return func(yield func(event, error) bool) {
		lines := bufio.NewScanner(body)
		lines.Buffer(nil, maxLineBytes)
		lines.Split(splitLine)
		var current event
		var data []string
		for lines.Scan() {
			line := lines.Text()
			if line == "" {
				current.data = strings.Join(data, "\n")
				if !yield(current, nil) {
					return
				}
				current, data = event{}, nil
				continue
			}
			field, value, _ := strings.Cut(line, ":")
			value = strings.TrimPrefix(value, " ")
			switch field {
			case "event":
				current.kind = value
			case "data":
				data = append(data, value)
			case "id":
				current.id = value
			}
		}
		if err := lines.Err(); err != nil {
			yield(event{}, err)
		}
	}
}

// splitLine ends lines with \r\n, \n or \r. A line without an end is none.
func splitLine(data []byte, atEOF bool) (advance int, line []byte, err error) {
	end := bytes.IndexAny(data, "\r\n")
	switch {
	case end < 0 && atEOF:
		return len(data), nil, nil
	case end < 0:
		return 0, nil, nil
	case data[end] == '\n':
		return end + 1, data[:end], nil
	case end+1 < len(data) && data[end+1] == '\n':
		return end + 2, data[:end], nil
	case end+1 == len(data) && !atEOF:
		return 0, nil, nil // \n may follow
	default:
		return end + 1, data[:end], nil
	}
}
