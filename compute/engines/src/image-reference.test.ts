import { expect, test } from 'vitest'
import { EngineFault } from './engine.ts'
import { parseImageReference } from './image-reference.ts'

const digest = `sha256:${'9f86d081884c7d65'.repeat(4)}`

test.each([
  ['nginx', 'docker.io/library/nginx:latest'],
  ['nginx:1.27', 'docker.io/library/nginx:1.27'],
  ['library/nginx', 'docker.io/library/nginx:latest'],
  ['sim/exit-3', 'docker.io/sim/exit-3:latest'],
  ['docker.io/acme/app:1', 'docker.io/acme/app:1'],
  ['localhost/mini:1', 'localhost/mini:1'],
  ['localhost:5000/mini', 'localhost:5000/mini:latest'],
  ['[::1]:5000/mini:1', '[::1]:5000/mini:1'],
  ['registry.example.com:5000/team/sub/app_one:v1.0-rc.1', 'registry.example.com:5000/team/sub/app_one:v1.0-rc.1'],
  [`ghcr.io/team/app@${digest}`, `ghcr.io/team/app@${digest}`],
  [`ghcr.io/team/app:1@${digest}`, `ghcr.io/team/app:1@${digest}`],
])('%s is %s in full', (text, full) => {
  expect(parseImageReference(text).full).toBe(full)
})

test.each([
  ['nginx', 'docker.io'],
  ['127.0.0.1:4100/x', '127.0.0.1:4100'],
  ['[::1]:5000/mini:1', '[::1]:5000'],
  [`GHCR.io/team/app:1@${digest}`, 'GHCR.io'],
])('%s is of the registry %s', (text, registry) => {
  expect(parseImageReference(text).registry).toBe(registry)
})

test.each([
  '',
  ' nginx',
  'nginx ',
  'nginx:',
  'nginx:-1',
  '/nginx',
  'nginx/',
  '../etc/passwd',
  'a//b',
  'nginx@sha256:abc',
  'nginx@sha256',
  `nginx@${digest}@${digest}`,
  'nginx;rm',
  'nginx\n',
  '--privileged',
  'team/App',
  'Nginx',
  'https://example.com/app',
  'ex ample.com/app',
  'example.com:port/app',
  `a:${'1'.repeat(129)}`,
  'a'.repeat(600),
])('%j is not an image reference', (text) => {
  expect(() => parseImageReference(text)).toThrow(EngineFault)
  expect(() => parseImageReference(text)).toThrow(expect.objectContaining({ code: 'image-malformed' }))
})

test('a long hostile text is refused in no time', () => {
  const begun = performance.now()
  for (const text of ['a-'.repeat(5_000), 'a.a_'.repeat(2_500), ':'.repeat(10_000), '@'.repeat(10_000)]) {
    expect(() => parseImageReference(`${text}!`)).toThrow(EngineFault)
  }
  expect(performance.now() - begun).toBeLessThan(1_000)
})
