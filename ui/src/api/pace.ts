/** How often a screen asks again, by what it shows. Nothing is asked while the tab is hidden. */
const secondMs = 1_000

/** `movingForMs`: for how long something shown has been on its way; undefined where all stands still. */
export function pollEveryMs(movingForMs: number | undefined): number {
  if (movingForMs === undefined || movingForMs >= 330 * secondMs) return 30 * secondMs
  return movingForMs < 30 * secondMs ? secondMs : 5 * secondMs
}
