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

test('a person reads one line, with the stack of an error beneath', () => {
  const text = logged('readable', (log) =>
    log.warn({ list: 'EU', err: new Error('HTTP 503'), why: 'two words' }, 'list kept'),
  )
  expect(text).toMatch(/^\d\d:\d\d:\d\d warn {2}list kept list=EU why="two words"\n {2}Error: HTTP 503\n {6}at /)
})

test('control characters of a logged value do not reach the terminal', () => {
  expect(logged('readable', (log) => log.info({ name: '\u001b[31mred' }, 'x'))).not.toContain('\u001b')
})
