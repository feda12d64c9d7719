/** Calendar months in UTC, by the millisecond at which they begin. */

export function monthStartMs(atMs: number): number {
  const at = new Date(atMs)
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1)
}

export function nextMonthStartMs(atMs: number): number {
  const at = new Date(atMs)
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1)
}

/** `2026-11` */
export const isoMonth = (atMs: number): string => new Date(atMs).toISOString().slice(0, 7)

/** Where months end in between: each piece lies in one. Empty where there is no time between the two. */
export function splitAtMonths(fromMs: number, untilMs: number): { fromMs: number; untilMs: number }[] {
  const pieces: { fromMs: number; untilMs: number }[] = []
  for (let pieceFromMs = fromMs; pieceFromMs < untilMs; ) {
    const pieceUntilMs = Math.min(untilMs, nextMonthStartMs(pieceFromMs))
    pieces.push({ fromMs: pieceFromMs, untilMs: pieceUntilMs })
    pieceFromMs = pieceUntilMs
  }
  return pieces
}
