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

test('certificates are ordered only where they can be proved and are of use', () => {
  const first = (env: Record<string, string>) => faultsIn(() => readConfig(env))[0]?.split(':')[0]
  const directory = { COMPUTE_GATEWAY_ACME_DIRECTORY: 'https://ca.example.com/dir' }
  const redirect = { ...directory, COMPUTE_GATEWAY_REDIRECT_PORT: '80' }
  const endpoints = { ...redirect, COMPUTE_GATEWAY_ACME_ENDPOINTS: 'true' }
  const domain = { ...endpoints, COMPUTE_GATEWAY_DOMAIN: 'apps.example.com' }
  const agreed = { ...domain, COMPUTE_GATEWAY_ACME_TERMS_AGREED: 'true' }
  const setting = 'COMPUTE_GATEWAY_ACME_DIRECTORY needs COMPUTE_GATEWAY'
  expect(first(directory)).toBe(`${setting}_REDIRECT_PORT`)
  expect(first(redirect)).toBe(`${setting}_TLS_CERTIFICATE, or COMPUTE_GATEWAY_ACME_ENDPOINTS=true`)
  expect(first(endpoints)).toBe('COMPUTE_GATEWAY_ACME_ENDPOINTS needs COMPUTE_GATEWAY_DOMAIN')
  expect(first(domain)).toBe(`${setting}_ACME_TERMS_AGREED=true`)
  expect(faultsIn(() => readConfig(agreed))).toEqual([])
  expect(faultsIn(() => readConfig({ ...agreed, COMPUTE_GATEWAY_ACME_EAB_KEY_ID: 'one' }))[0]).toContain('set both')
})

test('every setting is documented once', () => {
  const names = describeSettings().map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  expect(names.every((name) => /^COMPUTE_[A-Z_]+$/.test(name))).toBe(true)
})
