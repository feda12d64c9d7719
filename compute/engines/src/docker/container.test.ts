import { expect, test } from 'vitest'
import { exposedPort, readContainer } from './container.ts'

const never = '0001-01-01T00:00:00Z'
const [started, finished] = ['2026-11-20T10:00:00.123456789Z', '2026-11-20T10:00:05.5Z']

type State = {
  Status: string
  Restarting?: boolean
  OOMKilled?: boolean
  ExitCode?: number
  StartedAt?: string
  FinishedAt?: string
}

function aContainer(state: State, fields: { policy?: string; labels?: object; ports?: object | null } = {}): object {
  const { policy = 'no', labels = {}, ports = { '8080/tcp': [{ HostIp: '127.1.2.3', HostPort: '40000' }] } } = fields
  return {
    Name: '/svc-a-1',
    State: { Restarting: false, OOMKilled: false, ExitCode: 0, StartedAt: started, FinishedAt: never, ...state },
    RestartCount: 2,
    HostConfig: { RestartPolicy: { Name: policy, MaximumRetryCount: 0 } },
    NetworkSettings: { Ports: ports },
    Config: {
      Labels: {
        'service.owner': 'test',
        'service.deployment': 'dep_a',
        'service.company': 'cmp_a',
        'service.attempt': '3',
        'service.port': '8080',
        'service.gpus': '0,3',
        ...labels,
      },
    },
  }
}

const read = (state: State, fields?: Parameters<typeof aContainer>[1]) =>
  readContainer('test', aContainer(state, fields))

test('a running container has its address and its GPUs', () => {
  expect(read({ Status: 'running' })).toEqual({
    devices: ['0', '3'],
    instance: {
      name: 'svc-a-1',
      deploymentId: 'dep_a',
      companyId: 'cmp_a',
      attempt: 3,
      state: 'running',
      startedAt: new Date('2026-11-20T10:00:00.123Z'),
      finishedAt: null,
      exitCode: null,
      outOfMemory: 'no',
      restarts: 2,
      address: { host: '127.1.2.3', port: 40_000 },
      hasPort: true,
    },
  })
})

test.each<[string, State, string | undefined, object]>([
  ['was made', { Status: 'created', StartedAt: never }, 'no', { state: 'created', startedAt: null, address: null }],
  ['was made by Podman', { Status: 'configured', StartedAt: never }, 'no', { state: 'created', startedAt: null }],
  [
    'runs again',
    { Status: 'running', FinishedAt: finished, ExitCode: 0 },
    'no',
    { state: 'running', finishedAt: null, exitCode: null },
  ],
  ['was paused by somebody', { Status: 'paused' }, 'no', { state: 'running' }],
  [
    'ended',
    { Status: 'exited', ExitCode: 3, FinishedAt: finished },
    'no',
    { state: 'exited', exitCode: 3, finishedAt: new Date(finished) },
  ],
  [
    'ended under Podman a moment ago',
    { Status: 'stopped', ExitCode: 3, FinishedAt: finished },
    'no',
    { state: 'exited', exitCode: 3 },
  ],
  [
    'is about to be started by Podman',
    { Status: 'stopped', ExitCode: 3, FinishedAt: finished },
    'on-failure',
    { state: 'restarting', exitCode: 3 },
  ],
  [
    'is about to be started by Docker',
    { Status: 'restarting', Restarting: true, ExitCode: 1, FinishedAt: finished },
    'unless-stopped',
    { state: 'restarting' },
  ],
  [
    'ended by clocks that disagree',
    { Status: 'exited', FinishedAt: '2026-11-20T10:00:00.120Z' },
    'no',
    { finishedAt: new Date('2026-11-20T10:00:00.123Z') },
  ],
  [
    'was killed for its memory',
    { Status: 'exited', OOMKilled: true, ExitCode: 137, FinishedAt: finished },
    'no',
    { outOfMemory: 'yes' },
  ],
  ['was killed', { Status: 'exited', ExitCode: 137, FinishedAt: finished }, 'no', { outOfMemory: 'suspected' }],
  ['is in a state that is new', { Status: 'dreaming' }, 'no', { state: 'running' }],
])('one that %s', (_what, state, policy, fields) => {
  expect(read(state, policy === undefined ? {} : { policy })?.instance).toMatchObject(fields)
})

test('a container without a port has no address, and one without our label is ignored', () => {
  expect(read({ Status: 'running' }, { labels: { 'service.port': '' } })?.instance).toMatchObject({
    hasPort: false,
    address: null,
  })
  expect(read({ Status: 'running' }, { ports: null })?.instance.address).toBeNull()
  const elsewhere = { '8080/tcp': [{ HostIp: '0.0.0.0', HostPort: '40000' }] }
  expect(read({ Status: 'running' }, { ports: elsewhere })?.instance.address).toBeNull()
  expect(read({ Status: 'running' }, { labels: { 'service.owner': 'other' } })).toBeUndefined()
  expect(readContainer('test', { Name: '/x', Config: { Labels: null } })).toBeUndefined()
})

test.each([
  [{ '8080/tcp': {} }, 8_080],
  [{ '9000/tcp': {}, '80/tcp': {}, '53/udp': {} }, 80],
  [{ '443': {} }, 443],
  [{ '53/udp': {} }, null],
  [{}, null],
  [null, null],
])('an image that exposes %j has the port %s', (ExposedPorts, port) => {
  expect(exposedPort({ Config: { ExposedPorts } })).toBe(port)
})
