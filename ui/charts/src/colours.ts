/**
 * Colours that stay apart under the common kinds of colour blindness. A screen hands in names of its own, such as
 * `var(--chart-up)`.
 */
export type ChartColours = {
  /** What it is drawn on. */
  paper: string
  ink: string
  muted: string
  grid: string
  /** For gains and losses, positive and negative. */
  up: string
  down: string
  neutral: string
  /** For the bar that all others are seen against. */
  base: string
}

export const onWhite: ChartColours = {
  paper: '#ffffff',
  ink: '#1f2430',
  muted: '#5b6270',
  grid: '#dfe2e8',
  up: '#0b57d0',
  down: '#b3401a',
  neutral: '#9aa0ac',
  base: '#342d6f',
}
