import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { defaultAddresses, parseEngineAddress } from './engine-address.ts'
import { findEngine } from './find-engine.ts'
import { machineGpus } from './machine-gpus.ts'

test.each([
  ['/run/podman/podman.sock', { socketPath: '/run/podman/podman.sock' }],
  ['unix:///var/run/docker.sock', { socketPath: '/var/run/docker.sock' }],
  ['tcp://127.0.0.1:2375', { host: '127.0.0.1', port: 2375 }],
  ['http://localhost:2375/', { host: '127.0.0.1', port: 2375 }],
  ['http://[::1]:2375', { host: '::1', port: 2375 }],
])('%s is a valid address of an engine', (text, address) => {
  expect(parseEngineAddress(text)).toEqual(address)
})

test.each([
  '',
  'docker.sock',
  'ssh://me@hub',
  'tcp://10.0.0.1:2375',
  'http://example.com:2375',
  'https://127.0.0.1:2376',
  'tcp://127.0.0.1',
  'tcp://127.0.0.1:0',
  'tcp://127.0.0.1:99999',
  'tcp://127.0.0.1:2375/v1',
  'tcp://127.0.0.1.example.com:2375',
])('%j is not a valid address', (text) => {
  expect(() => parseEngineAddress(text)).toThrow(RangeError)
})

test('DOCKER_HOST comes first, and one that cannot be used is skipped', () => {
  expect(defaultAddresses({ DOCKER_HOST: 'unix:///my.sock' })[0]).toEqual({ socketPath: '/my.sock' })
  expect(defaultAddresses({ DOCKER_HOST: 'ssh://me@hub' })).toEqual(defaultAddresses({}))
})

test('a socket where nothing or something else responds is not an engine', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'service-sockets-'))
  const stranger = createServer((socket) => socket.resume().end('220 mail.example.com\r\n'))
  await new Promise<void>((resolve) => stranger.listen(join(folder, 'stranger.sock'), resolve))
  try {
    const sockets = ['absent.sock', 'stranger.sock'].map((name) => ({ socketPath: join(folder, name) }))
    expect(await findEngine({}, AbortSignal.timeout(10_000), sockets)).toBeUndefined()
  } finally {
    await new Promise((resolve) => stranger.close(resolve))
    rmSync(folder, { recursive: true })
  }
})

test('the GPUs of a machine are those that its driver names, in order', () => {
  const folder = mkdtempSync(join(tmpdir(), 'service-gpus-'))
  for (const [bus, model] of [
    ['0000:41:00.0', 'NVIDIA L40S'],
    ['0000:01:00.0', 'NVIDIA H100 80GB HBM3'],
  ] as const) {
    mkdirSync(join(folder, bus))
    writeFileSync(join(folder, bus, 'information'), `Model: \t\t ${model}\nIRQ:   \t\t 35\n`)
  }
  expect(machineGpus(folder)).toEqual(['NVIDIA H100 80GB HBM3', 'NVIDIA L40S'])
  expect(machineGpus(join(folder, 'absent'))).toEqual([])
  rmSync(folder, { recursive: true })
})
