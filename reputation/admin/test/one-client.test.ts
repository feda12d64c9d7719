/** What no source of the pages may do. */
import { expect, test } from 'vitest'
import { readSources } from '../../../tools/imports.ts'
import { codeOnly } from '../../../tools/source-text.ts'

const sources = readSources().filter(
  ({ path }) =>
    /^(?:ui|reputation\/admin|compute\/dashboard)\/.*(?<!\.test)\.tsx?$/.test(path) && !path.includes('/test/'),
)
const using = (pattern: RegExp) => sources.flatMap(({ path, text }) => (pattern.test(codeOnly(text)) ? [path] : []))

test('pages fetch in one place alone', () => {
  expect(sources.length).toBeGreaterThan(50)
  expect(using(/\bfetch\(|XMLHttpRequest|EventSource|WebSocket|sendBeacon/)).toEqual(['ui/src/api/client.ts'])
})

test('text never becomes markup or code', () => {
  expect(
    using(/dangerouslySetInnerHTML|innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function/),
  ).toEqual([])
})

test('nothing is kept in the browser but what a person chose for it', () => {
  expect(using(/localStorage|sessionStorage|indexedDB/)).toEqual([])
  expect(using(/document\.cookie/)).toEqual(['ui/src/preference.ts'])
})
