/** A ten-thousandth is more than the model can tell. */
export const rounded = (value: number): number => Math.round(value * 10_000) / 10_000
