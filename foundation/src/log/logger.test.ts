import { expect, test } from 'vitest'
import { makeLogger } from './logger.ts'

function logged(form: 'json' | 'readable', write: (log: ReturnType<typeof makeLogger>) => void): string {
  const lines: string[] = []
  write(makeLogger({ level: 'info', form, to: { write: (line: string) => void lines.push(line) } }))
  return lines.join('')
}

test('keys, authorization and secrets are hidden wherever they stand', () => {
  const text = logged('json', (log) => {
    log.info({ key: 'svc_abc', headers: { authorization: 'Bearer svc_abc' }, a: { b: { secret: 'svc_abc' } } }, 'seen')
  })
  expect(text).not.toContain('svc_abc')
  expect(JSON.parse(text)).toMatchObject({ level: 'info', msg: 'seen', key: '[hidden]' })
})

test('the text form is one line, with the stack of an error beneath', () => {
  const text = logged('readable', (log) =>
    log.warn({ list: 'EU', err: new Error('HTTP 503'), why: 'two words' }, 'list kept'),
  )
  expect(text).toMatch(/^\d\d:\d\d:\d\d warn {2}list kept list=EU why="two words"\n {2}Error: HTTP 503\n {6}at /)
})

test('every line names its service', () => {
  const lines: string[] = []
  for (const form of ['json', 'readable'] as const) {
    makeLogger({ level: 'info', form, service: 'compute', to: { write: (line) => void lines.push(line) } }).info('up')
  }
  expect(JSON.parse(lines[0]!)).toMatchObject({ service: 'compute', msg: 'up' })
  expect(lines[1]).toMatch(/^\d\d:\d\d:\d\d info {2}compute {4}up\n$/)
})

test('control characters of a logged value do not reach the terminal', () => {
  expect(logged('readable', (log) => log.info({ name: '\u001b[31mred' }, 'x'))).not.toContain('\u001b')
})

test('control characters of an error’s message do not reach the terminal', () => {
  const text = logged('readable', (log) => log.error({ err: new Error('\u001b]0;owned\u0007') }, 'x'))
  expect(text.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u)
})

test('the row that a database’s error quotes is not logged, and its place is', () => {
  const quoting = Object.assign(new Error('new row violates check constraint'), {
    code: '23514',
    table: 'users',
    detail: 'Failing row contains (usr_1, jane@example.com)',
    parameters: ['jane@example.com'],
  })
  const text = logged('json', (log) => {
    log.error({ err: quoting }, 'x')
    log.error({ err: new Error('outer', { cause: quoting }) }, 'x')
    log.error({ err: new AggregateError([quoting], 'several') }, 'x')
  })
  expect(text).not.toContain('jane')
  expect(text.match(/violates check constraint/g)?.length).toBeGreaterThanOrEqual(3)
  expect(JSON.parse(text.split('\n')[0]!).err).toMatchObject({ type: 'Error', code: '23514', table: 'users' })
})
