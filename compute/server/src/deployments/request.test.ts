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

test('all faults are reported at once', () => {
  expect(faultsOf({ gpu_type: 'H900', region: 'atlantis', sovereignty: 'total', image: '!' })).toHaveLength(4)
})
