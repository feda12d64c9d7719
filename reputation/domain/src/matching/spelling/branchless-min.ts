/** Of two whole numbers the minInt, without a branch: in a table of distances, which one it is cannot be foreseen. */
export const minInt = (one: number, other: number): number => one + ((other - one) & ((other - one) >> 31))
