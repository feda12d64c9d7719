import { expect, test } from 'vitest'
import { isBusy, isImageMissing, isNameTaken, isPortTaken, pullFault, startFault } from './faults.ts'

/** As Docker 20.10 and Podman 4.3 say it, or their issue trackers quote it. */
test.each([
  ['manifest for acme/app:9 not found: manifest unknown: manifest unknown', 'image-not-found'],
  [
    'initializing source docker://127.0.0.1:5000/a/b:1: reading manifest 1 in 127.0.0.1:5000/a/b: manifest unknown',
    'image-not-found',
  ],
  ["pull access denied for acme/app, repository does not exist or may require 'docker login'", 'image-denied'],
  ['reading manifest latest in docker.io/acme/app: requested access to the resource is denied', 'image-denied'],
  ['reading manifest 1 in 127.0.0.1:5000/a/b: authentication required', 'image-denied'],
  ['unauthorized: incorrect username or password', 'image-denied'],
  ['no matching manifest for linux/arm64/v8 in the manifest list entries', 'image-not-found'],
  ['no image found in image index for architecture "arm64", variant "v8", OS "linux"', 'image-not-found'],
  [
    'pinging container registry 127.0.0.1:1: Get "https://127.0.0.1:1/v2/": dial tcp: connect: connection refused',
    'image-unavailable',
  ],
  ['Get "https://registry-1.docker.io/v2/": dial tcp: lookup registry-1.docker.io: no such host', 'image-unavailable'],
  ['toomanyrequests: You have reached your pull rate limit', 'image-unavailable'],
  ['received unexpected HTTP status: 500 Internal Server Error', 'image-unavailable'],
  ['writing blob: storing blob to file "/var/tmp/storage1/2": no space left on device', 'no-room'],
  ['normalizing image: normalizing name for compat API: invalid reference format', 'image-malformed'],
])('a pull that ends in "%s" is %s', (complaint, code) => {
  const fault = pullFault(complaint)
  expect(fault.code).toBe(code)
  expect(fault.message).not.toMatch(/\/|127\.0\.0\.1/)
  expect(fault.cause).toEqual(new Error(complaint))
})

const startComplaints = [
  {
    code: 'start-refused',
    words: 'its command',
    of: [
      'runc: runc create failed: unable to start container process: exec: "/no/such": stat /no/such: no such file or directory',
      'OCI runtime create failed: exec: "serve": executable file not found in $PATH: unknown',
      'exec /app: exec format error',
    ],
  },
  {
    code: 'start-refused',
    words: 'default_ulimits',
    of: [
      'crun: setrlimit `RLIMIT_NOFILE`: Operation not permitted: OCI permission denied',
      'runc: error setting rlimits for ready process: error setting rlimit type 7: operation not permitted',
    ],
  },
  {
    code: 'start-refused',
    words: 'runc',
    of: ['crun: cgroups in hybrid mode not supported, drop all controllers from cgroupv2'],
  },
  {
    code: 'start-refused',
    words: 'GPUs',
    of: [
      'setting up CDI devices: unresolvable CDI devices nvidia.com/gpu=9',
      'could not select device driver "nvidia" with capabilities: [[gpu]]',
    ],
  },
  {
    code: 'no-room',
    words: 'left',
    of: [
      'mkdir /var/lib/docker/overlay2/1: no space left on device',
      'fork/exec /usr/bin/runc: cannot allocate memory',
    ],
  },
  { code: 'start-refused', words: 'could not be started', of: ['something that nobody has seen before'] },
]

test.each(startComplaints.flatMap(({ code, words, of }) => of.map((complaint) => [complaint, code, words] as const)))(
  'a start that ends in "%s" is %s',
  (complaint, code, words) => {
    const fault = startFault(complaint)
    expect(fault.code).toBe(code)
    expect(fault.message).toContain(words)
    expect(fault.cause).toEqual(new Error(complaint))
  },
)

test('a failure that is not the order’s fault keeps the message of the engine', () => {
  const docker = { status: 409, message: 'Conflict. The container name "/a" is already in use by container "f00".' }
  const podman = {
    status: 500,
    message: 'creating container storage: the container name "a" is already in use by f00.',
  }
  expect([docker, podman].map(isNameTaken)).toEqual([true, true])
  expect(isNameTaken({ status: 500, message: 'listen tcp 127.0.0.1:40000: bind: address already in use' })).toBe(false)
  expect(isPortTaken({ status: 500, message: 'listen tcp 127.0.0.1:40000: bind: address already in use' })).toBe(true)
  expect(isPortTaken({ status: 500, message: 'Bind for 127.0.0.1:40000 failed: port is already allocated' })).toBe(true)
  expect(isImageMissing({ status: 404, message: 'No such image: acme/app:1' })).toBe(true)
  expect(isImageMissing({ status: 500, message: 'localhost/nope:1: image not known' })).toBe(true)
  expect(isImageMissing({ status: 201, message: '' })).toBe(false)
  expect(isBusy({ status: 500, message: 'sending SIGKILL to container f00: container state improper: stopped' })).toBe(
    true,
  )
})
