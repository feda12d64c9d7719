/**
 * What a threshold costs: of 4,000 names of people from all over the world who are on no list (`negatives_global` of the sample
 * data, the half that nothing was tuned on), the percentage that matches somebody on OFAC, EU and UN lists of 2026, by name
 * alone. Measured on 2026-11-23; `npm run bench screening-quality` measures the one at 0.86 again.
 */
const percentByThreshold: readonly (readonly [threshold: number, percent: number])[] = [
  [0.7, 3.0],
  [0.71, 2.77],
  [0.72, 2.38],
  [0.73, 2.15],
  [0.74, 1.8],
  [0.75, 1.63],
  [0.76, 1.4],
  [0.77, 1.25],
  [0.78, 0.93],
  [0.79, 0.82],
  [0.8, 0.72],
  [0.81, 0.6],
  [0.82, 0.55],
  [0.83, 0.47],
  [0.84, 0.4],
  [0.85, 0.38],
  [0.86, 0.35],
  [0.87, 0.35],
  [0.88, 0.3],
  [0.89, 0.25],
  [0.9, 0.25],
  [0.91, 0.25],
  [0.92, 0.23],
  [0.93, 0.23],
  [0.94, 0.1],
  [0.95, 0.07],
  [0.96, 0.05],
  [0.97, 0.05],
  [0.98, 0.05],
  [0.99, 0.05],
  [1.0, 0.05],
]

export const falseAlertRates = {
  measuredAt: '2026-11-23T00:00:00.000Z',
  rates: percentByThreshold.map(([threshold, percent]) => ({ threshold, percent })),
} as const
