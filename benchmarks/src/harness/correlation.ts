/** Pearson's; NaN when either side does not vary. */
export function correlation(left: readonly number[], right: readonly number[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [leftMean, rightMean] = [mean(left), mean(right)]
  let [product, leftSquares, rightSquares] = [0, 0, 0]
  for (const [index, value] of left.entries()) {
    const [a, b] = [value - leftMean, (right[index] ?? Number.NaN) - rightMean]
    product += a * b
    leftSquares += a * a
    rightSquares += b * b
  }
  return product / Math.sqrt(leftSquares * rightSquares)
}
