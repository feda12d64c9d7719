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

/** `640 B`, `12 kB` */
export const formatBytes = (bytes: number): string =>
  bytes < 1_000
    ? `${bytes} B`
    : bytes < 1_000_000
      ? `${(bytes / 1_000).toFixed(1)} kB`
      : `${(bytes / 1_000_000).toFixed(1)} MB`

/** `83 %` */
export const formatShare = (share: number): string => `${Math.round(share * 100)} %`
