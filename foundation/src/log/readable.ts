/** `10:32:05 warn  list kept  list=EU reason="HTTP 503"` from one JSON log line; an error's stack follows, indented. */
export function readable(line: string): string {
  const { time, level, msg, err, ...fields } = JSON.parse(line) as Record<string, unknown> & {
    err?: { stack?: string }
  }
  const clock = typeof time === 'string' ? time.slice(11, 19) : ''
  const pairs = Object.entries(fields).map(([name, value]) => `${name}=${shown(value)}`)
  const head = [clock, String(level).padEnd(5), msg ?? '', ...pairs].join(' ')
  return err?.stack ? `${head}\n  ${err.stack.replaceAll('\n', '\n  ')}\n` : `${head}\n`
}

/** Control characters never reach the terminal raw: a logged value must not be able to drive it. */
function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return /^[\p{L}\p{N}._:/@-]+$/u.test(text) ? text : JSON.stringify(text)
}
