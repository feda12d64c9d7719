/** The only row of a statement that always returns one, such as a sum over all rows. */
export function oneRow<Row>(rows: readonly Row[]): Row {
  const [row] = rows
  if (row === undefined) throw new Error('A statement that always returns a row has returned none')
  return row
}
