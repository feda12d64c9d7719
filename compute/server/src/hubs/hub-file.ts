/**
 * The operator's file of hubs: where each stands, who operates it, what GPUs it has and what they cost. It is read at
 * every start; a hub that has left it takes nothing new, and ends when nothing runs there any more (`sync-hubs.ts`).
 */
import { readFileSync } from 'node:fs'
import { gpuTypeNamed, gpuTypes } from '@service/compute-domain/gpus/gpus.ts'
import type { Hub, HubEngine, HubNode } from '@service/compute-domain/hubs/model/hub.ts'
import { countryCoded, countryCodes } from '@service/compute-domain/regions/countries.ts'
import { regionNamed } from '@service/compute-domain/regions/regions.ts'
import { engineFactories } from '@service/compute-engines/engine-factories.ts'
import type { EngineFactories } from '@service/compute-engines/engine-factory.ts'
import { describeFaults } from '@service/foundation/http/fault-words.ts'
import type { ProblemDetail } from '@service/foundation/problem.ts'
import Type from 'typebox'
import { Compile } from 'typebox/compile'
import { readHubEngine } from './read-hub-engine.ts'

/** What an operator wants a hub to be, as long as it answers. */
export type WantedState = 'ready' | 'draining' | 'disabled'

export type ConfiguredHub = { hub: Hub; wanted: WantedState }

export class HubFileError extends Error {
  override readonly name = 'HubFileError'
  readonly faults: readonly ProblemDetail[]

  constructor(path: string, faults: readonly ProblemDetail[], options: ErrorOptions = {}) {
    const lines = faults.map((fault) => `  ${fault.path} ${fault.message}`)
    super(`The file of hubs, ${path}, cannot be used:\n${lines.join('\n')}`, options)
    this.faults = faults
  }
}

const shortText = Type.String({ minLength: 1, maxLength: 200 })
const country = Type.String({ pattern: '^[A-Z]{2}$' })

const HubEntry = Type.Object(
  {
    id: Type.String({ pattern: '^[a-z][a-z0-9-]{0,38}[a-z0-9]$' }),
    name: shortText,
    country,
    /** An Electricity Maps key; the country where absent. */
    zone: Type.Optional(Type.String({ pattern: '^[A-Z]{2}(-[A-Z0-9]+)*$' })),
    /** For the map; where absent, that of the zone. */
    location: Type.Optional(
      Type.Object(
        {
          latitude: Type.Number({ minimum: -90, maximum: 90 }),
          longitude: Type.Number({ minimum: -180, maximum: 180 }),
        },
        { additionalProperties: false },
      ),
    ),
    /** A kind, or `{ kind, … }` with the kind's own settings; `read-hub-engine.ts` checks it. */
    engine: Type.Unknown(),
    state: Type.Optional(Type.Union([Type.Literal('ready'), Type.Literal('draining'), Type.Literal('disabled')])),
    operator: Type.Object(
      {
        entity: shortText,
        jurisdiction: country,
        parentJurisdiction: Type.Optional(country),
        nationallyOwned: Type.Optional(Type.Boolean()),
      },
      { additionalProperties: false },
    ),
    pue: Type.Number({ minimum: 1, maximum: 3 }),
    priceFactor: Type.Optional(Type.Number({ minimum: 0.1, maximum: 10 })),
    dedicatedNodes: Type.Optional(Type.Boolean()),
    cpuOnly: Type.Optional(Type.Boolean()),
    gpus: Type.Array(
      Type.Object(
        {
          type: shortText,
          nodes: Type.Integer({ minimum: 1, maximum: 10_000 }),
          perNode: Type.Integer({ minimum: 1, maximum: 64 }),
        },
        { additionalProperties: false },
      ),
      { minItems: 1, maxItems: 50 },
    ),
  },
  { additionalProperties: false },
)

const HubFile = Type.Object(
  { about: Type.Optional(Type.String()), hubs: Type.Array(HubEntry, { minItems: 1, maxItems: 20_000 }) },
  { additionalProperties: false },
)
type HubEntry = Type.Static<typeof HubEntry>

const compiled = Compile(HubFile)

/** Throws `HubFileError`, which names every fault that it finds. */
export function readHubFile(path: string, factories: EngineFactories = engineFactories): ConfiguredHub[] {
  let content: unknown
  try {
    content = JSON.parse(readFileSync(path, 'utf8'))
  } catch (cause) {
    const message = cause instanceof SyntaxError ? `is no JSON: ${cause.message}` : 'cannot be read'
    throw new HubFileError(path, [{ path: 'file', message }], { cause })
  }
  return parseHubs(content, path, factories)
}

export function parseHubs(content: unknown, path = 'hubs', factories = engineFactories): ConfiguredHub[] {
  if (!compiled.Check(content)) throw new HubFileError(path, describeFaults(compiled.Errors(content), 'file', []))
  const hubs = content.hubs.map((entry, index) => {
    const at = `file.hubs[${index}]`
    return { entry, at, made: readHubEngine(entry.engine, `${at}.engine`, factories) }
  })
  const faults = hubs.flatMap(({ entry, at, made }) => [...faultsOf(entry, at), ...made.faults])
  faults.push(...sharedFaults(content.hubs))
  if (faults.length === 0) faults.push(...mixedFaults(hubs.map(({ made }) => made)))
  if (faults.length > 0) throw new HubFileError(path, faults)
  return hubs.map(({ entry, made: { engine, simulated } }) => ({
    hub: toHub(entry, engine, simulated),
    wanted: entry.state ?? 'ready',
  }))
}

function faultsOf({ id, country, operator, gpus }: HubEntry, path: string): ProblemDetail[] {
  const faults: ProblemDetail[] = []
  if (regionNamed(id)) faults.push({ path: `${path}.id`, message: 'is the name of a region' })
  const codes = { country, 'operator.jurisdiction': operator.jurisdiction }
  for (const [field, code] of Object.entries({
    ...codes,
    'operator.parentJurisdiction': operator.parentJurisdiction,
  })) {
    if (code !== undefined && !countryCodes.has(code)) {
      const hint = countryCoded(code)
      const message = `must be a code of ISO 3166-1 alpha-2${hint ? `, as ${hint}` : ''}`
      faults.push({ path: `${path}.${field}`, message })
    }
  }
  const types = new Set<string>()
  for (const [index, { type }] of gpus.entries()) {
    const known = gpuTypeNamed(type)
    const at = `${path}.gpus[${index}].type`
    if (!known) faults.push({ path: at, message: `must be one of ${gpuTypes.map(({ name }) => name).join(', ')}` })
    else if (types.has(known.name)) faults.push({ path: at, message: `says ${known.name} a second time` })
    else types.add(known.name)
  }
  return faults
}

function sharedFaults(hubs: readonly HubEntry[]): ProblemDetail[] {
  const faults: ProblemDetail[] = []
  const ids = new Set<string>()
  for (const [index, { id }] of hubs.entries()) {
    if (ids.has(id)) faults.push({ path: `file.hubs[${index}].id`, message: 'is the id of another hub' })
    ids.add(id)
  }
  return faults
}

/** Simulated and real hubs never mix: nobody is to be placed on a machine that does not exist by accident. */
function mixedFaults(engines: readonly { simulated: boolean }[]): ProblemDetail[] {
  if (new Set(engines.map(({ simulated }) => simulated)).size < 2) return []
  return [{ path: 'file.hubs', message: 'must be all simulated, or none of them' }]
}

const toHub = (entry: HubEntry, engine: HubEngine, simulated: boolean): Hub => ({
  id: entry.id,
  name: entry.name,
  country: entry.country,
  zone: entry.zone ?? entry.country,
  ...(entry.location && { location: entry.location }),
  engine,
  simulated,
  operator: {
    entity: entry.operator.entity,
    jurisdiction: entry.operator.jurisdiction,
    parentJurisdiction: entry.operator.parentJurisdiction ?? entry.operator.jurisdiction,
    nationallyOwned: entry.operator.nationallyOwned ?? false,
  },
  pue: entry.pue,
  priceFactor: entry.priceFactor ?? 1,
  dedicatedNodes: entry.dedicatedNodes ?? false,
  cpuOnly: entry.cpuOnly ?? false,
  nodes: entry.gpus.flatMap(({ type, nodes, perNode }) => nodesOf(gpuTypeNamed(type)!.name, nodes, perNode)),
})

const nodesOf = (gpuType: string, count: number, gpus: number): HubNode[] =>
  Array.from({ length: count }, (_, i) => ({ name: `${gpuType.toLowerCase()}-${i + 1}`, gpuType, gpus }))
