import { aSpec } from '@service/compute-testing/placement/placer.ts'
import { Problem } from '@service/foundation/problem.ts'
import { expect, test } from 'vitest'
import { type DeployBody, readDeployment } from './request.ts'

const isHub = (id: string) => id === 'se-north-1'
const aBody = (body: Partial<DeployBody> = {}): DeployBody => ({ gpu_type: 'H100', image: 'sim/ok', ...body })
const faultsOf = (body: Partial<DeployBody>) => {
  try {
    readDeployment(aBody(body), { isHub })
    return []
  } catch (error) {
    return error instanceof Problem ? error.details : [error]
  }
}

test('fields that are left out have their defaults', () => {
  expect(readDeployment(aBody(), { isHub }).spec).toEqual(aSpec({ carbonAware: false, image: 'sim/ok' }))
})

test('names become the canonical ones', () => {
  const { spec } = readDeployment(
    aBody({ gpu_type: 'nvidia a100 80gb', region: 'SE-North-1, EU,de,eu', sovereignty: 'Residency' }),
    { isHub },
  )
  expect(spec).toMatchObject({ gpuType: 'A100', regions: ['se-north-1', 'eu', 'DE'], sovereignty: 'residency' })
  expect(readDeployment(aBody({ region: ['us', 'eu'] }), { isHub }).spec.regions).toEqual(['us', 'eu'])
})

test('values of variables are kept apart from the specification', () => {
  const { spec, env } = readDeployment(aBody({ env: { TOKEN: 'a secret', MODE: '' } }), { isHub })
  expect(spec.env).toEqual(['TOKEN', 'MODE'])
  expect(env).toEqual({ TOKEN: 'a secret', MODE: '' })
  expect(JSON.stringify(spec)).not.toContain('a secret')
})

test.each<[Partial<DeployBody>, string, string]>([
  [{ gpu_type: 'H900' }, 'body.gpu_type', 'must be one of T4, L4'],
  [{ region: 'atlantis' }, 'body.region', '"atlantis" is unknown: use one of eu, eea, nordics, us, global'],
  [{ region: 'eu,' }, 'body.region', '"" is unknown'],
  [{ sovereignty: 'total' }, 'body.sovereignty', 'must be one of none, residency, jurisdiction, sovereign'],
  [{ sovereignty: 'residency' }, 'body.region', 'it must say where data has to stay'],
  [{ image: 'Not An Image' }, 'body.image', 'is malformed: "Not An Image" is not a valid image. Use'],
  [{ image: '--privileged' }, 'body.image', 'is malformed'],
  [{ name: ' ' }, 'body.name', 'must have 1 to 200 characters'],
  [{ env: { '1X': 'a' } }, 'body.env.1X', 'must have a name of letters'],
  [{ env: { X: 'a\0b' } }, 'body.env.X', 'must be well-formed Unicode without NUL'],
  [{ command: ['sh', '\ud800'] }, 'body.command[1]', 'must be well-formed Unicode without NUL'],
  [{ args: ['\ud800'] }, 'body.args[0]', 'must be well-formed Unicode without NUL'],
  [{ health_path: '/healthz' }, 'body.health_path', 'needs "port"'],
  [{ health_path: 'healthz', port: 80 }, 'body.health_path', 'must be a path such as "/healthz"'],
  [{ health_path: '/a b', port: 80 }, 'body.health_path', 'must be a path such as "/healthz"'],
  [{ health_path: '/a\r\nHost: b', port: 80 }, 'body.health_path', 'must be a path such as "/healthz"'],
  [{ health_path: '/a', port: 80, duration_hours: 1 }, 'body.health_path', 'is for services'],
  [{ max_delay_hours: 6 }, 'body.max_delay_hours', 'needs "carbon_aware": true'],
])('%j is refused', (body, path, words) => {
  expect(faultsOf(body)).toEqual([{ path, message: expect.stringContaining(words) }])
})

test('a lifetime beyond what the operator allows is refused, and one within is kept', () => {
  const terms = { isHub, maxLifetimeMs: 2 * 3_600_000 }
  expect(readDeployment(aBody({ max_lifetime_hours: 2 }), terms).spec.maxLifetimeHours).toBe(2)
  expect(readDeployment(aBody({ max_lifetime_hours: 900 }), { isHub }).spec.maxLifetimeHours).toBe(900)
  expect(() => readDeployment(aBody({ max_lifetime_hours: 2.001 }), terms)).toThrow(
    expect.objectContaining({
      code: 'lifetime-too-long',
      status: 422,
      message: 'body.max_lifetime_hours must be at most 2: the operator lets no deployment run longer.',
    }),
  )
})

test('what a container is given is kept as it was asked for, and nothing where it was not', () => {
  const asked = {
    command: ['serve'],
    args: ['--fast', ''],
    port: 80,
    health_path: '/up?a=%20&b',
    cpu: 0.5,
    memory_gb: 16,
  }
  expect(readDeployment(aBody(asked), { isHub }).spec).toMatchObject({
    ...{ command: ['serve'], args: ['--fast', ''], healthPath: '/up?a=%20&b', cpu: 0.5, memoryGb: 16 },
  })
  const { spec } = readDeployment(aBody({}), { isHub })
  for (const name of ['args', 'healthPath', 'cpu', 'memoryGb', 'diskGb']) expect(spec).not.toHaveProperty(name)
})

test('all faults are reported at once', () => {
  expect(faultsOf({ gpu_type: 'H900', region: 'atlantis', sovereignty: 'total', image: '!' })).toHaveLength(4)
})
