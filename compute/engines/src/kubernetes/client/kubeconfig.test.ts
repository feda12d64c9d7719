import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { credentialsOf } from './credentials.ts'
import { inClusterAccess, parseKubeconfig, readKubeconfig } from './kubeconfig.ts'

const pem = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n'
const data = Buffer.from(pem).toString('base64')

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'service-kubeconfig-'))
  writeFileSync(join(folder, 'ca.crt'), pem)
  writeFileSync(join(folder, 'empty'), '')
})
afterAll(() => rmSync(folder, { recursive: true }))

const aConfig = ({ cluster = {}, user = {}, context = 'a' }: { cluster?: object; user?: object; context?: string }) =>
  JSON.stringify({
    'current-context': context,
    contexts: [
      { name: 'a', context: { cluster: 'c', user: 'u' } },
      { name: 'b', context: { cluster: 'gone', user: 'u' } },
      { name: 'd', context: { cluster: 'c', user: 'gone' } },
    ],
    clusters: [{ name: 'c', cluster: { server: 'https://cluster.example.net:6443/prefix', ...cluster } }],
    users: [{ name: 'u', user }],
  })

const read = (text: string, context?: string) => parseKubeconfig(text, folder, context)

test('the current context is read, in YAML or JSON', () => {
  const yaml = `
current-context: a
contexts: [{ name: a, context: { cluster: c, user: u } }]
clusters: [{ name: c, cluster: { server: "https://cluster.example.net", certificate-authority: ca.crt } }]
users: [{ name: u, user: { token: secret } }]
`
  expect(read(yaml)).toMatchObject({ ca: pem, insecure: false, user: { kind: 'token', token: 'secret' } })
  const { server } = read(aConfig({}))
  expect([server.host, server.pathname]).toEqual(['cluster.example.net:6443', '/prefix'])
})

test.each([
  ['certificate', { 'client-certificate-data': data, 'client-key-data': data }],
  ['token', { token: 't' }],
  ['token-file', { tokenFile: 'token' }],
  ['basic', { username: 'a', password: 'b' }],
  ['exec', { exec: { apiVersion: 'client.authentication.k8s.io/v1', command: './plugin' } }],
  ['none', {}],
])('a user that has %s is that', (kind, user) => {
  expect(read(aConfig({ user })).user.kind).toBe(kind)
})

test.each([
  ['no YAML', 'a: [', 'is not valid YAML'],
  ['a web page', '<html><body>Sign in</body></html>', 'The kubeconfig is not an object'],
  ['nothing', '', 'The kubeconfig is not an object'],
  ['no current context', aConfig({ context: '' }), 'has no current-context'],
  ['a context that is not there', aConfig({ context: 'x' }), 'no context named "x". It has a, b, d.'],
  ['a cluster that is not there', aConfig({ context: 'b' }), 'no cluster named "gone". It has c.'],
  ['a user that is not there', aConfig({ context: 'd' }), 'no user named "gone". It has u.'],
  ['a server that is none', aConfig({ cluster: { server: 'cluster:6443' } }), 'is not an https:// address'],
  ['a number for a server', aConfig({ cluster: { server: 6443 } }), 'server is not a text'],
  ['a missing file', aConfig({ cluster: { 'certificate-authority': 'none.crt' } }), 'names a file that cannot be read'],
  ['a file that is empty', aConfig({ cluster: { 'certificate-authority': 'empty' } }), 'is no PEM'],
  ['a certificate without its key', aConfig({ user: { 'client-certificate-data': data } }), 'without its key'],
  ['an auth-provider', aConfig({ user: { 'auth-provider': { name: 'gcp' } } }), 'Use exec instead'],
  ['an exec without a command', aConfig({ user: { exec: {} } }), 'an exec without a command'],
  ['an exec of long ago', aConfig({ user: { exec: { command: 'a', apiVersion: 'v1alpha1' } } }), 'unknown apiVersion'],
  ['a proxy that is no HTTP', aConfig({ cluster: { 'proxy-url': 'socks5://p' } }), 'no other proxy is supported'],
])('%s is refused with the field', (_what, text, message) => {
  expect(() => read(text)).toThrow(message)
})

test('what a kubeconfig holds is in no complaint', () => {
  const fault = () => read('users: [{ name: u, user: { token: "very-secret }')
  expect(fault).toThrow('is not valid YAML')
  try {
    fault()
  } catch (error) {
    expect(JSON.stringify([String(error), String((error as Error).cause)])).not.toContain('very-secret')
  }
})

test('a file that is not there is said to be so, and so is a service outside of a cluster', () => {
  expect(() => readKubeconfig(join(folder, 'nothing'))).toThrow('cannot be read')
  expect(() => inClusterAccess({})).toThrow('does not run in a cluster')
  writeFileSync(join(folder, 'token'), 'abc\n')
  const access = inClusterAccess({ KUBERNETES_SERVICE_HOST: '10.0.0.1' }, folder)
  expect([access.server.href, access.ca, access.user.kind]).toEqual(['https://10.0.0.1/', pem, 'token-file'])
})

test('a token file is read again when the server refuses what it held', async () => {
  const path = join(folder, 'rotated')
  writeFileSync(path, 'old')
  const source = credentialsOf({ kind: 'token-file', path })
  const old = await source.current()
  writeFileSync(path, 'new')
  expect(await source.current()).toBe(old)
  expect(await source.refresh(old)).toBe(true)
  expect(await source.current()).toEqual({ headers: { authorization: 'Bearer new' } })
  expect(await source.refresh(await source.current())).toBe(false)
})

const plugin = (script: string) => ({
  kind: 'exec' as const,
  plugin: {
    command: '/bin/sh',
    args: ['-c', script],
    env: { COUNT: join(folder, 'count') },
    apiVersion: 'client.authentication.k8s.io/v1',
    folder,
    installHint: 'Install it.',
  },
})
const issue = (status: string) =>
  `echo x >> "$COUNT"; echo '{"kind":"ExecCredential","status":${status}}' | sed "s/N/$(wc -l < "$COUNT" | tr -d ' ')/"`

test('a plugin is asked once for all, and again before what it gave expires', async () => {
  let now = new Date('2026-11-22T10:00:00Z')
  const user = plugin(issue('{"token":"tN","expirationTimestamp":"2026-11-22T10:05:00Z"}'))
  const source = credentialsOf(user, () => now)
  const all = await Promise.all([source.current(), source.current(), source.current()])
  expect(all.map(({ headers }) => headers.authorization)).toEqual(['Bearer t1', 'Bearer t1', 'Bearer t1'])
  now = new Date('2026-11-22T10:04:55Z')
  expect((await source.current()).headers.authorization).toBe('Bearer t2')
})

test.each([
  ['fails', 'echo no >&2; exit 3', 'ended with 3. Install it.'],
  ['prints something else', 'echo hello', 'prints no ExecCredential'],
  ['gives nothing', issue('{}'), 'neither a token nor a certificate'],
])('a plugin that %s is said to', async (_what, script, message) => {
  await expect(credentialsOf(plugin(script)).current()).rejects.toThrow(message)
})

test('what a plugin complains of is in no fault', async () => {
  const fault = await credentialsOf(plugin('echo very-secret >&2; exit 3'))
    .current()
    .catch((error: unknown) => error as Error)
  expect(fault).toMatchObject({ message: expect.stringContaining('ended with 3. Install it.') })
  expect(String((fault as Error).cause)).not.toContain('very-secret')
})

test('a plugin has the variables of its kubeconfig and of the clouds, and no other of the service', async () => {
  vi.stubEnv('COMPUTE_SECRET_KEY', 'secret')
  vi.stubEnv('AWS_PROFILE', 'hub')
  vi.stubEnv('https_proxy', 'http://proxy')
  const script = `echo '{"status":{"token":"'"$COMPUTE_SECRET_KEY,$AWS_PROFILE,$https_proxy,\${COUNT:+count},\${PATH:+path}"'"}}'`
  try {
    const { headers } = await credentialsOf(plugin(script)).current()
    expect(headers.authorization).toBe('Bearer ,hub,http://proxy,count,path')
  } finally {
    vi.unstubAllEnvs()
  }
})
