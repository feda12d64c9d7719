/** Server-sent events (HTML Standard, section 9.2.6) from the texts of a stream. */

export interface ServerSentEvent {
  /** Empty for an event without a name. */
  event: string
  data: string
  id: string | undefined
}

/** What is cut off at the end is no event. Comments and other fields are left out. */
export async function* serverSentEvents(
  texts: AsyncIterable<string>,
): AsyncGenerator<ServerSentEvent, void, undefined> {
  let rest = ''
  let lines: string[] = []
  for await (const text of texts) {
    const whole = `${rest}${text}`.split(/\r\n|\n|\r(?!$)/)
    rest = whole.pop() ?? ''
    for (const line of whole) {
      if (line !== '') lines.push(line)
      else if (lines.length > 0) {
        yield eventOf(lines)
        lines = []
      }
    }
  }
}

function eventOf(lines: readonly string[]): ServerSentEvent {
  const valuesOf = (name: string) =>
    lines.flatMap((line) => {
      const [field, ...value] = line.split(':')
      return field === name ? [value.join(':').replace(/^ /, '')] : []
    })
  return { event: valuesOf('event').at(-1) ?? '', data: valuesOf('data').join('\n'), id: valuesOf('id').at(-1) }
}
