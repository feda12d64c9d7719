//! Server-sent events (HTML Standard, section 9.2.6) from the bytes of a stream.

use std::collections::VecDeque;

#[derive(Debug, Default, PartialEq)]
pub(crate) struct Event {
    /// Empty for an event without a name.
    pub(crate) name: String,
    pub(crate) data: String,
    pub(crate) id: Option<String>,
}

/// Takes bytes as they come, and has each event that is whole. What is cut off at the end is no event.
#[derive(Debug, Default)]
pub(crate) struct Parser {
    line: Vec<u8>,
    fields: Vec<(String, String)>,
    after_return: bool,
    events: VecDeque<Event>,
}

impl Parser {
    pub(crate) fn push(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            match byte {
                b'\n' if self.after_return => {} // the second half of a line's end
                b'\n' | b'\r' => self.end_line(),
                _ => self.line.push(byte),
            }
            self.after_return = byte == b'\r';
        }
    }

    pub(crate) fn next(&mut self) -> Option<Event> {
        self.events.pop_front()
    }

    fn end_line(&mut self) {
        let line = std::mem::take(&mut self.line);
        if line.is_empty() {
            self.end_event();
            return;
        }
        let line = String::from_utf8_lossy(&line);
        let (name, value) = line.split_once(':').unwrap_or((&line, ""));
        let value = value.strip_prefix(' ').unwrap_or(value);
        self.fields.push((name.to_owned(), value.to_owned()));
    }

    /// Comments, which are fields without a name, and unknown fields are left out.
    fn end_event(&mut self) {
        if self.fields.is_empty() {
            return;
        }
        let mut event = Event::default();
        let mut data = Vec::new();
        for (name, value) in self.fields.drain(..) {
            match name.as_str() {
                "event" => event.name = value,
                "data" => data.push(value),
                "id" => event.id = Some(value),
                _ => {}
            }
        }
        event.data = data.join("\n");
        self.events.push_back(event);
    }
}

#[cfg(test)]
mod tests {
    use super::{Event, Parser};

    #[test]
    fn lines_end_in_three_ways_wherever_the_bytes_are_split() {
        let text = "id: 1\r\ndata: größe\rdata:two\r\n\r\n: nothing\n\nevent: end\ndata\n\ndata: cut";
        let whole = |id: Option<&str>, name: &str, data: &str| Event {
            name: name.to_owned(),
            data: data.to_owned(),
            id: id.map(str::to_owned),
        };
        for size in [1, 2, 3, 7, 100] {
            let mut parser = Parser::default();
            text.as_bytes().chunks(size).for_each(|bytes| parser.push(bytes));
            assert_eq!(parser.next(), Some(whole(Some("1"), "", "größe\ntwo")));
            assert_eq!(parser.next(), Some(whole(None, "", "")));
            assert_eq!(parser.next(), Some(whole(None, "end", "")));
            assert_eq!(parser.next(), None);
        }
    }
}
