/** Of two whole numbers the lesser, without a branch: in a table of distances, which one it is cannot be foreseen. */
export const lesser = (one: number, other: number): number => one + ((other - one) & ((other - one) >> 31))
