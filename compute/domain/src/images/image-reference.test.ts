import { expect, test } from 'vitest'
import { imageFault } from './image-reference.ts'

test.each([
  'nginx',
  'nginx:1.27',
  'library/nginx:latest',
  'localhost/mini:1',
  'localhost:5000/mini',
  'registry.example.com:5000/team/sub/app_one:v1.0-rc.1',
  'ghcr.io/team/app@sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  'sim/exit-3',
])('%s is a reference', (text) => {
  expect(imageFault(text)).toBeUndefined()
})

test.each([
  ['', 'must be an image reference'],
  [' nginx', 'must be an image reference'],
  ['nginx:', 'must be an image reference'],
  ['nginx:-1', 'must be an image reference'],
  ['../etc/passwd', 'must be an image reference'],
  ['a//b', 'must be an image reference'],
  ['nginx@sha256:abc', 'must be an image reference'],
  ['nginx;rm', 'must be an image reference'],
  ['--privileged', 'must be an image reference'],
  ['team/App', 'must have a name in lower case'],
  ['https://example.com/app', 'must not begin with a protocol'],
  ['a'.repeat(600), 'must have at most 512 characters'],
])('%s is none, and why is told', (text, words) => {
  expect(imageFault(text)).toContain(words)
})

test('a long hostile text is judged at once', () => {
  const begun = performance.now()
  imageFault(`${'a-'.repeat(250)}!`)
  imageFault(`${'a.a_'.repeat(125)}!`)
  expect(performance.now() - begun).toBeLessThan(50)
})
