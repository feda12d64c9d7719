/** Numbers with their units, as people read them. */
const grouped = new Intl.NumberFormat('en-GB')

/** `12,304` */
export const formatCount = (count: number): string => grouped.format(count)

/** `1 delivery`, `12 deliveries` */
export const counted = (count: number, one: string, several = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : several}`

/** `+3.7`, `−10.2`, `0.0`: a change, with a real minus. */
export function formatChange(change: number, digits = 1): string {
  const text = Math.abs(change).toFixed(digits)
  if (Number(text) === 0) return text
  return `${change < 0 ? '−' : '+'}${text}`
}

/** `41 ms`, `2.4 s` */
export const formatMs = (ms: number): string => (ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`)

/** `640 B`, `12.0 kB`, `3.4 TB` */
export function formatBytes(bytes: number): string {
  let [size, unit] = [bytes, 0]
  for (; size >= 999.95 && unit < 4; unit++) size /= 1_000
  return `${unit === 0 ? size : size.toFixed(1)} ${['B', 'kB', 'MB', 'GB', 'TB'][unit]}`
}

/** `83 %` */
export const formatShare = (share: number): string => `${Math.round(share * 100)} %`
