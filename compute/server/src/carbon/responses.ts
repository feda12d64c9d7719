import { meanOver } from '@service/compute-domain/carbon/forecast.ts'
import { carbonGrade } from '@service/compute-domain/carbon/grade.ts'
import { hourMs } from '@service/compute-domain/time/time.ts'
import { Instant } from '@service/foundation/http/instant.ts'
import { stringEnum } from '@service/foundation/http/string-enum.ts'
import Type from 'typebox'
import { CarbonIntensity, CarbonScore, RenewableShare } from '../hubs/hubs.ts'
import type { Reported } from './carbon.ts'
import { type CarbonSource, sourceFacts } from './sources.ts'
import { methods, type Reading, type ZoneForecast } from './zone-grid.ts'

const Source = stringEnum(Object.keys(sourceFacts) as CarbonSource[], { description: 'Who says so.' })
const Credit = Type.String({ description: 'To be shown wherever the numbers are.' })
const Scope = stringEnum(['lifecycle'], { description: 'Power stations, their building and their fuel are counted.' })
const Basis = stringEnum(['average'], { description: 'Of all that generates at the time.' })
const Zone = Type.String({ description: 'The grid zone, by its key at Electricity Maps.', examples: ['US-CAL-CISO'] })
const Country = Type.String({ description: 'ISO 3166-1 alpha-2.', examples: ['SE'] })

export const CarbonResponse = Type.Object(
  {
    country: Country,
    zone: Zone,
    carbon_intensity_gco2_kwh: CarbonIntensity,
    renewable_percentage: RenewableShare,
    carbon_score: { ...CarbonScore, description: 'As of a site without overhead, PUE 1.' },
    scope: Scope,
    basis: Basis,
    method: stringEnum(methods, {
      description:
        'A reading of the hour; what the provider, or our forecast from the last weeks, says of it; the mean of a year.',
    }),
    source: Source,
    as_of: Instant('The hour that was read, when the forecast was made, or the last day of the year.'),
    estimated: Type.Boolean({ description: 'Not measured in this hour.' }),
    credit: Credit,
    reported: Type.Array(
      Type.Object({
        source: Source,
        scope: stringEnum(['lifecycle', 'direct'], { description: '`direct`: what leaves the chimney alone.' }),
        basis: stringEnum(['average', 'marginal'], {
          description: '`marginal`: of what would generate more if more were asked for.',
        }),
        carbon_intensity_gco2_kwh: Type.Number({ minimum: 0, description: 'In that scope and on that basis.' }),
        renewable_percentage: RenewableShare,
        as_of: Instant('What moment that is of.'),
        estimated: Type.Boolean(),
        credit: Credit,
      }),
      { description: 'What each source says by itself. Numbers of different scope or basis do not compare.' },
    ),
  },
  { title: 'CarbonIntensity' },
)

export function carbonResponse(
  zone: string,
  reading: Reading,
  reported: readonly Reported[],
): Type.Static<typeof CarbonResponse> {
  const { gco2Kwh, renewablePercentage, method, source, asOf, estimated } = reading
  return {
    country: zone.slice(0, 2),
    zone,
    carbon_intensity_gco2_kwh: tenth(gco2Kwh),
    renewable_percentage: renewablePercentage,
    carbon_score: carbonGrade(gco2Kwh),
    scope: 'lifecycle',
    basis: 'average',
    method,
    source,
    as_of: asOf.toISOString(),
    estimated,
    credit: sourceFacts[source].credit,
    reported: reported.map((one) => ({
      source: one.source,
      scope: sourceFacts[one.source].scope,
      basis: sourceFacts[one.source].basis,
      carbon_intensity_gco2_kwh: tenth(one.gco2Kwh),
      renewable_percentage: one.renewablePercentage,
      as_of: one.asOf.toISOString(),
      estimated: one.estimated,
      credit: sourceFacts[one.source].credit,
    })),
  }
}

export const CarbonForecastResponse = Type.Object(
  {
    country: Country,
    zone: Zone,
    scope: Scope,
    basis: Basis,
    method: stringEnum(['provider', 'history', 'annual-mean'], {
      description:
        'The provider’s forecast; ours, from the zone’s last weeks; or no forecast at all, the same number for every hour.',
    }),
    source: Source,
    issued_at: Instant('When it was made; of ours, the last hour that it knows.'),
    mean_gco2_kwh: Type.Number({ minimum: 0, description: 'Of all hours.' }),
    cleanest_hour: Instant('The start of the hour with the lowest intensity, the first of several.'),
    hours: Type.Array(
      Type.Object({ from: Instant('The start of the hour.'), carbon_intensity_gco2_kwh: CarbonIntensity }),
      { description: 'From the current hour on.' },
    ),
    credit: Credit,
  },
  { title: 'CarbonForecast' },
)

export function carbonForecastResponse(
  zone: string,
  forecast: ZoneForecast,
): Type.Static<typeof CarbonForecastResponse> {
  const { from, values, method, source, issuedAt } = forecast
  const startOf = (hour: number) => new Date(from.getTime() + hour * hourMs).toISOString()
  return {
    country: zone.slice(0, 2),
    zone,
    scope: 'lifecycle',
    basis: 'average',
    method,
    source,
    issued_at: issuedAt.toISOString(),
    mean_gco2_kwh: tenth(meanOver(forecast, from, values.length)),
    cleanest_hour: startOf(values.indexOf(Math.min(...values))),
    hours: Array.from(values, (value, hour) => ({ from: startOf(hour), carbon_intensity_gco2_kwh: tenth(value) })),
    credit: sourceFacts[source].credit,
  }
}

const tenth = (value: number) => Math.round(value * 10) / 10
