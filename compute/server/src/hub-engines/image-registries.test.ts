import { expect, test } from 'vitest'
import { makeCheckRegistry, readRegistry } from './image-registries.ts'

const names: Record<string, readonly string[]> = {
  'registry-1.docker.io': ['44.208.254.194', '2600:1f18:2148:bc02:22:27bd:19a8:870c'],
  'ghcr.io': ['140.82.121.34'],
  'inside.example.com': ['10.0.0.7'],
  'half.example.com': ['140.82.121.34', '127.0.0.1'],
  'metadata.example.com': ['169.254.169.254'],
  'registry.lan': ['192.168.1.5'],
}
const check = (registry: string, ...named: string[]) =>
  makeCheckRegistry(
    named,
    async (name) => names[name] ?? [],
  )(registry).then(
    () => 'may be asked',
    ({ code }) => code,
  )

test.each(['docker.io', 'ghcr.io', 'GHCR.io', 'ghcr.io:8443', '140.82.121.34:5000'])(
  '%s is public',
  async (registry) => {
    expect(await check(registry, '*')).toBe('may be asked')
  },
)

test.each([
  '127.0.0.1:4100',
  '127.1:4100',
  '0x7f.0.0.1',
  '[::1]:4100',
  '[::ffff:10.0.0.7]',
  '10.0.0.7',
  '169.254.169.254',
  'localhost:5000',
  'registry.lan',
  'metadata.google.internal',
  'inside.example.com',
  'half.example.com:5000',
  'metadata.example.com',
  'ghcr.io:22',
])('%s is refused, unless it is named', async (registry) => {
  expect(await check(registry, '*')).toBe('image-denied')
  expect(await check(registry, '*', registry)).toBe('may be asked')
  expect(await check(registry)).toBe('image-denied')
})

test('where some registries are named, others are refused; a port is part of the name', async () => {
  expect(await check('registry.lan', 'registry.lan')).toBe('may be asked')
  expect(await check('Registry.lan', 'registry.lan')).toBe('may be asked')
  expect(await check('registry.lan:5000', 'registry.lan')).toBe('image-denied')
  expect(await check('ghcr.io', 'registry.lan')).toBe('image-denied')
})

test('a name that does not resolve may resolve later', async () => {
  expect(await check('nowhere.example.com', '*')).toBe('image-unavailable')
})

test('settings name hosts', () => {
  for (const text of ['*', 'ghcr.io', 'Registry.lan:5000', '[fd00::5]:5000', '10.0.0.7']) {
    expect(readRegistry(text)).toEqual({ value: text.toLowerCase() })
  }
  for (const text of ['https://ghcr.io', 'ghcr.io/team', '*.example.com', 'ghcr.io:port']) {
    expect(readRegistry(text)).toHaveProperty('fault')
  }
})
