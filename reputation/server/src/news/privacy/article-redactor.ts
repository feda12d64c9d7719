/**
 * Forgets a person whom articles name: in the articles, in what was found in them, and at once in the alerts and drivers
 * that quote them. The name goes and the rest of the words stays; what was judged stays as well, and so do all figures.
 * A redacted article takes in no later version of itself, which would bring the name back. Articles come in again only
 * after all of this.
 */
import { createHash } from 'node:crypto'
import type { Queryable } from '@service/foundation/database/database.ts'
import { type ErasureRequest, mentionsIn, type Redactor } from '@service/foundation/erasure/model/eraser.ts'
import { type Owner, platform } from '@service/reputation-domain/articles/owner.ts'
import { lockIntake } from '../articles/article-store.ts'
import { holdQuotes } from '../figures/figures-store.ts'
import { requote } from '../figures/requote.ts'
import { earliest, markDirty } from '../queue/dirty-subjects-store.ts'
import * as erasable from './erasable-store.ts'
import { type ErasableArticle, redactArticle, redactMention } from './redact-article.ts'

const pageSize = 1_000

/** Goes before the imports', whose rows are held only once nothing is taken in. */
export const articleRedactor: Redactor = {
  name: 'articles',
  async redact(tx, request) {
    await holdQuotes(tx)
    const owners = await erasable.owners(tx, request.companyId)
    for (const owner of owners) await lockIntake(tx, owner)
    let redacted = 0
    for (const owner of owners) redacted += await redactOwner(tx, owner, request)
    return { redacted, held: 0 }
  },
}

async function redactOwner(tx: Queryable, owner: Owner, request: ErasureRequest): Promise<number> {
  const mentions = mentionsIn(request, owner === platform ? null : owner)
  let redacted = 0
  let page: ErasableArticle[] = []
  do {
    page = await erasable.listArticles(tx, owner, page.at(-1)?.id ?? '', pageSize)
    const changes = page.flatMap((before) => {
      const after = redactArticle(before, mentions)
      return after ? { before, after } : []
    })
    if (changes.length > 0) await write(tx, owner, changes, mentions, request.at)
    redacted += changes.length
  } while (page.length === pageSize)
  return redacted
}

type Change = { before: ErasableArticle; after: ErasableArticle }

async function write(
  tx: Queryable,
  owner: Owner,
  changes: readonly Change[],
  mentions: readonly string[],
  at: Date,
): Promise<void> {
  const rows = changes.map(({ before, after }) => ({ ...after, originalSha256: originalSha256(before) }))
  await erasable.redactArticles(tx, owner, rows, at)
  const after = new Map(changes.map(({ after }) => [after.id, after]))
  const found = await erasable.listMentions(tx, owner, [...after.keys()])
  await erasable.redactMentions(
    tx,
    owner,
    found.map((mention) => redactMention(mention, after.get(mention.articleId)!, mentions)),
  )
  await requote(tx, owner, changes)
  await markDirty(tx, earliest(owner, found))
}

const originalSha256 = ({ id, title, text, pageText, url, outlet }: ErasableArticle): Uint8Array =>
  createHash('sha256')
    .update(JSON.stringify([id, title, text, pageText, url, outlet]))
    .digest()
