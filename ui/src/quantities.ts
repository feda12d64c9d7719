/** Money, emissions, energy and hours of GPUs, with their units. */
const usd = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const grouped = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0 })

/** `$2.15`; below a cent what there is of it: `$0.0035`, down to a hundredth of a cent. */
export function formatUsd(amount: number): string {
  if (amount === 0 || Math.abs(amount) >= 0.01) return usd.format(amount)
  return Math.abs(amount) < 0.0001 ? '<$0.0001' : `$${amount.toPrecision(2)}`
}

/** `$2.15/h` */
export const formatRate = (usdPerHour: number): string => `${formatUsd(usdPerHour)}/h`

/** `0.15 g`, `402 g`, `1.2 kg`: of CO2 equivalent. */
export function formatGrams(grams: number): string {
  const size = Math.abs(grams)
  const sign = grams < 0 ? '−' : ''
  if (size >= 10_000) return `${sign}${grouped.format(size / 1_000)} kg`
  if (size >= 1_000) return `${sign}${(size / 1_000).toFixed(1)} kg`
  return `${sign}${digits(size)} g`
}

/** `342 g/kWh` */
export const formatIntensity = (gramsPerKwh: number): string => `${grouped.format(gramsPerKwh)} g/kWh`

/** `1.15`: a power usage effectiveness, which has no unit. */
export const formatPue = (pue: number): string => String(Number(pue.toFixed(2)))

/** `0.016 GPU-h`, `7.5 GPU-h` */
export const formatGpuHours = (hours: number): string => `${digits(hours)} GPU-h`

/** `1.2 kWh`, `34 Wh` */
export const formatEnergy = (kwh: number): string =>
  kwh >= 1 || kwh === 0 ? `${digits(kwh)} kWh` : `${digits(kwh * 1_000)} Wh`

/** At most three digits that say something: `0.016`, `7.5`, `402`. */
export function digits(value: number): string {
  if (value === 0) return '0'
  if (Math.abs(value) >= 100) return grouped.format(value)
  return String(Number(value.toPrecision(Math.abs(value) >= 10 ? 3 : 2)))
}

/** `4 min`, `3 h 20 min`, `2 days`: how long something has lasted. */
export function formatDuration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000))
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  if (hours < 48) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`
  return `${Math.floor(hours / 24)} days`
}
