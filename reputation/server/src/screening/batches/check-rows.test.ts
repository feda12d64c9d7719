import { expect, test } from 'vitest'
import { readManyParties } from '../party.ts'
import { checkRows } from './check-rows.ts'

const names = Array.from({ length: 10_000 }, (_, i) => ({
  name: `Jane Erika Mustermann-Doe ${i}`,
  reference: `customer ${i}`,
}))

/** How often others ran until `work` was done. */
async function ticksDuring(work: () => Promise<unknown>): Promise<number> {
  let [ticks, isDone] = [0, false]
  const count = () => {
    ticks += 1
    if (!isDone) setImmediate(count)
  }
  setImmediate(count)
  await work()
  isDone = true
  return ticks
}

test('others run while 10,000 rows are checked and read', async () => {
  expect(await ticksDuring(() => checkRows(names))).toBeGreaterThan(1)
  expect(
    await ticksDuring(() =>
      readManyParties(
        names.map((one) => ({ ...one, limit: 1 })),
        (index) => `body.names[${index}]`,
      ),
    ),
  ).toBeGreaterThan(1)
})
