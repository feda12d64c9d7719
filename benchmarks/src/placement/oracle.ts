/**
 * Judges where deployments are put, from the rules as they are written in docs, and nothing else: it shares no table and
 * no function with the placement that it judges. It keeps its own books of every GPU.
 */
import type { Hub } from '@service/compute-domain/hubs/model/hub.ts'

export type Asked = { gpuType: string; count: number; regions: readonly string[]; sovereignty: string }
type Put = { hubId: string; nodes: readonly { name: string; gpus: number }[] }

const unionMembers =
  'Austria AT, Belgium BE, Bulgaria BG, Croatia HR, Cyprus CY, Czechia CZ, Denmark DK, Estonia EE, Finland FI, France FR, ' +
  'Germany DE, Greece GR, Hungary HU, Ireland IE, Italy IT, Latvia LV, Lithuania LT, Luxembourg LU, Malta MT, ' +
  'Netherlands NL, Poland PL, Portugal PT, Romania RO, Slovakia SK, Slovenia SI, Spain ES, Sweden SE'
const union = new Set(unionMembers.split(', ').map((member) => member.slice(-2)))
const areaBesideUnion = new Set(['IS', 'NO', 'LI'])
const nordic = new Set(['SE', 'NO', 'FI', 'DK', 'IS'])

function covers(region: string, country: string): boolean {
  if (region === 'global') return true
  if (region === 'eu') return union.has(country)
  if (region === 'eea') return union.has(country) || areaBesideUnion.has(country)
  if (region === 'nordics') return nordic.has(country)
  if (region === 'us') return country === 'US'
  return region === country
}

export class Oracle {
  readonly #hubs: ReadonlyMap<string, Hub>
  readonly #home: string
  /** GPUs taken, by hub and node. */
  readonly #taken = new Map<string, number>()
  /** How many deployments are on a node. */
  readonly #tenants = new Map<string, number>()

  constructor(hubs: readonly Hub[], home: string) {
    this.#hubs = new Map(hubs.map((hub) => [hub.id, hub]))
    this.#home = home
  }

  /** Every rule that is broken by putting it there. */
  faults(asked: Asked, { hubId, nodes }: Put, isReady: boolean): string[] {
    const hub = this.#hubs.get(hubId)
    if (!hub) return ['no such hub']
    const faults: string[] = []
    const here = asked.regions.filter((region) => region === hub.id || covers(region, hub.country))
    if (here.length === 0) faults.push('outside of every region')
    else if (!here.some((region) => this.#complies(asked.sovereignty, hub, region))) faults.push('sovereignty')
    if (!isReady) faults.push('hub not ready')
    if (nodes.reduce((sum, { gpus }) => sum + gpus, 0) !== asked.count) faults.push('another number of GPUs')
    for (const { name, gpus } of nodes) {
      const node = hub.nodes.find((one) => one.name === name && one.gpuType === asked.gpuType)
      const key = `${hubId} ${name}`
      if (!node) faults.push('no such node')
      else if ((this.#taken.get(key) ?? 0) + gpus > node.gpus) faults.push('a GPU given twice')
      if (hub.dedicatedNodes && (this.#tenants.get(key) ?? 0) > 0) faults.push('a dedicated node shared')
    }
    return faults
  }

  take({ hubId, nodes }: Put): void {
    for (const { name, gpus } of nodes) this.#count(`${hubId} ${name}`, gpus, 1)
  }

  giveBack({ hubId, nodes }: Put): void {
    for (const { name, gpus } of nodes) this.#count(`${hubId} ${name}`, -gpus, -1)
  }

  #count(key: string, gpus: number, tenants: number): void {
    this.#taken.set(key, (this.#taken.get(key) ?? 0) + gpus)
    this.#tenants.set(key, (this.#tenants.get(key) ?? 0) + tenants)
  }

  #complies(level: string, hub: Hub, region: string): boolean {
    const { operator } = hub
    const inside = (country: string) => (region === hub.id ? country === hub.country : covers(region, country))
    switch (level) {
      case 'none':
      case 'residency':
        return true
      case 'jurisdiction':
        return inside(operator.jurisdiction) && inside(operator.parentJurisdiction)
      case 'sovereign': {
        const all = [operator.jurisdiction, operator.parentJurisdiction, this.#home]
        return all.every((country) => country === hub.country) && operator.nationallyOwned && hub.dedicatedNodes
      }
      default:
        return false
    }
  }
}
