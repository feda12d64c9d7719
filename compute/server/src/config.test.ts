import { faultsIn } from '@service/foundation-testing/config-faults.ts'
import { expect, test } from 'vitest'
import { describeSettings, readConfig } from './config.ts'

test('without settings the service is local, embedded and finds its engine itself', () => {
  expect(readConfig({ PATH: '/bin' })).toMatchObject({
    host: '127.0.0.1',
    port: 4100,
    gatewayPort: 4101,
    metricsPort: 4102,
    engine: 'auto',
  })
})

test('all wrong settings are named at once', () => {
  const env = {
    COMPUTE_GATEWAY_DOMAIN: 'https://apps.example.com',
    COMPUTE_ENGINE: 'kvm',
    COMPUTE_DOCKER_HOST: 'tcp://10.0.0.7:2375',
    COMPUTE_COUNTRY: 'Germany',
    COMPUTE_WATTTIME_PASWORD: 'hunter2',
  }
  const faults = faultsIn(() => readConfig(env))
  expect(faults.map((fault) => fault.split(' ')[0])).toEqual(Object.keys(env))
  expect(faults.join()).not.toContain('hunter2')
})

test('every setting is documented once', () => {
  const names = describeSettings().map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  expect(names.every((name) => /^COMPUTE_[A-Z_]+$/.test(name))).toBe(true)
})
