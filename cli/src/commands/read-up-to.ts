/** So many items of a list that comes in pages. */
import type { List } from '../../../sdks/typescript/src/list.ts'
import type { PageCursor } from '../../../sdks/typescript/src/types.ts'

/** `nextCursor` is not null if there are more, as the API has it. */
export async function readUpTo<Item, Page extends PageCursor>(
  list: List<Item, Page>,
  itemsOf: (page: Page) => readonly Item[],
  limit: number,
): Promise<{ items: Item[]; nextCursor: string | null }> {
  const items: Item[] = []
  for await (const page of list.pages()) {
    items.push(...itemsOf(page))
    if (items.length >= limit || page.nextCursor === null)
      return { items: items.slice(0, limit), nextCursor: page.nextCursor }
  }
  return { items, nextCursor: null }
}
