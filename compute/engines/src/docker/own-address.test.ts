import { expect, test } from 'vitest'
import { ownAddress } from './own-address.ts'

test('a name has one loopback address, and another one for each further try', () => {
  const address = ownAddress('svc-a-1', 1, { platform: 'linux' })
  expect(address.host).toMatch(/^127\.([1-9]|[1-9]\d|1\d\d|2[0-4]\d|25[0-4])\.\d{1,3}\.\d{1,3}$/)
  expect(ownAddress('svc-a-1', 1, { platform: 'linux' })).toEqual(address)
  expect(ownAddress('svc-a-1', 2, { platform: 'linux' })).not.toEqual(address)
})

test('many names share no address, and no port is in the ephemeral range', () => {
  const addresses = Array.from({ length: 50_000 }, (_, i) => ownAddress(`svc-${i}-1`, 1, { platform: 'linux' }))
  expect(new Set(addresses.map(({ host, port }) => `${host}:${port}`)).size).toBe(addresses.length)
  expect(addresses.every(({ port }) => port >= 20_000 && port < 32_768)).toBe(true)
})

test('where loopback has one address, the port differs', () => {
  expect(ownAddress('svc-a-1', 1, { platform: 'darwin' }).host).toBe('127.0.0.1')
  expect(ownAddress('svc-a-1', 1, { platform: 'darwin' }).port).not.toBe(
    ownAddress('svc-b-1', 1, { platform: 'darwin' }).port,
  )
})
