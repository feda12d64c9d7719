import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { ConfigError, type Environment, envReader } from './env-reader.ts'

const read = (env: Environment) => {
  const reader = envReader(env, 'EXAMPLE_')
  return reader.all({
    port: reader.integer('PORT', { about: 'where', default: 4000, min: 0, max: 65_535 }),
    level: reader.oneOf('LEVEL', ['info', 'warn'], { about: 'how much', default: 'info' }),
    every: reader.durationMs('EVERY', { about: 'how often', default: '6h', min: '1m' }),
    strict: reader.boolean('STRICT', { about: 'or not', default: false }),
    proxies: reader.list('PROXIES', { about: 'whom to believe', default: '' }),
    folder: reader.path('FOLDER', { about: 'where to', default: 'data', base: '/srv/app' }),
    baseUrl: reader.optional(reader.url('BASE_URL', { about: 'who we are', protocols: ['https', 'http'] })),
    databaseUrl: reader.secret('DATABASE_URL', { about: 'where it is', protocols: ['postgres', 'postgresql'] }),
    even: reader.parsed('EVEN', 'even number', {
      about: 'a form of its own',
      default: '2',
      read: (text) => {
        if (Number(text) % 2 !== 0) throw new RangeError('must be even')
        return Number(text)
      },
    }),
  })
}
const required = { EXAMPLE_DATABASE_URL: 'postgres://user:hunter2@host/db' }
const faultsOf = (env: Environment): readonly string[] => {
  try {
    read(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.faults
    throw error
  }
  return []
}

test('absent or empty variables have their defaults', () => {
  expect(read({ ...required, EXAMPLE_PORT: '', OTHER_PORT: '1' })).toEqual({
    port: 4000,
    level: 'info',
    every: 6 * 3_600_000,
    strict: false,
    proxies: [],
    folder: '/srv/app/data',
    databaseUrl: required.EXAMPLE_DATABASE_URL,
    even: 2,
  })
  expect(
    read({
      ...required,
      EXAMPLE_PORT: '0',
      EXAMPLE_EVERY: '90m',
      EXAMPLE_STRICT: 'true',
      EXAMPLE_PROXIES: '10.0.0.0/8, ::1',
      EXAMPLE_FOLDER: '/elsewhere',
      EXAMPLE_BASE_URL: 'https://api.example.com',
    }),
  ).toMatchObject({
    port: 0,
    every: 5_400_000,
    strict: true,
    proxies: ['10.0.0.0/8', '::1'],
    folder: '/elsewhere',
    baseUrl: 'https://api.example.com',
  })
})

test('one error names all faults', () => {
  const env = {
    EXAMPLE_PORT: '65536',
    EXAMPLE_LEVEL: 'verbose',
    EXAMPLE_EVERY: '10s',
    EXAMPLE_STRICT: 'yes',
    EXAMPLE_BASE_URL: 'ftp://x',
    EXAMPLE_EVEN: '3',
    EXAMPLE_PROTS: '4000',
    EXAMPLE_LEVLE: 'info',
  }
  expect(faultsOf(env)).toEqual([
    'EXAMPLE_PORT must be an integer from 0 to 65535',
    'EXAMPLE_LEVEL must be one of info, warn',
    'EXAMPLE_EVERY must be at least 1m',
    'EXAMPLE_STRICT must be true or false',
    'EXAMPLE_BASE_URL must be an address that begins with https: or http:',
    'EXAMPLE_DATABASE_URL is missing',
    'EXAMPLE_EVEN must be even',
    'EXAMPLE_LEVLE is no setting; did you mean EXAMPLE_LEVEL?',
    'EXAMPLE_PROTS is no setting',
  ])
})

test.each(['abc', '1e3', '4000.5', ' 4000', '0x10', '９', '-1'])('%j is not a port', (text) => {
  expect(faultsOf({ ...required, EXAMPLE_PORT: text })).toHaveLength(1)
})

test('a malformed secret is not repeated', () => {
  const faults = faultsOf({ EXAMPLE_DATABASE_URL: 'mysql://user:hunter2@host/db' })
  expect(faults).toHaveLength(1)
  expect(faults[0]).not.toContain('hunter2')
})

const folder = mkdtempSync(join(tmpdir(), 'settings-'))
afterAll(() => rmSync(folder, { recursive: true }))
const fileOf = (name: string, text: string): string => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

test('a setting comes from the file that its variable with _FILE names', () => {
  const path = fileOf('database-url', `${required.EXAMPLE_DATABASE_URL}\n`)
  expect(read({ EXAMPLE_DATABASE_URL_FILE: path, EXAMPLE_PORT_FILE: fileOf('port', '81\r\n') })).toMatchObject({
    databaseUrl: required.EXAMPLE_DATABASE_URL,
    port: 81,
  })
})

test('a file that holds no usable setting is a fault, and its content is not repeated', () => {
  const [absent, empty, large] = [join(folder, 'absent'), fileOf('empty', '\n'), fileOf('large', 'x'.repeat(65_537))]
  expect(
    faultsOf({
      EXAMPLE_DATABASE_URL_FILE: fileOf('wrong', 'mysql://user:hunter2@host/db'),
      EXAMPLE_PORT: '80',
      EXAMPLE_PORT_FILE: fileOf('port', '81'),
      EXAMPLE_LEVEL_FILE: absent,
      EXAMPLE_EVERY_FILE: empty,
      EXAMPLE_STRICT_FILE: folder,
      EXAMPLE_FOLDER_FILE: large,
      EXAMPLE_PROTS_FILE: absent,
    }),
  ).toEqual([
    'EXAMPLE_PORT and EXAMPLE_PORT_FILE are both set',
    `EXAMPLE_LEVEL_FILE names a file that cannot be read (ENOENT): ${absent}`,
    `EXAMPLE_EVERY_FILE names an empty file: ${empty}`,
    `EXAMPLE_STRICT_FILE must name a file: ${folder}`,
    `EXAMPLE_FOLDER_FILE names a file of more than 64 KiB: ${large}`,
    'EXAMPLE_DATABASE_URL must be an address that begins with postgres: or postgresql:',
    'EXAMPLE_PROTS_FILE is no setting',
  ])
})
