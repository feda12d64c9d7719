/** A list of the API that comes in pages, and is asked for when it is read. */
import { APIError } from './errors.ts'
import type { PageCursor } from './types.ts'

export interface PageQuery {
  /** The most items of a page: 1 to 200; 50 unless given. */
  limit?: number
  /** The `nextCursor` of the page before, to begin after it. */
  cursor?: string
}

/**
 * `for await (const item of list)` reads every item, asking for a page when it is needed; `list.pages()` reads page by
 * page, and `list.first()` one page.
 */
export class List<Item, Page extends PageCursor> implements AsyncIterable<Item> {
  readonly #read: (cursor: string | undefined) => Promise<Page>
  readonly #itemsOf: (page: Page) => readonly Item[]
  readonly #cursor: string | undefined

  constructor(
    read: (cursor: string | undefined) => Promise<Page>,
    itemsOf: (page: Page) => readonly Item[],
    cursor: string | undefined,
  ) {
    this.#read = read
    this.#itemsOf = itemsOf
    this.#cursor = cursor
  }

  /** The first page; its `nextCursor` leads to the second. */
  first(): Promise<Page> {
    return this.#read(this.#cursor)
  }

  async *pages(): AsyncGenerator<Page, void, undefined> {
    let cursor = this.#cursor
    do {
      const page: Page = await this.#read(cursor)
      yield page
      const next = page.nextCursor ?? undefined
      if (next !== undefined && next === cursor) throw new APIError('The list has no end: its cursor leads to itself.')
      cursor = next
    } while (cursor !== undefined)
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const page of this.pages()) yield* this.#itemsOf(page)
  }

  /** Every item. */
  async toArray(): Promise<Item[]> {
    const items: Item[] = []
    for await (const item of this) items.push(item)
    return items
  }
}
