import { ConfigError } from '@service/foundation/config/env-reader.ts'
import { expect, test } from 'vitest'
import { describeSettings, readConfig } from './config.ts'

test('without settings the service is local, embedded and on the official lists', () => {
  expect(readConfig({ PATH: '/bin' })).toMatchObject({
    host: '127.0.0.1',
    port: 4000,
    metricsHost: '127.0.0.1',
    metricsPort: 4001,
    trustedProxies: [],
    listsRefreshEveryMs: 6 * 3_600_000,
    outboundAllow: [],
    outboundHttp: false,
    roles: ['api', 'worker'],
    webhooksKeptMs: 90 * 86_400_000,
    unSources: ['https://scsanctions.un.org/resources/xml/en/consolidated.xml'],
  })
})

test('every setting that is wrong is named at once', () => {
  const env = {
    REPUTATION_PORT: '70000',
    REPUTATION_TRUSTED_PROXIES: '10.0.0.0/8, proxy.example',
    REPUTATION_DATABASE_URL: 'mysql://user:hunter2@host/db',
    REPUTATION_EU_SOURCES: 'ftp://user:hunter2@example.com/list.xml',
    REPUTATION_DATA_DRI: '/srv',
  }
  expect(() => readConfig(env)).toThrow(ConfigError)
  try {
    readConfig(env)
  } catch (error) {
    const faults = (error as ConfigError).faults
    expect(faults.map((fault) => fault.split(' ')[0])).toEqual([
      'REPUTATION_PORT',
      'REPUTATION_TRUSTED_PROXIES',
      'REPUTATION_DATABASE_URL',
      'REPUTATION_EU_SOURCES',
      'REPUTATION_DATA_DRI',
    ])
    expect(faults.join()).not.toContain('hunter2')
    expect(faults.at(-1)).toContain('did you mean REPUTATION_DATA_DIR?')
  }
})

test('each setting is described once', () => {
  const names = describeSettings().map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  expect(names.every((name) => /^REPUTATION_[A-Z_]+$/.test(name))).toBe(true)
})
