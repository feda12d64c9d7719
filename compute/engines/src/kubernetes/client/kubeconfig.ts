/**
 * Reads a kubeconfig as kubectl does: which server, how its certificate is checked, and how we say who we are. What is
 * wrong with one is said in a sentence that names the field; nothing of what it holds is ever in it.
 *
 * Not supported, because Kubernetes dropped them: `auth-provider` (use `exec`). Several files in one KUBECONFIG are not
 * merged: a hub names one file.
 */
import { readFileSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { parse } from 'yaml'

export class KubeconfigError extends Error {
  override readonly name = 'KubeconfigError'
}

export type ClusterAccess = {
  server: URL
  ca: string | undefined
  /** Which name the certificate must bear, where it is not the server's. */
  servername: string | undefined
  insecure: boolean
  /** An HTTP proxy that tunnels. */
  proxy: URL | undefined
  user: UserAccess
}

export type UserAccess =
  | { kind: 'none' }
  | { kind: 'certificate'; cert: string; key: string }
  | { kind: 'token'; token: string }
  | { kind: 'token-file'; path: string }
  | { kind: 'basic'; header: string }
  | { kind: 'exec'; plugin: ExecPlugin }

export type ExecPlugin = {
  command: string
  args: readonly string[]
  env: Readonly<Record<string, string>>
  apiVersion: string
  /** Where the command, if it is a relative path, is looked for. */
  folder: string
  installHint: string | undefined
}

type Fields = Readonly<Record<string, unknown>>

const maxBytes = 4 * 2 ** 20

/** `context` is the current one where absent. */
export function readKubeconfig(path: string, context?: string): ClusterAccess {
  let text: string
  try {
    if (statSync(path).size > maxBytes) throw new KubeconfigError('The kubeconfig is larger than 4 MB.')
    text = readFileSync(path, 'utf8')
  } catch (cause) {
    if (cause instanceof KubeconfigError) throw cause
    throw new KubeconfigError('The kubeconfig file cannot be read.', { cause })
  }
  return parseKubeconfig(text, dirname(resolve(path)), context)
}

export function parseKubeconfig(text: string, folder: string, context?: string): ClusterAccess {
  let content: unknown
  try {
    content = parse(text, { maxAliasCount: 100 })
  } catch (cause) {
    // The parser's message quotes the line, which may hold a key.
    throw new KubeconfigError('The kubeconfig is not valid YAML.', { cause: new Error((cause as Error).name) })
  }
  const config = fieldsOf(content, 'The kubeconfig')
  const name = context ?? textIn(config, 'current-context', 'The kubeconfig')
  if (!name) throw new KubeconfigError('The kubeconfig has no current-context, and the hub names none.')
  const chosen = fieldsOf(named(config, 'contexts', name).context, `The context ${name}`)
  const clusterName = textIn(chosen, 'cluster', `The context ${name}`)
  const cluster = fieldsOf(named(config, 'clusters', clusterName ?? '').cluster, `The cluster ${clusterName}`)
  const userName = textIn(chosen, 'user', `The context ${name}`)
  const user = userName ? fieldsOf(named(config, 'users', userName).user ?? {}, `The user ${userName}`) : {}
  const proxy = textIn(cluster, 'proxy-url', `The cluster ${clusterName}`)
  return {
    server: serverOf(textIn(cluster, 'server', `The cluster ${clusterName}`)),
    ca: pemIn(cluster, 'certificate-authority', { folder, what: `The cluster ${clusterName}` }),
    servername: textIn(cluster, 'tls-server-name', `The cluster ${clusterName}`),
    insecure: cluster['insecure-skip-tls-verify'] === true,
    proxy: proxy === undefined ? undefined : proxyOf(proxy),
    user: userAccess(user, folder, `The user ${userName}`),
  }
}

/** As Kubernetes lays it out for each pod that has a service account. */
const inClusterFolder = '/var/run/secrets/kubernetes.io/serviceaccount'

export function inClusterAccess(
  env: Readonly<Record<string, string | undefined>>,
  folder = inClusterFolder,
): ClusterAccess {
  const { KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: port = '443' } = env
  if (!host) throw new KubeconfigError('The service does not run in a cluster, and the hub names no kubeconfig.')
  return {
    server: serverOf(`https://${host.includes(':') ? `[${host}]` : host}:${port}`),
    ca: fileText(resolve(folder, 'ca.crt'), 'The certificate authority of the service account'),
    servername: undefined,
    insecure: false,
    proxy: undefined,
    user: { kind: 'token-file', path: resolve(folder, 'token') },
  }
}

function userAccess(user: Fields, folder: string, what: string): UserAccess {
  if (user['auth-provider'] !== undefined) {
    throw new KubeconfigError(`${what} has an auth-provider, which Kubernetes has removed. Use exec instead.`)
  }
  const cert = pemIn(user, 'client-certificate', { folder, what })
  const key = pemIn(user, 'client-key', { folder, what })
  if (cert && key) return { kind: 'certificate', cert, key }
  if (cert || key) throw new KubeconfigError(`${what} has a client certificate without its key, or the reverse.`)
  const tokenFile = textIn(user, 'tokenFile', what)
  if (tokenFile) return { kind: 'token-file', path: resolve(folder, tokenFile) }
  const token = textIn(user, 'token', what)
  if (token) return { kind: 'token', token }
  const [username, password] = [textIn(user, 'username', what), textIn(user, 'password', what)]
  if (username) {
    return { kind: 'basic', header: `Basic ${Buffer.from(`${username}:${password ?? ''}`).toString('base64')}` }
  }
  if (user.exec !== undefined) return { kind: 'exec', plugin: execPlugin(fieldsOf(user.exec, what), folder, what) }
  return { kind: 'none' }
}

const execVersions = ['client.authentication.k8s.io/v1', 'client.authentication.k8s.io/v1beta1']

function execPlugin(exec: Fields, folder: string, what: string): ExecPlugin {
  const [command, apiVersion] = [textIn(exec, 'command', what), textIn(exec, 'apiVersion', what)]
  if (!command) throw new KubeconfigError(`${what} has an exec without a command.`)
  if (!apiVersion || !execVersions.includes(apiVersion)) {
    throw new KubeconfigError(`${what} has an exec of an unknown apiVersion. Use ${execVersions[0]}.`)
  }
  const args = exec.args ?? []
  if (!Array.isArray(args) || !args.every((arg) => typeof arg === 'string')) {
    throw new KubeconfigError(`${what} has an exec whose args are not a list of texts.`)
  }
  const env = listIn(exec, 'env', what).map((entry) => [
    textIn(entry, 'name', what) ?? '',
    textIn(entry, 'value', what) ?? '',
  ])
  if (exec.interactiveMode === 'Always') {
    throw new KubeconfigError(`${what} has an exec that needs a terminal, which a service has not.`)
  }
  const installHint = textIn(exec, 'installHint', what)
  return { command, args, env: Object.fromEntries(env), apiVersion, folder, installHint }
}

function named(config: Fields, list: 'contexts' | 'clusters' | 'users', name: string): Fields {
  const entries = listIn(config, list, 'The kubeconfig')
  const found = entries.find((entry) => entry.name === name)
  if (found) return found
  const known = entries.map((entry) => String(entry.name)).slice(0, 10)
  const hint = known.length > 0 ? `It has ${known.join(', ')}.` : 'It has none.'
  throw new KubeconfigError(`The kubeconfig has no ${list.slice(0, -1)} named ${JSON.stringify(name)}. ${hint}`)
}

function listIn(fields: Fields, name: string, what: string): Fields[] {
  const list = fields[name] ?? []
  if (!Array.isArray(list)) throw new KubeconfigError(`${what} has ${name} that are no list.`)
  return list.map((entry) => fieldsOf(entry, `${what}: ${name}`))
}

function fieldsOf(value: unknown, what: string): Fields {
  if (value !== null && typeof value === 'object' && !Array.isArray(value)) return value as Fields
  throw new KubeconfigError(`${what} is not an object.`)
}

function textIn(fields: Fields, name: string, what: string): string | undefined {
  const value = fields[name]
  if (value === undefined || value === null || value === '') return undefined
  if (typeof value !== 'string') throw new KubeconfigError(`${what}: ${name} is not a text.`)
  return value
}

/** `NAME-data` in base 64, or `NAME`, a path. */
function pemIn(fields: Fields, name: string, { folder, what }: { folder: string; what: string }): string | undefined {
  const data = textIn(fields, `${name}-data`, what)
  const path = textIn(fields, name, what)
  if (data === undefined && path === undefined) return undefined
  const text =
    data === undefined ? fileText(resolve(folder, path!), `${what}: ${name}`) : Buffer.from(data, 'base64').toString()
  if (!text.includes('-----BEGIN ')) throw new KubeconfigError(`${what}: ${name} is no PEM.`)
  return text
}

function fileText(path: string, what: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw new KubeconfigError(`${what} names a file that cannot be read.`, { cause })
  }
}

function serverOf(text: string | undefined): URL {
  const server = text === undefined ? null : URL.parse(text)
  if (server && ['https:', 'http:'].includes(server.protocol)) return server
  throw new KubeconfigError('The server of the kubeconfig is not an https:// address.')
}

function proxyOf(text: string): URL {
  const proxy = URL.parse(text)
  if (proxy?.protocol === 'http:') return proxy
  throw new KubeconfigError('The proxy-url of the kubeconfig is not an http:// address: no other proxy is supported.')
}
