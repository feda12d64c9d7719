/** The score over 30 days, for the screens that show it; apart from what those need that draw nothing. */
export { ScoreChart } from './chart.tsx'
