type LoggedError = { stack?: string; errors?: LoggedError[] }

/** `10:32:05 warn  reputation list kept list=EU reason="HTTP 503"` from one JSON log line; an error's stack follows, indented. */
export function readable(line: string): string {
  const { time, level, service, msg, err, ...fields } = JSON.parse(line) as Record<string, unknown> & {
    err?: LoggedError
  }
  const clock = typeof time === 'string' ? time.slice(11, 19) : ''
  const pairs = Object.entries(fields).map(([name, value]) => `${name}=${shown(value)}`)
  const name = typeof service === 'string' ? [service.padEnd(10)] : [] // the longer of our names, so that messages align
  const head = [clock, String(level).padEnd(5), ...name, msg ?? '', ...pairs].join(' ')
  return [head, ...stackLines(err)].map((text) => `${text.replaceAll(control, ' ')}\n`).join('')
}

/** Nothing that is logged may drive the terminal it is read on. */
const control = /\p{Cc}/gu

function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return /^[\p{L}\p{N}._:/@-]+$/u.test(text) ? text : JSON.stringify(text)
}

const stackLines = (error: LoggedError | undefined): string[] => [
  ...(error?.stack?.split('\n').map((text) => `  ${text}`) ?? []),
  ...(error?.errors?.flatMap((one) => stackLines(one)) ?? []),
]
