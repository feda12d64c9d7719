/** Who we say we are, as of now: files are read again, and plugins asked again, before what they gave expires. */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { type ExecPlugin, KubeconfigError, type UserAccess } from './kubeconfig.ts'

export type Credentials = {
  headers: Readonly<Record<string, string>>
  cert?: string
  key?: string
}

export type CredentialSource = {
  current(): Promise<Credentials>
  /** The server refused these: new ones are had. False where that cannot help. */
  refresh(refused: Credentials): Promise<boolean>
}

const fileKeptMs = 60_000
const execMs = 30_000
const maxOutputBytes = 2 ** 20
/** What a plugin has of the environment of the service: not its secrets, but what the plugins of the clouds read. */
const pluginVariables =
  /^(?:PATH|HOME|(?:https?|all|no)_proxy|(?:AWS|AZURE|AAD|ARM|GOOGLE|CLOUDSDK|OCI|DIGITALOCEAN)_\w+|USE_GKE_GCLOUD_AUTH_PLUGIN)$/i
/** A credential is not used in its last moments: it would be refused on the way. */
const spareMs = 10_000

const bearer = (token: string): Credentials => ({ headers: { authorization: `Bearer ${token}` } })

export function credentialsOf(user: UserAccess, now: () => Date = () => new Date()): CredentialSource {
  switch (user.kind) {
    case 'none':
      return fixed({ headers: {} })
    case 'certificate':
      return fixed({ headers: {}, cert: user.cert, key: user.key })
    case 'token':
      return fixed(bearer(user.token))
    case 'basic':
      return fixed({ headers: { authorization: user.header } })
    case 'token-file':
      return renewed(
        async () => ({
          credentials: bearer(readToken(user.path)),
          untilMs: now().getTime() + fileKeptMs,
        }),
        now,
      )
    case 'exec':
      return renewed(() => runPlugin(user.plugin), now)
  }
}

const fixed = (credentials: Credentials): CredentialSource => ({
  current: async () => credentials,
  refresh: async () => false,
})

type Issued = { credentials: Credentials; untilMs: number }

/** One request for new ones at a time, however many ask. */
function renewed(issue: () => Promise<Issued>, now: () => Date): CredentialSource {
  let issued: Issued | undefined
  let issuing: Promise<Issued> | undefined
  const renew = async (): Promise<Credentials> => {
    issuing ??= issue().finally(() => {
      issuing = undefined
    })
    issued = await issuing
    return issued.credentials
  }
  return {
    current: async () => (issued && now().getTime() < issued.untilMs ? issued.credentials : renew()),
    async refresh(refused) {
      if (issued?.credentials !== refused) return true
      const before = JSON.stringify(refused)
      return JSON.stringify(await renew()) !== before
    },
  }
}

function readToken(path: string): string {
  let token: string
  try {
    token = readFileSync(path, 'utf8').trim()
  } catch (cause) {
    throw new KubeconfigError('The token file of the kubeconfig cannot be read.', { cause })
  }
  if (!/^[\x21-\x7e]+$/.test(token)) throw new KubeconfigError('The token file of the kubeconfig holds no token.')
  return token
}

/** By the protocol of client.authentication.k8s.io: it prints an ExecCredential. */
async function runPlugin(plugin: ExecPlugin): Promise<Issued> {
  const output = await outputOf(plugin)
  let status: Readonly<Record<string, unknown>>
  try {
    status = JSON.parse(output).status
    if (status === null || typeof status !== 'object') throw new Error('no status')
  } catch (cause) {
    throw new KubeconfigError('The exec plugin of the kubeconfig prints no ExecCredential.', {
      cause: new Error((cause as Error).name),
    })
  }
  const { token, clientCertificateData: cert, clientKeyData: key, expirationTimestamp } = status
  const expiresMs = typeof expirationTimestamp === 'string' ? Date.parse(expirationTimestamp) : Number.NaN
  const credentials: Credentials = {
    headers: typeof token === 'string' ? bearer(token).headers : {},
    ...(typeof cert === 'string' && typeof key === 'string' && { cert, key }),
  }
  if (!credentials.headers.authorization && !credentials.cert) {
    throw new KubeconfigError('The exec plugin of the kubeconfig gives neither a token nor a certificate.')
  }
  return { credentials, untilMs: Number.isNaN(expiresMs) ? Number.POSITIVE_INFINITY : expiresMs - spareMs }
}

function outputOf({ command, args, env, apiVersion, folder, installHint }: ExecPlugin): Promise<string> {
  const hint = installHint ? ` ${installHint}` : ''
  const info = { apiVersion, kind: 'ExecCredential', spec: { interactive: false } }
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => pluginVariables.test(name)))
  return new Promise((done, fail) => {
    const program = command.includes('/') ? resolve(folder, command) : command
    const child = spawn(program, args, {
      env: { ...inherited, ...env, KUBERNETES_EXEC_INFO: JSON.stringify(info) },
      stdio: ['ignore', 'pipe', 'ignore'], // what it complains of may hold a secret, and would be logged
      timeout: execMs,
      killSignal: 'SIGKILL',
    })
    let output = ''
    child.stdout.on('data', (chunk) => {
      output += chunk
      if (output.length > maxOutputBytes) child.kill('SIGKILL')
    })
    child.once('error', (cause) => {
      fail(new KubeconfigError(`The exec plugin of the kubeconfig cannot be run.${hint}`, { cause }))
    })
    child.once('close', (code, signal) => {
      if (code === 0) return done(output)
      const how = signal ? `was ended (${signal})` : `ended with ${code}`
      fail(new KubeconfigError(`The exec plugin of the kubeconfig ${how}.${hint}`))
    })
  })
}
