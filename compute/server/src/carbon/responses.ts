import { meanOver } from '@service/compute-domain/carbon/forecast.ts'
import { carbonGrade } from '@service/compute-domain/carbon/grade.ts'
import { hourMs } from '@service/compute-domain/time/time.ts'
import { described } from '@service/foundation/http/document-components.ts'
import { Instant } from '@service/foundation/http/model/instant.ts'
import { openEnum, stringEnum } from '@service/foundation/http/model/string-enum.ts'
import Type from 'typebox'
import { CarbonIntensity, CarbonScore, RenewableShare } from '../hubs/hubs.ts'
import type { Reported } from './carbon.ts'
import { type CarbonSource, sourceFacts } from './sources.ts'
import { methods, type Reading, type ZoneForecast } from './zone-grid.ts'

const Source = openEnum(Object.keys(sourceFacts) as CarbonSource[], {
  title: 'CarbonSource',
  description: 'The source of the numbers.',
})
const Credit = Type.String({ description: 'The credit to be shown beside the numbers.' })
const Scope = stringEnum(['lifecycle', 'direct'], {
  title: 'CarbonScope',
  description:
    '`lifecycle`: including the construction and the fuel of power stations. `direct`: emissions of generation alone.',
})
const Basis = stringEnum(['average', 'marginal'], {
  title: 'CarbonBasis',
  description:
    '`average`: over all generation at the time. `marginal`: of the generation that additional demand causes.',
})
const Zone = Type.String({ description: 'The grid zone, by its Electricity Maps key.', examples: ['US-CAL-CISO'] })
const Country = Type.String({ description: 'ISO 3166-1 alpha-2.', examples: ['SE'] })

export const CarbonResponse = Type.Object(
  {
    country: Country,
    zone: Zone,
    carbon_intensity_gco2_kwh: CarbonIntensity,
    renewable_percentage: RenewableShare,
    carbon_score: described(CarbonScore, 'The grade of a site without overhead (PUE 1).'),
    scope: Scope,
    basis: Basis,
    method: openEnum(methods, {
      description:
        'A measurement of the hour, the forecast of the provider, our forecast from the last weeks, or the mean of a year.',
    }),
    source: Source,
    as_of: Instant('The measured hour, the time of the forecast, or the last day of the year.'),
    estimated: Type.Boolean({ description: 'Whether it was not measured in this hour.' }),
    credit: Credit,
    reported: Type.Array(
      Type.Object(
        {
          source: Source,
          scope: Scope,
          basis: Basis,
          carbon_intensity_gco2_kwh: Type.Number({
            minimum: 0,
            description: 'The intensity in that scope and on that basis, in gCO2eq/kWh.',
          }),
          renewable_percentage: RenewableShare,
          as_of: Instant('The time that the intensity is for.'),
          estimated: Type.Boolean(),
          credit: Credit,
        },
        { title: 'ReportedIntensity' },
      ),
      { description: 'What each source reports. Numbers of different scope or basis are not comparable.' },
    ),
  },
  { title: 'CarbonIntensity' },
)
export type CarbonResponse = Type.Static<typeof CarbonResponse>

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
    method: openEnum(['provider', 'history', 'annual-mean'], {
      description:
        'The forecast of the provider, ours from the last weeks of the zone, or the annual mean for every hour.',
    }),
    source: Source,
    issued_at: Instant('When the forecast was made; for ours, the last hour that it is based on.'),
    mean_gco2_kwh: Type.Number({ minimum: 0, description: 'The mean over all hours, in gCO2eq/kWh.' }),
    cleanest_hour: Instant('The start of the first hour with the lowest intensity.'),
    hours: Type.Array(
      Type.Object(
        { from: Instant('The start of the hour.'), carbon_intensity_gco2_kwh: CarbonIntensity },
        { title: 'ForecastHour' },
      ),
      { description: 'From the current hour on.' },
    ),
    credit: Credit,
  },
  { title: 'CarbonForecast' },
)
export type CarbonForecastResponse = Type.Static<typeof CarbonForecastResponse>

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
