import { faultsIn } from '@service/foundation-testing/config-faults.ts'
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
  const faults = faultsIn(() => readConfig(env))
  expect(faults.map((fault) => fault.split(' ')[0])).toEqual(Object.keys(env))
  expect(faults.join()).not.toContain('hunter2')
  expect(faults.at(-1)).toContain('did you mean REPUTATION_DATA_DIR?')
})

test('each setting is described once', () => {
  const names = describeSettings().map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  expect(names.every((name) => /^REPUTATION_[A-Z_]+$/.test(name))).toBe(true)
})

test('a provider of sentiment needs its settings, and of what is wrong no key is repeated', () => {
  const sentimentOf = (env: Record<string, string>) => readConfig(env).sentiment
  expect(sentimentOf({})).toEqual({ kind: 'own' })
  const http = {
    REPUTATION_SENTIMENT_PROVIDER: 'http',
    REPUTATION_SENTIMENT_URL: 'https://models.example.org/v1',
    REPUTATION_SENTIMENT_MODEL: 'small',
    REPUTATION_SENTIMENT_KEY: 'sk-hunter2',
  }
  expect(sentimentOf(http)).toMatchObject({
    kind: 'http',
    model: { url: 'https://models.example.org/v1', model: 'small' },
  })
  expect(() => sentimentOf({ ...http, REPUTATION_SENTIMENT_MODEL: '' })).toThrow(
    'REPUTATION_SENTIMENT_MODEL is missing',
  )
  expect(() => sentimentOf({ REPUTATION_SENTIMENT_PROVIDER: 'onnx' })).toThrow('REPUTATION_SENTIMENT_FOLDER is missing')
  const withPassword = { ...http, REPUTATION_SENTIMENT_URL: 'https://me:hunter2@models.example.org' }
  expect(() => sentimentOf(withPassword)).toThrow(/must not hold a password(?!.*hunter2)/s)
  const providers = '[{"provider":"a","model":"m","url":"nowhere","key":"sk-hunter2"}]'
  expect(() => readConfig({ REPUTATION_ANSWER_PROVIDERS: providers })).toThrow(
    /begin with https: or http:(?!.*hunter2)/s,
  )
})
