/** Commands on deployments against the real service, on simulated hubs, with pipes as scripts have them. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { engineFactories } from '@service/compute-engines/engine-factories.ts'
import { defineEngine } from '@service/compute-engines/engine-factory.ts'
import { simulatedFactory } from '@service/compute-engines/simulated/simulated.ts'
import { writeHubFile } from '@service/compute-testing/hub-file.ts'
import { newClient, useService } from '@service/compute-testing/running-service.ts'
import { byTester } from '@service/foundation-testing/acts.ts'
import { beforeTests } from '@service/foundation-testing/before-tests.ts'
import { databaseEngines } from '@service/foundation-testing/database/database-engines.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { svc } from '../testing/svc.ts'

/** Simulated hubs whose use counts against the hours of a company, as that of real ones does. */
const counted = defineEngine({ ...simulatedFactory, kind: 'counted', simulated: false })
const hubFile = writeHubFile({ 'counted-1': { kind: 'counted' } })
afterAll(() => hubFile.remove())

describe.each(databaseEngines.slice(-1))('svc on $name', (engine) => {
  const service = useService(engine)
  const countedService = useService(engine, {
    settings: { COMPUTE_HUBS_FILE: hubFile.path, COMPUTE_SANDBOX: 'false' },
    engineFactories: { ...engineFactories, counted },
  })
  const account = beforeTests(() => newClient(service))
  const folder = beforeTests(
    async () => ({ path: mkdtempSync(join(tmpdir(), 'svc-')) }),
    async ({ path }) => rmSync(path, { recursive: true }),
  )
  const env = (more: Record<string, string> = {}) => ({
    SERVICE_API_KEY: account.secret,
    SERVICE_BASE_URL: service.baseUrl,
    ...more,
  })
  const run = (line: string, more?: Record<string, string>) =>
    svc(line.split(' '), { env: env(more), cwd: folder.path })
  const json = async (line: string) => {
    const { code, stdout, stderr } = await run(`${line} --json`)
    expect(code, stderr).toBe(0)
    return JSON.parse(stdout)
  }
  const deployed = async (options = '') => (await run(`deploy sim/ok --gpu H100 -q ${options}`.trim())).stdout.trim()

  test('a deployment is planned, deployed, shown, read, stopped and deleted', async () => {
    const words = 'sim/ok --gpu h100 --count 2 --carbon-aware --region se,eu --name chat'
    const plan = await run(`deploy ${words} --dry-run`)
    expect(plan.stdout).toMatch(
      /^It would start now at se-north-1: \$4\.30 and 18\.1 gCO2e an hour for 2 GPUs, grade A\n/,
    )
    expect(plan.stdout).toMatch(/^fr-north-1 +FR +2\.26 +20\.0 +A +31 +100 %$/m)
    expect(plan.stdout).toMatch(/^us-west-1 +US +not in the region asked for$/m)
    expect(plan.stderr).toContain('Nothing was deployed.')
    expect((await json('list')).deployments).toEqual([])

    const deploy = await run(`deploy ${words}`)
    expect(deploy.code).toBe(0)
    expect(deploy.stdout).toMatch(/^status +running$/m)
    const [id] = /dep_\w+/.exec(deploy.stdout)!
    expect(deploy.stderr).toContain(`${id} is running at se-north-1`)

    expect((await run('list')).stdout).toMatch(new RegExp(`^${id} +chat +running +2 x H100 +se-north-1 +A`, 'm'))
    expect((await run('list -q --status running')).stdout).toBe(`${id}\n`)
    expect((await run('get chat')).stdout).toMatch(/would emit \d+\.\d g more per GPU-hour/)
    expect((await run('logs chat')).stdout).toBe('simulated: sim/ok started on 2 GPUs\n')
    expect((await run('events chat')).stdout).toMatch(/ provisioning .*\n.* running +se-north-1\n$/)
    expect((await run('usage --deployments')).stdout).toContain(id)
    expect((await run('monitor')).stdout).toMatch(/1 running on 2 GPUs[\s\S]*\nchat +running/)
    expect((await run('open chat')).stdout).toMatch(/^http:\/\/dep-[a-z0-9]+\.localhost:\d+\/\n$/)

    expect((await run('stop chat')).stdout).toBe(`${id} is stopped.\n`)
    expect(await json('get chat')).toMatchObject({ deployment_id: id, status: 'stopped', reason: 'user' })
    expect((await run('delete chat')).stdout).toBe(`${id} is deleted.\n`)
    expect(await run('get chat')).toMatchObject({ code: 3, stdout: '' })
  })

  test('JSON is what the API returns, with its names', async () => {
    const id = await deployed()
    const paths: Record<string, string> = {
      [`get ${id}`]: `/v1/compute/deployments/${id}`,
      'list --limit 1': '/v1/compute/deployments?limit=1',
      'hubs get se-north-1': '/v1/hubs/se-north-1',
      'carbon SE': '/v1/carbon/SE',
      regions: '/v1/regions?limit=200',
      pricing: '/v1/pricing?limit=200',
    }
    for (const [line, path] of Object.entries(paths)) {
      const response = await account.get(
        path.split('?')[0]!,
        Object.fromEntries(new URLSearchParams(path.split('?')[1])),
      )
      const moving = ['next_cursor', 'seen_at'].filter((name) => response.body[name])
      const expected = { ...response.body, ...Object.fromEntries(moving.map((name) => [name, expect.anything()])) }
      expect(await json(line), line).toEqual(expected)
    }
    await run(`delete ${id}`)
  })

  test('a file says what to deploy, and options go before it', async () => {
    const file = [
      'image: sim/ok',
      'gpu_type: h100',
      'count: 4   # as many as there are',
      'region: [se, eu]',
      'env: { VERSION: 1.10, TOKEN: , ON: true }',
      'command: [serve, "--fast"]',
    ]
    writeFileSync(join(folder.path, 'deploy.yaml'), file.join('\n'))
    const made = await svc(['deploy', '--count', '1', '--json', '--', 'other', '-x'], {
      env: env({ TOKEN: 'secret' }),
      cwd: folder.path,
    })
    expect(made.code, made.stderr).toBe(0)
    const deployment = JSON.parse(made.stdout)
    expect(deployment).toMatchObject({
      count: 1,
      region: 'SE,eu',
      env: ['VERSION', 'TOKEN', 'ON'],
      command: ['other', '-x'],
    })
    expect(`${made.stdout}${made.stderr}`).not.toContain('secret')
    await run(`delete ${deployment.deployment_id}`)

    for (const [text, fault] of [
      ['image: sim/ok\ngpu_typ: H100', 'there is no field "gpu_typ"'],
      ['image: [sim/ok', 'is no YAML'],
      ['- image', 'must have fields'],
      ['image: sim/ok\ngpu_type: 4090', 'gpu_type must be a text: put it in quotes'],
      ['image: sim/ok\ngpu_type: T4\nenv: { NOWHERE: }', 'NOWHERE has no value'],
      ['image: sim/ok\ngpu_type: T4\nlabels: { team: }', 'labels.team has no value'],
      ['image: sim/ok\ngpu_type: T4\nlabels: [team]', 'labels must be names with their values'],
    ]) {
      writeFileSync(join(folder.path, 'bad.yaml'), text!)
      expect(await run('deploy -f bad.yaml')).toMatchObject({ code: 2, stderr: expect.stringContaining(fault!) })
    }
    rmSync(join(folder.path, 'deploy.yaml'))
  })

  test('labels of the file and of options are kept, shown and listed by', async () => {
    writeFileSync(
      join(folder.path, 'labelled.yaml'),
      'image: sim/ok\ngpu_type: H100\nlabels: { costCenter: 0042, team: ads }',
    )
    const made = await run('deploy -f labelled.yaml --label team=search -l stage= --json')
    expect(made.code, made.stderr).toBe(0)
    const { deployment_id: id, labels } = JSON.parse(made.stdout)
    expect(labels).toEqual({ costCenter: '0042', team: 'search', stage: '' })
    const other = await deployed('--label team=ads')
    expect((await run(`get ${id}`)).stdout).toMatch(/^labels +costCenter=0042, stage=, team=search$/m)
    expect((await run('list -q --label team=search')).stdout).toBe(`${id}\n`)
    expect((await run('list -q --label team -l costCenter=0042 --status running')).stdout).toBe(`${id}\n`)
    expect((await run('list -q --label team')).stdout).toBe(`${other}\n${id}\n`)
    expect(await run('list --label team=none')).toMatchObject({
      code: 0,
      stdout: '',
      stderr: 'No deployments match.\n',
    })
    expect(await run('deploy sim/ok --gpu H100 --label team')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--label must be NAME=VALUE, not "team"'),
    })
    await run(`delete ${id} ${other}`)
  })

  test('exit codes say what happened', async () => {
    const stranger = { SERVICE_API_KEY: 'svc_unknown' }
    expect(await run('deploy sim/ok')).toMatchObject({ code: 2, stderr: expect.stringContaining('Which GPU?') })
    const unknown = await run('deploy sim/ok --gpu Z9')
    expect(unknown).toMatchObject({ code: 2, stderr: expect.stringMatching(/^svc: gpu_type must be one of .*H100/m) })
    const twice = await run('deploy sim/ok --gpu Z9 --region nowhere')
    expect(twice.stderr).toMatch(/^svc: region .*\(and 1 more\)\n {2}region .*\n {2}gpu_type must be /m)
    const nowhere = await run('deploy sim/ok --gpu B200 --region se')
    expect(nowhere).toMatchObject({ code: 6, stderr: expect.not.stringContaining('refused.') })
    expect(await run('get dep_unknown')).toMatchObject({ code: 3, stdout: '' })
    expect(await run('list', stranger)).toMatchObject({ code: 4, stdout: '' })
    expect(await run('list', { SERVICE_API_KEY: '' })).toMatchObject({
      code: 4,
      stderr: expect.stringContaining('svc login'),
    })
    expect(await run('deploy sim/ok --gpu H100 --count 1000')).toMatchObject({ code: 6 })
    expect(await run('deploy sim/ok --gpu H100 --count 1000 --dry-run')).toMatchObject({
      code: 6,
      stdout: expect.stringContaining('has fewer GPUs than asked for'),
    })
    const slow = await run('deploy sim/slow-pull --gpu H100 --timeout 1s --json')
    expect(slow).toMatchObject({ code: 7, stderr: expect.stringContaining('still provisioning after 1 s') })
    const { deployment_id } = JSON.parse(slow.stdout)
    expect(slow.stderr).toContain(deployment_id)
    await run(`delete ${deployment_id}`)
    const failed = await run('deploy sim/missing --gpu H100')
    expect(failed).toMatchObject({ code: 8, stdout: '', stderr: expect.stringContaining('image_not_found') })
    expect(await run('list', { SERVICE_BASE_URL: 'http://127.0.0.1:1' })).toMatchObject({ code: 1 })
  })

  test('5 says that the hours of the month are used up, and nothing is tried again', async () => {
    const company = await newClient(countedService)
    await countedService.administration.setHours(byTester, company.companyId, 0)
    const spent = { SERVICE_API_KEY: company.secret, SERVICE_BASE_URL: countedService.baseUrl }
    const refused = await run('deploy sim/ok --gpu H100', spent)
    expect(refused).toMatchObject({ code: 5, stdout: '', stderr: expect.stringContaining('GPU-hours') })
    expect(refused.stderr).toContain('operator')
    expect(JSON.parse((await run('list --json', spent)).stdout).deployments).toEqual([])
  })

  test('several are stopped at once, and one that is not there does not keep the others', async () => {
    const ids = [await deployed(), await deployed()]
    const ended = await run(`stop ${ids[0]} dep_unknown ${ids[1]}`)
    expect(ended).toMatchObject({ code: 3, stdout: ids.map((id) => `${id} is stopped.\n`).join('') })
    expect(ended.stderr).toContain('dep_unknown')
    await run(`delete ${ids.join(' ')}`)
  })

  test('a domain is claimed for a deployment by name, checked, listed and removed', async () => {
    const id = await deployed('--name web')
    const added = await run('domains add App.example.org web')
    expect(added.code, added.stderr).toBe(0)
    expect(added.stdout).toMatch(/^status +pending$/m)
    expect(added.stdout).toMatch(new RegExp(`^leads to +${id}$`, 'm'))
    expect(added.stdout).toMatch(/^TXT record +_service-endpoint\.app\.example\.org\nits text +\S{32}$/m)
    expect(added.stdout).toMatch(/^CNAME to +dep-[a-z0-9]+\.localhost$/m)
    expect(added.stderr).toContain('svc domains check app.example.org')
    // The name server of the tests is none.
    const checked = await run('domains check app.example.org')
    expect(checked).toMatchObject({ code: 1, stderr: expect.stringContaining('does not lead here') })
    expect(checked.stdout).toMatch(/^status +pending \(dns_unavailable\)$/m)
    expect((await json('domains')).domains).toEqual((await account.get('/v1/domains')).body.domains)
    expect((await run('complete -- domains remove app')).stdout).toBe('app.example.org\n')
    expect(await run('domains add localhost web')).toMatchObject({ code: 2 })
    expect(await run('domains add other.example.org nobody')).toMatchObject({ code: 3 })
    expect((await run('domains remove app.example.org')).stdout).toBe('app.example.org is removed.\n')
    expect(await run('domains check app.example.org')).toMatchObject({ code: 3, stdout: '' })
    expect((await run('domains list')).stderr).toContain('no domains yet')
    expect(await run('domains add app.example.org')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('svc domains add DOMAIN ID|NAME'),
    })
    await run(`delete ${id}`)
  })

  test('the password of a registry comes from stdin, and is shown nowhere', async () => {
    const password = 'only reads: "ä"'
    const words = ['registries', 'set', 'ghcr.io', '--username', 'robot']
    const refused = await svc(words, { env: env() })
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('--password-stdin') })
    expect(await run('registries set ghcr.io --password-stdin')).toMatchObject({ code: 2 })
    const kept = await svc([...words, '--password-stdin', '--verbose'], { env: env(), input: `${password}\n` })
    expect(kept).toMatchObject({ code: 0, stdout: 'Images of ghcr.io are fetched as robot from now on.\n' })
    expect(await json('registries')).toEqual((await account.get('/v1/registries')).body)
    const listed = await run('registries')
    expect(listed.stdout).toMatch(/^ghcr\.io +robot +\d{4}-/m)
    expect(`${kept.stdout}${kept.stderr}${listed.stdout}`).not.toContain('only reads')
    expect((await run('registries remove GHCR.io')).stdout).toBe('The login for GHCR.io is removed.\n')
    expect(await run('registries remove ghcr.io')).toMatchObject({ code: 3 })
  })

  test('who may reach an endpoint is changed by name', async () => {
    const id = await deployed('--name door')
    expect((await run('access door key')).stdout).toMatch(/^dep-\S+ may be reached by requests with an API key/)
    expect(await json(`get ${id}`)).toMatchObject({ access: 'key' })
    expect(await run('access door nobody')).toMatchObject({ code: 2, stderr: expect.stringContaining('public, key') })
    await run(`delete ${id}`)
  })

  test('places are listed', async () => {
    expect((await run('hubs --region se')).stdout).toMatch(/^se-north-1 +SE +ready +15 +A +99 %/m)
    expect((await run('hubs get se-north-1')).stdout).toMatch(
      /^GPU +FREE +TOTAL +\$\/GPU-H\n(.*\n)*H100 +\d+ +64 +2\.15$/m,
    )
    expect((await run('regions')).stdout).toMatch(/^nordics +Nordic countries +4/m)
    expect((await run('pricing')).stdout).toMatch(/^H100 +1\.94 +2\.32 +pl-central-1/m)
    expect((await run('carbon SE')).stdout).toMatch(/^renewable +72 %$/m)
    expect((await run('carbon SE --forecast --hours 2')).stdout.split('\n')).toHaveLength(4)
    expect(await run('carbon Sweden')).toMatchObject({ code: 2 })
    expect(await run('carbon ZZ')).toMatchObject({ code: 3 })
  })

  test('the address of the sandbox is printed, and that there is none', async () => {
    expect(await run('sandbox')).toMatchObject({ code: 0, stdout: `${service.baseUrl}/sandbox/\n` })
    const without = await run('sandbox', { SERVICE_BASE_URL: countedService.baseUrl })
    expect(without).toMatchObject({ code: 3, stderr: expect.stringContaining('has no sandbox') })
  })
})
