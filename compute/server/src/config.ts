/**
 * Every setting of the compute service, from environment variables that begin with `COMPUTE_`. The table in
 * `docs/configuration.md` is made from `describeSettings`.
 */
import { isIP } from 'node:net'
import { countryCoded } from '@service/compute-domain/regions/countries.ts'
import { parseEngineAddress } from '@service/compute-engines/docker/engine-address.ts'
import { engineFactories } from '@service/compute-engines/engine-factories.ts'
import {
  ConfigError,
  type Environment,
  type EnvReader,
  envReader,
  type Variable,
} from '@service/foundation/config/config.ts'
import {
  outboundSettings,
  placeSettings,
  processSettings,
  settingsRoot,
  webhookSettings,
} from '@service/foundation/program/settings.ts'
import { parseSealingKeys } from '@service/foundation/sealing/sealing-keys.ts'
import { signUpModes } from '@service/foundation/sign-up/model/sign-up-mode.ts'
import { minUsageKeptDays } from './deployments/model/kept-days.ts'
import { kindsWithoutFile, readRegistry } from './hub-engines/hub-engines.ts'

const settingsPrefix = 'COMPUTE_'

export type Config = ReturnType<typeof readConfig>

export function readConfig(env: Environment) {
  const read = envReader(env, settingsPrefix)
  const { DOCKER_HOST, XDG_RUNTIME_DIR } = env
  const found = read.all(settings(read))
  checkTls(found)
  checkAcme(found)
  return { ...found, engineEnvironment: { DOCKER_HOST, XDG_RUNTIME_DIR } }
}

type Tls = Record<
  | 'gatewayCertificateFile'
  | 'gatewayKeyFile'
  | 'gatewayRedirectPort'
  | 'gatewayDomain'
  | 'acmeDirectory'
  | 'acmeEndpoints'
  | 'acmeTermsAgreed'
  | 'acmeKeyId'
  | 'acmeKey',
  unknown
>

function checkTls({
  gatewayCertificateFile: certificate,
  gatewayKeyFile: key,
  gatewayRedirectPort: redirect,
  acmeDirectory: directory,
}: Tls) {
  if ((certificate === undefined) !== (key === undefined))
    throw new ConfigError(['COMPUTE_GATEWAY_TLS_CERTIFICATE and COMPUTE_GATEWAY_TLS_KEY go together: set both or none'])
  if (redirect !== undefined && certificate === undefined && directory === undefined)
    throw new ConfigError([
      'COMPUTE_GATEWAY_REDIRECT_PORT needs COMPUTE_GATEWAY_TLS_CERTIFICATE or COMPUTE_GATEWAY_ACME_DIRECTORY: there is no HTTPS to send callers to',
    ])
}

function checkAcme({ acmeDirectory: directory, acmeEndpoints, acmeTermsAgreed, acmeKeyId, acmeKey, ...gateway }: Tls) {
  if ((acmeKeyId === undefined) !== (acmeKey === undefined))
    throw new ConfigError([
      'COMPUTE_GATEWAY_ACME_EAB_KEY_ID and COMPUTE_GATEWAY_ACME_EAB_KEY go together: set both or none',
    ])
  if (directory === undefined) return
  if (gateway.gatewayRedirectPort === undefined)
    throw new ConfigError([
      'COMPUTE_GATEWAY_ACME_DIRECTORY needs COMPUTE_GATEWAY_REDIRECT_PORT: the authority looks for proofs at port 80, which has to lead there',
    ])
  if (gateway.gatewayCertificateFile === undefined && !acmeEndpoints)
    throw new ConfigError([
      'COMPUTE_GATEWAY_ACME_DIRECTORY needs COMPUTE_GATEWAY_TLS_CERTIFICATE, or COMPUTE_GATEWAY_ACME_ENDPOINTS=true: endpoints would have no certificate',
    ])
  if (acmeEndpoints && gateway.gatewayDomain === undefined)
    throw new ConfigError([
      'COMPUTE_GATEWAY_ACME_ENDPOINTS needs COMPUTE_GATEWAY_DOMAIN: an authority gives no certificates for localhost',
    ])
  if (!acmeTermsAgreed)
    throw new ConfigError([
      'COMPUTE_GATEWAY_ACME_DIRECTORY needs COMPUTE_GATEWAY_ACME_TERMS_AGREED=true: read the terms of the certificate authority first',
    ])
}

/** The path of the file of hubs, whatever is wrong with the other settings. */
export function readHubsFileSetting(env: Environment): string | undefined {
  const { name, parse } = settings(envReader(env, settingsPrefix)).hubsFile
  const read = parse(env[name] ?? '')
  return env[name] && 'value' in read ? read.value : undefined
}

/** In the order of the documentation. */
export const describeSettings = (): Variable<unknown>[] => Object.values(settings(envReader({}, settingsPrefix)))

function settings(read: EnvReader) {
  return {
    ...placeSettings(read, {
      port: 4100,
      metricsPort: 4102,
      dataDir: 'data/compute',
      keeps: ' and of the sealing key',
    }),
    secretsKeys: read.optional(
      read.parsed('SECRETS_KEYS', 'keys, comma-separated: `<id>:<base64 of 32 bytes>`', {
        about:
          'Seal the environment variables of deployments, kept logs, logins for registries, keys of certificates and secrets of ' +
          'webhooks: the first seals, all open. Without it a ' +
          'key is made at the first start, in `secrets.key` of the data folder. Processes that share a database need the same keys.',
        read: parseSealingKeys,
      }),
    ),
    ...gatewaySettings(read),
    ...engineSettings(read),
    country: read.optional(
      read.parsed('COUNTRY', 'ISO 3166-1 alpha-2', {
        about:
          'Where this service and what it stores stand, and with `docker` the hub that this machine is: needed there, but ' +
          'for the demo, which takes `DE`. Without it no hub counts as sovereign.',
        read: readCountry,
      }),
    ),
    hubsFile: read.optional(
      read.path('HUBS_FILE', {
        about: 'The hubs with their operators, nodes and prices; see docs/compute.md. It ends what `ENGINE` chooses.',
        base: settingsRoot,
      }),
    ),
    signUp: read.optional(
      read.oneOf('SIGNUP', signUpModes, {
        about:
          'Who may make a free account: `open` is anybody, `invite` those with an invitation of `npm run admin -- compute ' +
          'sign-up invite`, `off` nobody. `invite` when absent; in the demo `open`.',
      }),
    ),
    sandbox: read.boolean('SANDBOX', {
      about:
        'Whether the API can be tried without an account, at `/sandbox/`: on hubs in memory, where nothing really runs.',
      default: true,
    }),
    sandboxRequestsPerMinute: read.integer('SANDBOX_REQUESTS_PER_MINUTE', {
      about: 'How many requests a minute an address may make in the sandbox.',
      default: 60,
      min: 1,
      max: 1_000_000,
    }),
    maxLifetimeMs: read.optional(
      read.durationMs('MAX_LIFETIME', {
        about:
          'How long a deployment may run before it is stopped, with the reason `max_lifetime`; a request may ask for less ' +
          '(`max_lifetime_hours`). No limit when absent.',
        min: '1s',
        max: '36500d',
      }),
    ),
    liveDeployments: read.integer('LIVE_DEPLOYMENTS', {
      about: 'How many deployments of one company may be alive at a time, simulated and scheduled ones included.',
      default: 500,
      min: 1,
      max: 10_000_000,
    }),
    ...carbonSettings(read),
    ...outboundSettings(read, ' and providers of carbon intensities'),
    ...webhookSettings(read),
    eventsKeptMs: read.durationMs('EVENTS_KEPT_FOR', {
      about: 'How long what happened to deployments is kept.',
      default: '400d',
      min: '1d',
      max: '36500d',
    }),
    logsKeptMs: read.durationMs('LOGS_KEPT_FOR', {
      about:
        'How long the last lines of what a container wrote (2,000, or 256 kB) are kept in the database once it has ended. 0s keeps ' +
        'none. They are kept only where the sovereignty of the deployment lets its data be in `COUNTRY`.',
      default: '7d',
      max: '3650d',
    }),
    samplesKeptMs: read.durationMs('METRICS_KEPT_FOR', {
      about: 'How long what deployments use, minute by minute, is kept.',
      default: '3d',
      min: '1h',
      max: '31d',
    }),
    usageKeptMs: read.durationMs('USAGE_KEPT_FOR', {
      about:
        'How long deployments are kept once they have ended, with what they used. Never less than the thirteen months ' +
        'whose usage can be asked for.',
      default: '1096d',
      min: `${minUsageKeptDays}d`,
      max: '36500d',
    }),
    ...processSettings(read),
  }
}

const gatewaySettings = (read: EnvReader) => ({
  gatewayHost: read.text('GATEWAY_HOST', {
    about: 'Address that running deployments are reached at, through the gateway.',
    default: '127.0.0.1',
  }),
  gatewayPort: read.port('GATEWAY_PORT', {
    about: 'Port of the gateway; 0 takes any free one.',
    default: 4101,
  }),
  gatewayDomain: read.optional(
    read.parsed('GATEWAY_DOMAIN', 'domain, with the port unless it is the default one', {
      about:
        'What follows a deployment’s own name in its endpoint: a domain all of whose names lead to the gateway. ' +
        '`localhost` with the gateway’s port when absent.',
      read: readDomain,
    }),
  ),
  gatewayCertificateFile: read.optional(
    read.path('GATEWAY_TLS_CERTIFICATE', {
      about:
        'File with the certificate of the gateway for all names under its domain, and the chain behind it, in PEM. With it ' +
        'and its key the gateway’s port speaks HTTPS, with HTTP/1.1 and HTTP/2; files that change are read again. Without ' +
        'it the port speaks HTTP, for a proxy in front.',
      base: settingsRoot,
    }),
  ),
  gatewayKeyFile: read.optional(
    read.path('GATEWAY_TLS_KEY', { about: 'File with the key of that certificate, in PEM.', base: settingsRoot }),
  ),
  gatewayRedirectPort: read.optional(
    read.port('GATEWAY_REDIRECT_PORT', {
      about: 'Port beside that of HTTPS which sends callers of `http://` there. None when absent.',
    }),
  ),
  ...acmeSettings(read),
  dnsServers: read.list('DNS_SERVERS', {
    about:
      'Name servers that are asked whether a company controls a domain: IP addresses, with `:port` unless it is 53. Those ' +
      'of the machine when absent.',
    default: '',
    item: readNameServer,
  }),
  gatewayConnectMs: read.durationMs('GATEWAY_CONNECT', {
    about: 'How long the gateway waits for a deployment to accept a connection.',
    default: '5s',
    min: '100ms',
    max: '5m',
  }),
  gatewayFirstByteMs: read.durationMs('GATEWAY_FIRST_BYTE', {
    about: 'How long a deployment may take to begin its response.',
    default: '60s',
    min: '100ms',
    max: '1h',
  }),
  gatewayIdleMs: read.durationMs('GATEWAY_IDLE', {
    about: 'How long a request or a WebSocket through the gateway may be silent.',
    default: '5m',
    min: '1s',
    max: '24h',
  }),
})

const acmeSettings = (read: EnvReader) => ({
  acmeDirectory: read.optional(
    read.url('GATEWAY_ACME_DIRECTORY', {
      about:
        'Address of the certificate authority (ACME) that the gateway orders certificates of, for domains of companies’ own: ' +
        '`https://acme-v02.api.letsencrypt.org/directory`. None are ordered when absent.',
      protocols: ['https'],
    }),
  ),
  acmeTermsAgreed: read.boolean('GATEWAY_ACME_TERMS_AGREED', {
    about: 'Whether you agree to the terms of that authority. It gives no certificates otherwise.',
    default: false,
  }),
  acmeContact: read.optional(
    read.parsed('GATEWAY_ACME_CONTACT', 'mail address', {
      about: 'Where the authority writes to.',
      read: readMailAddress,
    }),
  ),
  acmeEndpoints: read.boolean('GATEWAY_ACME_ENDPOINTS', {
    about:
      'Whether running deployments get a certificate each for the names of their endpoints too, unless the certificate file has them. ' +
      'Authorities limit how many a domain gets a week, and publish the names: prefer a file for all names.',
    default: false,
  }),
  acmeKeyId: read.optional(
    read.text('GATEWAY_ACME_EAB_KEY_ID', {
      about: 'Of an account that you have with the authority, where it asks for one (external account binding).',
    }),
  ),
  acmeKey: read.optional(
    read.secret('GATEWAY_ACME_EAB_KEY', { about: 'Its key, in base64url as the authority shows it.' }),
  ),
})

const engineSettings = (read: EnvReader) => ({
  engine: read.oneOf('ENGINE', ['auto', ...kindsWithoutFile(engineFactories)], {
    about:
      'What runs containers where no file of hubs is given: `docker` and `auto` are Docker or Podman on this machine, ' +
      '`simulated` is a simulation of a dozen hubs. With `auto` the demo simulates where neither responds; `serve` never does.',
    default: 'auto',
  }),
  dockerHost: read.optional(
    read.parsed('DOCKER_HOST', 'path of a socket, or `http://` on loopback', {
      about: 'Where Docker or Podman is asked. Looked for in the usual places when absent, `DOCKER_HOST` first.',
      read: parseEngineAddress,
    }),
  ),
  memoryPerGpuMb: read.integer('MEMORY_PER_GPU_MB', {
    about:
      'With `docker`: the memory of a container, in MB for each of its GPUs; what takes more is ended. 0 is no limit.',
    default: 8_192,
    min: 0,
    max: 2_000_000,
  }),
  cpusPerGpu: read.integer('CPUS_PER_GPU', {
    about:
      'With `docker`: the processors of a container, for each of its GPUs. 0 is no limit: it has all that are idle, and ' +
      'when they are not, a share that follows from its GPUs.',
    default: 0,
    min: 0,
    max: 1_024,
  }),
  imageRegistries: read.list('IMAGE_REGISTRIES', {
    about:
      'With `docker`: the registries that images may be fetched from, with their ports, inside your network too; `*` ' +
      'is every one on the public internet.',
    default: '*',
    item: readRegistry,
  }),
  imagesKeptMs: read.durationMs('IMAGES_KEPT_FOR', {
    about: 'With `docker`: how long an image that was fetched is kept once no container uses it.',
    default: '14d',
    min: '1h',
    max: '3650d',
  }),
  diskReserveMb: read.integer('DISK_RESERVE_MB', {
    about: 'With `docker`: what has to be free on the disk of the engine, or no image is fetched. 0 looks at none.',
    default: 4_096,
    min: 0,
    max: 10_000_000,
  }),
})

const carbonSettings = (read: EnvReader) => ({
  electricityMapsKey: read.optional(
    read.secret('ELECTRICITY_MAPS_KEY', { about: 'Asks Electricity Maps for carbon intensities.' }),
  ),
  wattTimeUser: read.optional(
    read.text('WATTTIME_USER', { about: 'Asks WattTime for marginal carbon intensities, with its password.' }),
  ),
  wattTimePassword: read.optional(read.secret('WATTTIME_PASSWORD', { about: 'Of the account at WattTime.' })),
  ukCarbonIntensity: read.boolean('UK_CARBON_INTENSITY', {
    about: 'Whether the United Kingdom’s open service is asked for carbon intensities of Great Britain.',
    default: false,
  }),
})

function readDomain(text: string): string {
  const [, host = ''] = /^([a-z0-9.-]{1,200})(?::\d{1,5})?$/.exec(text) ?? []
  if (host.split('.').every((label) => /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(label))) return text
  throw new RangeError('must be a domain such as apps.example.com or localhost:4101, in lower case')
}

function readMailAddress(text: string): string {
  if (/^[^\s@<>,;:?]{1,64}@[a-z0-9.-]{1,190}$/i.test(text)) return text
  throw new RangeError('must be a mail address such as certificates@example.com')
}

function readNameServer(text: string): { value: string } | { fault: string } {
  const [, address = ''] = /^\[?([^\]]*?)\]?(?::\d{1,5})?$/.exec(text) ?? []
  if (isIP(text) !== 0 || isIP(address) !== 0) return { value: text }
  return { fault: 'must be IP addresses such as 192.0.2.53, 192.0.2.53:5353 or [2001:db8::53]:53' }
}

function readCountry(text: string): string {
  const code = countryCoded(text)
  if (code) return code
  throw new RangeError('must be a country code such as DE')
}
