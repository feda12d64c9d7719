/**
 * Which service is meant, and with which key. The address comes from `--base-url`, the environment, what `svc login` kept, or it is that of
 * the demo. The key comes from the environment or from `svc login`; a kept key goes to the address that it was kept for and to
 * no other, so that another address in the environment does not receive it.
 */
import { CommandFailure, exitCode } from '../exit-code.ts'
import { type CredentialsFile, credentialsPath, readCredentials } from './credentials-file.ts'
import { readFromKeyring } from './keyring.ts'

export { forgetCredential, keepCredential } from './credentials-file.ts'
export { deleteFromKeyring, findKeyring, type Keyring, storeInKeyring } from './keyring.ts'

export type ServiceName = 'compute' | 'reputation'
export type Environment = Readonly<Record<string, string | undefined>>

export const servicesOf: Record<ServiceName, { keyVariable: string; addressVariable: string; demoAddress: string }> = {
  compute: {
    keyVariable: 'SERVICE_API_KEY',
    addressVariable: 'SERVICE_BASE_URL',
    demoAddress: 'http://127.0.0.1:4100',
  },
  reputation: {
    keyVariable: 'SERVICE_REPUTATION_API_KEY',
    addressVariable: 'SERVICE_REPUTATION_BASE_URL',
    demoAddress: 'http://127.0.0.1:4000',
  },
}

export type Connection = { baseUrl: string; apiKey: string }

export function addressOf(service: ServiceName, env: Environment, given: string | undefined): string {
  const kept = () => readCredentials(credentialsPath(env))[service]?.baseUrl
  const { addressVariable, demoAddress } = servicesOf[service]
  return normalAddress(given ?? (env[addressVariable] || kept() || demoAddress))
}

export async function connectionOf(
  service: ServiceName,
  env: Environment,
  given: string | undefined,
): Promise<Connection> {
  const { keyVariable } = servicesOf[service]
  const baseUrl = addressOf(service, env, given)
  const fromEnvironment = env[keyVariable]?.trim()
  if (fromEnvironment) return { baseUrl, apiKey: fromEnvironment }
  const credential = readCredentials(credentialsPath(env))[service]
  const isForIt = credential !== undefined && normalAddress(credential.baseUrl) === baseUrl
  const apiKey = isForIt ? await keyOf(credential, service, env) : undefined
  if (apiKey) return { baseUrl, apiKey }
  const login = `svc login${service === 'reputation' ? ' --reputation' : ''}`
  throw new CommandFailure(
    exitCode.auth,
    `There is no API key for ${service} at ${baseUrl}.`,
    credential && !isForIt
      ? `The kept key is for ${credential.baseUrl} and goes nowhere else. Run ${login} --base-url ${baseUrl}, or set ${keyVariable}.`
      : `Run ${login}, or set ${keyVariable}.`,
  )
}

type Credential = NonNullable<CredentialsFile[ServiceName]>

const keyOf = async (credential: Credential, service: ServiceName, env: Environment): Promise<string | undefined> =>
  credential.keyring ? readFromKeyring(credential.keyring, service, credential.baseUrl, env) : credential.apiKey

export function normalAddress(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash)
    throw new CommandFailure(
      exitCode.usage,
      `The address "${given}" must be an http or https address without user, query or hash.`,
    )
  return url.href.replace(/\/+$/, '')
}
