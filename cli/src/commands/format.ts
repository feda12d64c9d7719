/** Quantities as people read them. */

export const usd = (amount: number): string => `$${amount.toFixed(2)}`

/** Grams and hours, to a tenth. */
export const rounded = (number: number): string => number.toFixed(1)

/** Of a grid, in gCO2e/kWh. */
export const intensity = (gramsPerKwh: number): string => `${Math.round(gramsPerKwh)}`

export const percent = (share: number): string => `${Math.round(share * 100)} %`

/** How long ago, or until when, in the largest unit: `42s`, `3m`, `5h`, `2d`. */
export function age(time: string, nowMs = Date.now()): string {
  const seconds = Math.max(0, Math.floor(Math.abs(nowMs - Date.parse(time)) / 1000))
  if (seconds < 60) return `${seconds}s`
  if (seconds < 3_600) return `${Math.floor(seconds / 60)}m`
  return seconds < 172_800 ? `${Math.floor(seconds / 3_600)}h` : `${Math.floor(seconds / 86_400)}d`
}

/** `2026-11-20 09:30 UTC`. */
export const minute = (time: string): string => `${time.slice(0, 10)} ${time.slice(11, 16)} UTC`

export const clockTime = (time: string): string => time.slice(11, 19)

export const plural = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`
