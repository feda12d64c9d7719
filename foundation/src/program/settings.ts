/**
 * The settings that every service has, in two parts, for its own stand between them in the documentation: where it is
 * reached and keeps its data, and how the process logs and ends.
 */
import { isIP } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { EnvReader } from '../config/config.ts'
import { readOrigin } from '../http/model/origin.ts'
import { logLevels } from '../log/log.ts'

/** The repository's root: relative paths are taken from there, wherever the program is started from. */
export const settingsRoot = fileURLToPath(new URL('../../../', import.meta.url))

/** `keeps` says what the data folder holds beside the database. */
type Defaults = { port: number; metricsPort: number; dataDir: string; keeps: string }

export const placeSettings = (read: EnvReader, { port, metricsPort, dataDir, keeps }: Defaults) => ({
  host: read.text('HOST', { about: 'Address that customers are served on.', default: '127.0.0.1' }),
  port: read.port('PORT', {
    about: 'Port that customers are served on; 0 takes any free one.',
    default: port,
  }),
  metricsHost: read.text('METRICS_HOST', { about: 'Address of the operator’s port.', default: '127.0.0.1' }),
  metricsPort: read.port('METRICS_PORT', {
    about: 'The operator’s port, with `/metrics`.',
    default: metricsPort,
  }),
  publicBaseUrl: read.optional(
    read.url('PUBLIC_BASE_URL', {
      about: 'Where customers reach the service, if not at host and port.',
      protocols: ['https', 'http'],
    }),
  ),
  trustedProxies: read.list('TRUSTED_PROXIES', {
    about: 'Addresses or CIDR ranges of proxies whose `X-Forwarded-…` headers are trusted.',
    default: '',
    item: readRange,
  }),
  corsOrigins: read.list('CORS_ORIGINS', {
    about:
      'Origins whose pages may call the API from a browser: `https://app.example.com`, or `*` for all. Cookies are never allowed.',
    default: '',
    item: readOrigin,
  }),
  databaseUrl: read.optional(
    read.secret('DATABASE_URL', {
      about:
        'A PostgreSQL server, 15 or newer: `postgres://…`. Without it the database is embedded, in the data folder.',
      protocols: ['postgres', 'postgresql'],
    }),
  ),
  dataDir: read.path('DATA_DIR', {
    about: `Folder of the embedded database${keeps}. One process at a time may use it.`,
    default: dataDir,
    base: settingsRoot,
  }),
})

/** Which of the addresses that customers give may be called. `more` is what else may lead inside the operator's network. */
export const outboundSettings = (read: EnvReader, more = '') => ({
  outboundAllow: read.list('OUTBOUND_ALLOW', {
    about:
      `Addresses or CIDR ranges inside your network that customers’ addresses${more} may lead to, in addition to the public internet. ` +
      'The demo adds this machine’s own.',
    default: '',
    item: readRange,
  }),
  outboundHttp: read.boolean('OUTBOUND_HTTP', {
    about: 'Whether customers’ addresses may be `http://`. In the demo they always may.',
    default: false,
  }),
})

export const webhookSettings = (read: EnvReader) => ({
  webhooksPerReceiver: read.integer('WEBHOOKS_PER_RECEIVER', {
    about: 'How many requests a process has in progress to one webhook at most, not counting retries.',
    default: 32,
    min: 1,
    max: 1_000,
  }),
  webhooksInFlight: read.integer('WEBHOOKS_IN_FLIGHT', {
    about: 'How many deliveries a process has in progress in all, not counting retries.',
    default: 256,
    min: 2,
    max: 10_000,
  }),
  webhooksDisableAfterMs: read.durationMs('WEBHOOKS_DISABLE_AFTER', {
    about: 'A webhook whose deliveries have all failed for so long is disabled.',
    default: '120h',
    min: '1m',
  }),
  webhooksKeptMs: read.durationMs('WEBHOOKS_KEPT_FOR', {
    about: 'How long events, deliveries and receivers’ responses are kept once they have ended.',
    default: '90d',
    min: '1d',
    max: '36500d',
  }),
})

export const processSettings = (read: EnvReader) => ({
  logLevel: read.oneOf('LOG_LEVEL', logLevels, { about: 'The least severe level that is logged.', default: 'info' }),
  logForm: read.optional(
    read.oneOf('LOG_FORM', ['json', 'readable'], {
      about: 'JSON lines, or lines for a person; the demo writes the latter by default.',
    }),
  ),
  shutdownDrainMs: read.durationMs('SHUTDOWN_DRAIN', {
    about:
      'How long to go on serving, with `/readyz` at 503, before the port closes: the time a load balancer needs to notice.',
    default: '0s',
    max: '5m',
  }),
  shutdownGraceMs: read.durationMs('SHUTDOWN_GRACE', {
    about: 'How long requests in flight may take to finish; then the process ends.',
    default: '25s',
    max: '10m',
  }),
})

/** `10.0.0.7`, `10.0.0.0/8`, `::1`. */
export function readRange(text: string): { value: string } | { fault: string } {
  const [address = '', bits, ...rest] = text.split('/')
  const version = isIP(address)
  const longest = version === 6 ? 128 : 32
  const fits = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= longest)
  return version !== 0 && fits && rest.length === 0
    ? { value: text }
    : { fault: 'must list IP addresses or ranges such as 10.0.0.0/8' }
}
