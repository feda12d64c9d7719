/** The Helm chart, installed by Helm in a real cluster: both services serve, and no upgrade costs a request. */
import { spawnSync } from 'node:child_process'
import { hasPodman } from '@service/compute-testing/engine/podman.ts'
import { hasCluster } from '@service/compute-testing/kubernetes/test-cluster.ts'
import { beforeTests } from '@service/foundation-testing/before-tests.ts'
import { postgres } from '@service/foundation-testing/database/database-engines.ts'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import {
  adminHere,
  type ChartWorld,
  chart,
  namespace,
  startChartWorld,
  startLoad,
  valuesFile,
} from './testing/chart.ts'
import { deployTool, hasDeployTools } from './testing/deploy-tools.ts'
import { buildWithinMs, firstKey, serviceImage, serviceImageArchive } from './testing/service-image.ts'

const { binaries, folder: postgresFolder } = inject('testDatabases')
const key32 = Buffer.alloc(32).toString('base64')
const release = 'prod'
const screening = '/api/v1/screen?name=Jane%20Doe'
/** What a machine that runs other tests meanwhile can bear. */
const perSecond = Number(process.env.TEST_CHART_LOAD ?? 25)

describe.runIf(hasDeployTools())('the chart as rendered', () => {
  const render = (...words: string[]) => {
    const image = ['--kube-version', '1.36', '--set', 'image.repository=example.com/service,image.tag=a']
    return spawnSync(deployTool('helm'), ['template', release, chart, ...image, ...words], { encoding: 'utf8' })
  }
  const ingress = ['--set', 'compute.ingress.enabled=true,compute.ingress.host=compute.example.com']
  const proxies = ['--set', 'compute.settings.COMPUTE_TRUSTED_PROXIES=192.0.2.1']
  const url = ['--set', 'compute.publicUrl=https://compute.example.com']

  test('an ingress needs the proxies that are trusted, and the address of customers', () => {
    expect(render(...ingress, ...url).stderr).toMatch(/compute.settings.COMPUTE_TRUSTED_PROXIES is missing/)
    expect(render(...ingress, ...proxies).stderr).toMatch(/compute.publicUrl is missing/)
    const { status, stderr } = render(...ingress, ...proxies, ...url)
    expect(status, stderr).toBe(0)
  })

  test('the policy selects the job of migrations, lets names out to the node, and keeps all metadata away', () => {
    const documents = render().stdout.split('\n---\n')
    const policy = documents.find(
      (text) => /^kind: NetworkPolicy$/m.test(text) && text.includes(`name: ${release}-compute`),
    )
    expect(policy).toContain('values: [compute, compute-migrate]')
    const job = documents.find((text) => /^kind: Job$/m.test(text) && text.includes(`name: ${release}-compute-migrate`))
    expect(job).toContain('        app.kubernetes.io/name: compute-migrate')
    const [names, others] = policy!.split('egress:')[1]!.split('    - to:').slice(1)
    expect(names).not.toContain('except')
    expect(names!.match(/port: .*(?= \})/g)).toEqual(['port: 53, protocol: UDP', 'port: 53, protocol: TCP'])
    expect(others!.match(/except: .*(?= \})/g)).toEqual([
      'except: [169.254.0.0/16]',
      'except: ["fe80::/10", "fd00:ec2::/32", "fd20:ce::/64"]',
    ])
    expect(others).not.toContain('port: 53')
  })
})

describe.runIf(hasPodman() && binaries && hasCluster() && hasDeployTools())('the chart', () => {
  let archive = ''
  beforeAll(async () => {
    archive = await serviceImageArchive() // before the cluster starts, which would only wait
  }, buildWithinMs)
  const databases = beforeTests(
    async () => ({ reputation: await postgres.create([]), compute: await postgres.create([]) }),
    async ({ reputation, compute }) => {
      await Promise.all([reputation.drop(), compute.drop()])
    },
  )
  const world = beforeTests<ChartWorld>(
    () => startChartWorld(postgresFolder),
    (world) => world.close(),
  )
  let values = ''
  let key = ''
  /** Returns once all that it changed is ready. */
  const upgrade = (...words: string[]) => {
    const waiting = ['--wait', '--timeout', '5m']
    return world.helm('upgrade', '--install', release, chart, ...waiting, '--values', values, ...words)
  }

  beforeAll(async () => {
    await world.cluster.importImages(archive)
    world.cluster.nameImage(serviceImage, serviceImage.replace(/1$/, '2'))
    await makeNamespace(world, databases)
    values = valuesFile(valuesOf(world))
    await upgrade()
    key = await firstKey(adminHere('reputation', databases.reputation.options.url ?? ''))
  }, buildWithinMs)

  test('refuses values that it does not know, and an image that is not named', async () => {
    const render = (...words: string[]) => world.helm('template', release, chart, '--kube-version', '1.36', ...words)
    await expect(render()).rejects.toThrow(/image.repository is missing/)
    const image = ['--set', 'image.repository=example.com/service,image.tag=a']
    await expect(render(...image, '--set', 'reputation.replica=3')).rejects.toThrow(/replica.*not allowed/)
    const secret = 'reputation.settings.REPUTATION_DATABASE_URL=postgres://user:hunter2@host/db'
    await expect(render(...image, '--set', secret)).rejects.toThrow(/REPUTATION_DATABASE_URL/)
    expect(await world.helm('lint', chart, ...image)).toContain('0 chart(s) failed')
  })

  test('installs all that it offers in a namespace that lets nothing run with rights', async () => {
    const found = await Promise.all(
      [
        `/apis/policy/v1/namespaces/${namespace}/poddisruptionbudgets/${release}-reputation`,
        `/apis/autoscaling/v2/namespaces/${namespace}/horizontalpodautoscalers/${release}-compute`,
        `/apis/networking.k8s.io/v1/namespaces/${namespace}/networkpolicies/${release}-compute`,
        `/apis/networking.k8s.io/v1/namespaces/${namespace}/ingresses/${release}-reputation`,
        `/apis/networking.k8s.io/v1/namespaces/${namespace}/ingresses/${release}-compute-gateway`,
      ].map(async (path) => (await world.cluster.ask('GET', path)).status),
    )
    expect(found).toEqual([200, 200, 200, 200, 200])
  })

  test('both services serve from it', async () => {
    for (const [service, path] of [
      ['compute', '/dashboard/'],
      ['reputation', screening],
    ] as const) {
      const load = await startLoad(world.cluster, {
        service: `${release}-${service}`,
        port: 'http',
        path,
        perSecond: 5,
        key,
      })
      expect(await load.stop()).toMatchObject({ failed: 0, failures: [] })
    }
  })

  test('an upgrade, more and fewer processes and the way back cost no request', async () => {
    // The other service, and migrations when nothing migrates, would only take the processor from what is looked at.
    const alone = ['--set', 'compute.enabled=false']
    const asItIs = [...alone, '--set', 'migrations.enabled=false']
    await upgrade(...asItIs)
    const { version } = JSON.parse(await world.helm('status', release, '--output', 'json'))
    const service = `${release}-reputation`
    const load = await startLoad(world.cluster, { service, port: 'http', path: screening, perSecond, key })
    const newRelease = ['--set-string', 'image.tag=2']
    await upgrade(...alone, ...newRelease)
    await upgrade(...asItIs, ...newRelease, '--set', 'reputation.replicas=4')
    await load.seesEndpoints(4)
    await world.helm('rollback', release, '--wait', '--timeout', '5m', String(version))
    const report = await load.stop()
    console.log(`The chart under load: ${JSON.stringify(report)}`)
    expect(report).toMatchObject({ failed: 0, failures: [] })
    // Two of the old release, four of the new, two after the way back; short-lived ones may be missed.
    expect(report.endpoints).toBeGreaterThanOrEqual(6)
  }, 600_000)
})

type Urls = Record<'reputation' | 'compute', { options: { url?: string | undefined } }>

/** With the secrets that the chart only refers to. */
async function makeNamespace({ cluster, databaseUrl }: ChartWorld, databases: Urls): Promise<void> {
  const labels = { 'pod-security.kubernetes.io/enforce': 'restricted' }
  const post = async (path: string, body: object) => {
    const { status, body: response } = await cluster.ask('POST', path, body)
    expect(status, JSON.stringify(response)).toBe(201)
  }
  await post('/api/v1/namespaces', { metadata: { name: namespace, labels } })
  for (const service of ['reputation', 'compute'] as const) {
    const prefix = service.toUpperCase()
    const stringData = {
      [`${prefix}_DATABASE_URL`]: databaseUrl(databases[service].options.url ?? ''),
      [`${prefix}_SECRETS_KEYS`]: `k1:${key32}`,
    }
    await post(`/api/v1/namespaces/${namespace}/secrets`, { metadata: { name: service }, stringData })
  }
}

function valuesOf({ listUrl }: ChartWorld): object {
  const resources = { requests: { cpu: '10m', memory: '64Mi' }, limits: { memory: '1Gi' } }
  return {
    image: { repository: serviceImage.split(':')[0], tag: '1', pullPolicy: 'Never' },
    reputation: {
      resources,
      publicUrl: 'https://reputation.example.com',
      ingress: { enabled: true, host: 'reputation.example.com' },
      settings: {
        REPUTATION_TRUSTED_PROXIES: '192.0.2.1',
        REPUTATION_OFAC_SOURCES: listUrl('ofac/consolidated.xml'),
        REPUTATION_EU_SOURCES: listUrl('eu/xmlFullSanctionsList_1_1.xml'),
        REPUTATION_UN_SOURCES: listUrl('un/consolidated.xml'),
      },
    },
    compute: {
      resources,
      autoscaling: { enabled: true, minReplicas: 1, maxReplicas: 2 },
      gateway: { domain: 'apps.example.com' },
      settings: { COMPUTE_ENGINE: 'simulated' },
    },
  }
}
