/** What no source of the pages may do. */
import { expect, test } from 'vitest'
import { readSources } from '../../../tools/imports.ts'
import { codeOnly } from '../../../tools/source-text.ts'

const sources = readSources().filter(
  ({ path }) =>
    /^(?:ui|reputation\/admin|compute\/(?:dashboard|sandbox))\/.*(?<!\.test)\.tsx?$/.test(path) &&
    !path.includes('/test/'),
)
const using = (pattern: RegExp) =>
  sources.flatMap(({ path, text }) => (pattern.test(codeOnly(text)) ? [path] : [])).sort()

test('pages fetch in one place alone', () => {
  expect(sources.length).toBeGreaterThan(50)
  expect(using(/\bfetch\(|XMLHttpRequest|EventSource|WebSocket|sendBeacon/)).toEqual([
    'compute/sandbox/src/client.ts', // asks the sandbox, which has no keys and no sessions of people
    'ui/src/api/client.ts',
  ])
})

test('text never becomes markup or code', () => {
  expect(
    using(/dangerouslySetInnerHTML|innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function/),
  ).toEqual([])
})

test('nothing is kept in the browser but what a person chose for it', () => {
  // A session of the sandbox lasts as long as its tab; so does the screen to return to from a provider of identities.
  expect(using(/localStorage|indexedDB/)).toEqual([])
  expect(using(/sessionStorage/)).toEqual(['compute/sandbox/src/client.ts', 'ui/src/session/single-sign-on.ts'])
  expect(using(/document\.cookie/)).toEqual(['ui/src/preference.ts'])
})
