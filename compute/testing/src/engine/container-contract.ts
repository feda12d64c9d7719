/** What is to hold of containers beyond the contract of all engines, under Docker as under Podman. */
import { request } from 'node:http'
import { createServer } from 'node:net'
import { type DockerEngineOptions, dockerEngine } from '@service/compute-engines/docker/docker-engine.ts'
import { ownAddress } from '@service/compute-engines/docker/own-address.ts'
import { type Engine, EngineFault, type InstanceOrder } from '@service/compute-engines/engine.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ContainerService, greeting } from './container-service.ts'
import { anOrder, describeEngine, inTime } from './engine-contract.ts'
import { registryUser, startTestRegistry, type TestRegistry } from './registry.ts'

const nodes = [{ name: 'node-1', gpuType: 'H100', gpus: 8 }]
const mebibyte = 2 ** 20

const any = async () => {}

const sh = (script: string): string[] => ['/bin/sh', '-c', script]

export function describeContainers(name: string, startService: () => Promise<ContainerService>, runs: boolean): void {
  describeEngine(
    name,
    async () => {
      const service = await startService()
      const registry = await startTestRegistry(service.registryPort, service.rootFolder)
      const { image } = service
      const at = `127.0.0.1:${service.registryPort}`
      const engine = dockerEngine({
        address: { socketPath: service.socketPath },
        owner: 'test',
        nodes,
        cpuOnly: true,
        checkRegistry: any,
        limitsPerGpu: { memoryBytes: 64 * mebibyte },
      })
      return {
        engine,
        workloads: {
          runs: { image },
          // The two streams are read apart, so what is written to both at once has no order.
          ends: (exitCode) => ({ image, command: sh(`echo out; sleep 0.2; echo err >&2; exit ${exitCode}`) }),
          says: (words) => ({ image, command: sh(`for word; do echo "[$word]"; done`), args: ['sh', ...words] }),
          outgrowsItsMemory: { image, command: sh('dd if=/dev/zero of=/dev/null bs=200M count=1') },
          private: { image: `${at}/team/secret:1`, login: registryUser },
          faulty: {
            'image-malformed': { image: 'Not//an image' },
            'image-not-found': { image: `${at}/team/nothing:1` },
            'image-denied': { image: `${at}/team/private:1` },
            'image-unavailable': { image: `${at}/team/failing:1` },
            'start-refused': { image, command: ['/no/such/command'] },
          },
        },
        async fallSilent(how) {
          if (how === 'gone') await service.kill()
          else service.freeze()
        },
        async comeBack() {
          service.thaw()
          await service.kill()
          await service.start()
        },
        async close() {
          await engine.close()
          await registry.close()
          await service.close()
        },
      }
    },
    runs,
  )

  describe.runIf(runs)(`containers under ${name}`, () => {
    let service: ContainerService
    let registry: TestRegistry
    let engine: Engine
    let image: string
    const opened: Engine[] = []
    const anEngine = (options: Partial<DockerEngineOptions> = {}): Engine => {
      const address = { socketPath: service.socketPath }
      const another = dockerEngine({ address, owner: 'test', nodes, cpuOnly: true, checkRegistry: any, ...options })
      opened.push(another)
      return another
    }
    const inspect = (name: string) => engine.inspect(name, inTime())
    const textOf = async (order: InstanceOrder): Promise<string> => {
      await expect.poll(async () => (await inspect(order.name))?.state).toBe('exited')
      const texts: string[] = []
      const all = { follow: false, since: null, tail: null }
      for await (const { text } of engine.logs(order.name, all, inTime())) texts.push(text)
      return texts.join('\n')
    }
    const runJob = async (script: string, fields: Partial<InstanceOrder> = {}, by = engine): Promise<string> => {
      const order = anOrder({ image, command: sh(script), job: true, ...fields })
      await by.apply(order, inTime())
      return textOf(order)
    }
    const faultOf = (work: Promise<unknown>) =>
      work.then(
        () => 'no fault',
        (error) => error.code,
      )

    beforeAll(async () => {
      service = await startService()
      registry = await startTestRegistry(service.registryPort, service.rootFolder)
      image = service.image
      engine = anEngine()
    })
    afterAll(async () => {
      await Promise.all(opened.map((each) => each.close()))
      await registry?.close()
      await service?.close()
    })
    beforeEach(async () => {
      for (const { name } of await engine.list(inTime())) await engine.remove(name, inTime())
    })

    test.each([
      ['that the image exposes', { port: null }],
      ['that was ordered', { port: 8080 }],
    ])('the port %s is reached, from this machine only', async (_which, fields) => {
      const { address, hasPort, name } = await engine.apply(anOrder({ image, ...fields }), inTime())
      expect(address).toEqual(ownAddress(name, 1))
      expect(hasPort).toBe(true)
      await expect.poll(() => get(address!)).toBe(greeting)
      expect(service.command('port', name)).toBe(`8080/tcp -> ${address!.host}:${address!.port}`)
    })

    test('a restarted container keeps its address, whatever was started meanwhile', async () => {
      const serve = 'httpd -f -p 8080 -h /www & sleep 1; exit 1'
      const { name } = await engine.apply(anOrder({ image, command: sh(serve), port: 8080 }), inTime())
      const seen = new Set<string>()
      for (let restarts = 0; restarts < 2; restarts = (await inspect(name))?.restarts ?? 0) {
        const other = await engine.apply(anOrder({ image }), inTime())
        const { address } = (await inspect(name))!
        if (address) seen.add(`${address.host}:${address.port}`)
        expect(other.address).not.toEqual(address)
        await engine.remove(other.name, inTime())
      }
      expect(seen.size).toBe(1)
    })

    test('a container is published at another address where one is taken', async () => {
      const order = anOrder({ image })
      const server = createServer().listen(ownAddress(order.name, 1).port, '0.0.0.0')
      try {
        const { address } = await engine.apply(order, inTime())
        expect(address).not.toEqual(ownAddress(order.name, 1))
        await expect.poll(() => get(address!)).toBe(greeting)
      } finally {
        server.close()
      }
    })

    test.runIf(name.includes('Podman'))('containers reach those of their own company, and no others', async () => {
      const [own, other] = [anOrder({ image, companyId: 'cmp_own' }), anOrder({ image, companyId: 'cmp_other' })]
      await Promise.all([own, other].map((order) => engine.apply(order, inTime())))
      const fetching = ({ name }: InstanceOrder) => {
        const format = '{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}'
        const ip = service.command('inspect', '--format', format, name)
        return runJob(`printf 'GET / HTTP/1.0\\r\\n\\r\\n' | nc -w 3 ${ip} 8080 || echo unreached`, {
          companyId: 'cmp_own',
        })
      }
      expect(await fetching(own)).toContain(greeting.trim())
      expect(await fetching(other)).toMatch(/unreached/)
    })

    test('an instance has few capabilities, no new privileges, its limits and its variables', async () => {
      const files = [
        ...['memory/memory.limit_in_bytes', 'cpu/cpu.cfs_quota_us', 'cpu/cpu.shares'],
        ...['memory.max', 'cpu.max', 'cpu.weight'],
      ]
      const limits = `cd /sys/fs/cgroup; for file in ${files.join(' ')}; do echo $file $(cat $file); done 2>/dev/null`
      const limited = anEngine({ limitsPerGpu: { memoryBytes: 32 * mebibyte, cpus: 3 } })
      const fields = { nodes: [{ name: 'node-1', gpus: 2 }], env: { GREETING: 'a "b" $c' } }
      const said = await runJob(`cat /proc/self/status; ${limits}; echo "$GREETING"`, fields, limited)
      const capabilities = {
        chown: 0,
        dacOverride: 1,
        fowner: 3,
        fsetid: 4,
        kill: 5,
        setgid: 6,
        setuid: 7,
        bindService: 10,
      }
      const allowed = Object.values(capabilities).reduce((sum, bit) => sum + 2 ** bit, 0)
      expect(Number.parseInt(/CapBnd:\s*(\w+)/.exec(said)?.[1] ?? '', 16)).toBe(allowed)
      expect(said).toMatch(/NoNewPrivs:\s*1/)
      expect(said).toContain(String(64 * mebibyte))
      expect(said).toMatch(/cpu.cfs_quota_us 600000|cpu.max 600000 100000/)
      expect(said).toMatch(/cpu.shares 2048|cpu.weight (?:7\d|8\d|[1-9]\d\d)/)
      expect(said).toContain('a "b" $c')
    })

    test('an order has the processors and memory that it asks for, in place of those by GPU', async () => {
      const files = ['memory/memory.limit_in_bytes', 'cpu/cpu.cfs_quota_us', 'memory.max', 'cpu.max']
      const limits = `cd /sys/fs/cgroup; for file in ${files.join(' ')}; do echo $file $(cat $file); done 2>/dev/null`
      const limited = anEngine({ limitsPerGpu: { memoryBytes: 128 * mebibyte, cpus: 3 } })
      const resources = { cpus: 0.25, memoryBytes: 96 * mebibyte, diskBytes: 4_096 }
      const said = await runJob(limits, { nodes: [{ name: 'node-1', gpus: 2 }], resources }, limited)
      expect(said).toContain(String(96 * mebibyte))
      expect(said).toMatch(/cpu.cfs_quota_us 25000|cpu.max 25000 100000/)
      const disk = { image, resources: { ...resources, diskBytes: 2 ** 60 } }
      await expect(limited.apply(anOrder(disk), inTime())).rejects.toThrow(/GB of free disk; disk_gb asks for/)
    })

    test('a container without our label is left alone, whatever its name', async () => {
      const [foreign, others] = [anOrder({ image }), anOrder({ image })]
      service.command('run', '--detach', '--name', foreign.name, '--network', 'none', image, '/bin/sleep', '1000')
      await anEngine({ owner: 'somebody else' }).apply(others, inTime())
      for (const { name } of [foreign, others]) {
        expect(await inspect(name)).toBeUndefined()
        expect(await engine.stop(name, 0, inTime())).toBeUndefined()
        await engine.remove(name, inTime())
        expect(await faultOf(engine.apply({ ...foreign, name }, inTime()))).toBe('start-refused')
      }
      expect(await engine.list(inTime())).toEqual([])
      expect(service.command('ps', '--quiet').split('\n')).toHaveLength(2)
      service.command('rm', '--force', foreign.name, others.name)
    })

    test('a container that a crash left created is started', async () => {
      const order = anOrder({ image, command: sh('echo done'), job: true })
      const labels = {
        owner: 'test',
        deployment: order.deploymentId,
        company: 'cmp_a',
        attempt: '1',
        port: '',
        gpus: '',
      }
      const args = Object.entries(labels).flatMap(([name, value]) => ['--label', `service.${name}=${value}`])
      service.command('create', '--name', order.name, '--network', 'none', ...args, image, '/bin/echo', 'left behind')
      expect(await inspect(order.name)).toMatchObject({ state: 'created', startedAt: null })
      expect((await engine.apply(order, inTime())).startedAt).not.toBeNull()
      expect(await textOf(order)).toBe('left behind')
    })

    test('concurrent starts pull an image once, and show the pull', async () => {
      const phases: string[] = []
      const orders = [1, 2, 3].map(() => anOrder({ image: `127.0.0.1:${service.registryPort}/team/slow:1`, job: true }))
      await Promise.all(orders.map((order) => engine.apply(order, inTime(), (phase) => phases.push(phase))))
      expect(phases.sort()).toEqual(['pulling', 'pulling', 'pulling', 'starting', 'starting', 'starting'])
      expect(registry.asked(/team\/slow\/manifests/)).toBeLessThanOrEqual(2)
      await engine.apply(anOrder({ image: orders[0]!.image, job: true }), inTime(), (phase) => phases.push(phase))
      expect(phases.filter((phase) => phase === 'pulling')).toHaveLength(3)
    })

    test('a start that is given up leaves the pull to the others', async () => {
      const slow = `127.0.0.1:${service.registryPort}/team/slow:1`
      service.command('rmi', '--force', slow)
      const [patient, impatient] = [anOrder({ image: slow, job: true }), anOrder({ image: slow, job: true })]
      const applied = engine.apply(patient, inTime())
      expect(await faultOf(engine.apply(impatient, AbortSignal.timeout(300)))).toBe('unreachable')
      expect((await applied).startedAt).not.toBeNull()
    })

    test('a refused registry is not contacted, and images already at the hub run', async () => {
      const slow = `127.0.0.1:${service.registryPort}/team/slow:1`
      const strict = anEngine({
        checkRegistry: async (registry) => {
          throw new EngineFault('image-denied', `Not from ${registry}.`)
        },
      })
      await engine.apply(anOrder({ image: slow, job: true }), inTime())
      const asked = registry.asked(/./)
      expect((await strict.apply(anOrder({ image: slow, job: true }), inTime())).startedAt).not.toBeNull()
      const other = anOrder({ image: `127.0.0.1:${service.registryPort}/team/app:1` })
      await expect(strict.apply(other, inTime())).rejects.toThrow(`Not from 127.0.0.1:${service.registryPort}.`)
      expect(registry.asked(/./)).toBe(asked)
    })

    test('pulled images that are long unused are removed, others stay', async () => {
      const at = `127.0.0.1:${service.registryPort}`
      const fetched = `${at}/team/app:1`
      let now = new Date() // other engines have marked images of the same content by the real time
      const pass = (hours: number) => {
        now = new Date(now.getTime() + hours * 3_600_000)
      }
      const tidy = () => keeper.tidy!(24 * 3_600_000, inTime())
      const keeper = anEngine({ now: () => now })
      const images = () => service.command('images', '--format', '{{.Repository}}:{{.Tag}}')
      await keeper.remove((await keeper.apply(anOrder({ image: fetched, job: true }), inTime())).name, inTime())
      const used = await keeper.apply(anOrder({ image: fetched, job: true }), inTime())
      for (let days = 0; days < 3; days++) {
        pass(24)
        await tidy()
        expect(images()).toContain(fetched)
      }
      await keeper.remove(used.name, inTime())
      pass(23)
      await tidy()
      expect(images()).toContain(fetched)
      pass(1)
      await anEngine({ owner: 'somebody else' }).tidy!(0, inTime())
      expect(images()).toContain(fetched)
      await tidy()
      expect(images()).not.toContain('team/app')
      expect(images()).not.toContain('svc-fetched')
      expect(images()).toContain(image)

      const secret = anOrder({
        image: `${at}/team/secret:1`,
        registryLogin: { id: 'rgl_1', ...registryUser },
        job: true,
      })
      await keeper.apply(secret, inTime())
      expect(images()).toContain('svc-private')
      expect(images()).not.toContain('team/secret')
      await keeper.remove(secret.name, inTime())

      const again = await keeper.apply(anOrder({ image: fetched, job: true }), inTime())
      const byLogin = anOrder({ image: fetched, registryLogin: { id: 'rgl_2', ...registryUser }, job: true })
      await keeper.apply(byLogin, inTime())
      expect(images()).toContain('svc-private')
      expect(images()).toContain('team/app')
      await keeper.remove(byLogin.name, inTime())
      const pinned = `${at}/team/app:1@${/sha256:\w+/.exec(service.command('images', '--digests', `${at}/team/app`))![0]}`
      await keeper.remove(again.name, inTime())
      pass(24)
      await tidy()
      await keeper.remove((await keeper.apply(anOrder({ image: pinned, job: true }), inTime())).name, inTime())
      pass(24)
      await tidy()
      expect(images()).not.toMatch(/team\/app|svc-fetched|svc-private|svc-digest/)
      if (name.includes('Podman')) {
        expect(service.command('network', 'ls', '--quiet', '--filter', 'label=service.owner=test')).toBe('')
      }
    })

    test('on a nearly full disk no image is pulled, and present ones run', async () => {
      service.command('rmi', '--force', `127.0.0.1:${service.registryPort}/team/app:1`)
      const full = anEngine({ minFreeBytes: 2 ** 60 })
      const order = anOrder({ image: `127.0.0.1:${service.registryPort}/team/app:1`, job: true })
      expect(await faultOf(full.apply(order, inTime()))).toBe('no-room')
      expect(
        (await full.apply(anOrder({ image, command: sh('exit 0'), job: true }), inTime())).startedAt,
      ).not.toBeNull()
    })

    test('a broken image is refused as malformed', async () => {
      const broken = anOrder({ image: `127.0.0.1:${service.registryPort}/team/broken:1` })
      expect(await faultOf(engine.apply(broken, inTime()))).toMatch(/image-(malformed|unavailable)/)
      expect(await faultOf(engine.apply(anOrder({ image: 'localhost/team/nothing:1' }), inTime()))).toBe(
        'image-not-found',
      )
    })

    test('output is complete, in any script and with any length of lines', async () => {
      const said = await runJob('echo "Grüße, 世界"; echo; head -c 200000 /dev/zero | tr "\\0" x; echo; echo end')
      const lines = said.split('\n')
      expect(lines[0]).toBe('Grüße, 世界')
      expect(lines.filter((line) => line.startsWith('x')).join('')).toHaveLength(200_000)
      expect(lines.at(-1)).toBe('end')
    })

    test('followed logs continue after a restart, without repeated lines', async () => {
      const order = anOrder({
        image,
        command: sh('n=$(cat /tmp/n); n=$((n+1)); echo $n >/tmp/n; echo run $n; sleep 0.5; exit 1'),
      })
      await engine.apply(order, inTime())
      const texts: string[] = []
      const reader = new AbortController()
      const all = { follow: true, since: null, tail: null }
      for await (const { text, stream } of engine.logs(order.name, all, reader.signal)) {
        if (stream === 'stdout') texts.push(text)
        if (texts.length === 4) reader.abort()
      }
      expect(texts).toEqual(['run 1', 'run 2', 'run 3', 'run 4'])
    })

    test.runIf(name.includes('Podman'))('each instance gets its own GPUs, also from several processes', async () => {
      const gpus = (by: Engine, count: number) => {
        const order = anOrder({
          image,
          command: sh('env; trap "exit 0" TERM; sleep 1000 & wait'),
          nodes: [{ name: 'node-1', gpus: count }],
        })
        return by.apply(order, inTime()).then(() => order)
      }
      const options = { cpuOnly: false, deviceKind: service.deviceKind! }
      const [one, another] = [anEngine(options), anEngine(options)]
      const orders = await Promise.all([gpus(one, 2), gpus(another, 2), gpus(one, 1), gpus(another, 2)])
      const seen = async (order: InstanceOrder) => {
        const running = service.command('logs', order.name)
        return [...running.matchAll(/TEST_GPU_(\d)=here/g)].map(([, id]) => id)
      }
      await expect
        .poll(async () => (await Promise.all(orders.map(seen))).map(({ length }) => length))
        .toEqual([2, 2, 1, 2])
      expect(new Set((await Promise.all(orders.map(seen))).flat()).size).toBe(7)
      expect(await faultOf(gpus(one, 2))).toBe('no-room')
      await engine.stop(orders[0]!.name, 0, inTime())
      const last = await gpus(another, 2)
      await expect.poll(() => seen(last)).toEqual(await seen(orders[0]!))
    })
  })
}

function get({ host, port }: { host: string; port: number }): Promise<string> {
  return new Promise((resolve) => {
    const asked = request({ host, port, path: '/', timeout: 5_000 }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part) => {
        text += part
      })
      response.on('end', () => resolve(text))
    })
    asked.on('error', () => resolve(''))
    asked.end()
  })
}
