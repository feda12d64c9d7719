/** Regions and types of GPU as query parameters, under any name that a deployment may use for them. */
import { type GpuType, gpuTypeNamed, gpuTypes } from '@service/compute-domain/gpus/gpus.ts'
import { regionGroups, regionNamed } from '@service/compute-domain/regions/regions.ts'
import { Problem } from '@service/foundation/problem.ts'
import Type from 'typebox'
import type { ReadHubs, WantedHubs } from './model/hub-now.ts'

export const RegionParameter = Type.Optional(
  Type.String({
    maxLength: 200,
    description: 'Only in this region: a country, a group of countries, or a hub.',
    examples: ['eu'],
  }),
)
export const GpuTypeParameter = Type.Optional(
  Type.String({ maxLength: 100, description: 'Only with GPUs of this type.', examples: ['H100'] }),
)

/** Which hubs stand in the region; all do where none is named. */
export async function requireRegion(
  text: string | undefined,
  readHubs: ReadHubs,
): Promise<Pick<WantedHubs, 'id' | 'countries'>> {
  if (text === undefined) return {}
  const id = text.toLowerCase()
  if ((await readHubs({ id })).length > 0) return { id }
  const region = regionNamed(text)
  if (!region)
    throw unknown(
      'query.region',
      `must be one of ${regionGroups.map(({ id }) => id).join(', ')}, an ISO country code, or the id of a hub`,
    )
  return { countries: region.countries }
}

export function requireGpuType(text: string | undefined): GpuType | undefined {
  if (text === undefined) return undefined
  const type = gpuTypeNamed(text)
  if (!type) throw unknown('query.gpu_type', `must be one of ${gpuTypes.map(({ name }) => name).join(', ')}`)
  return type
}

const unknown = (path: string, message: string) =>
  new Problem('invalid-request', `${path} ${message}.`, { details: [{ path, message }] })
