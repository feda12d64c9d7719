/** Imports as they are answered. */
import { Instant } from '@service/foundation/http/instant.ts'
import { nullable } from '@service/foundation/http/nullable.ts'
import { stringEnum } from '@service/foundation/http/string-enum.ts'
import Type from 'typebox'
import type { ImportProgress } from './article-import.ts'

const count = (description: string) => Type.Integer({ minimum: 0, description })

export const ImportResponse = Type.Object(
  {
    importId: Type.String({ examples: ['imp_01kd3f9n8x4s6t2v7w0y5z1a3b'] }),
    status: stringEnum(['running', 'done']),
    createdAt: Instant('When it was accepted.'),
    finishedAt: nullable(Instant('When the last article was taken in.')),
    accepted: count('Good rows.'),
    rejected: count('Bad rows.'),
    done: count('Good rows that are taken in so far.'),
    created: count('Of these, articles that were not known.'),
    updated: count('Of these, new versions of articles that were known.'),
    unchanged: count('Of these, articles that were known as they are.'),
    expired: count('Of these, articles that are older than articles are kept for, and were left out.'),
    rejections: Type.Array(
      Type.Object({
        line: Type.Integer({ description: 'From 1; in a JSON body, the position of the article.' }),
        code: Type.String({ description: 'A stable word for programs.', examples: ['missing-field'] }),
        reason: Type.String({ description: 'What is wrong, for a person.', examples: ['title is missing'] }),
      }),
      { description: 'The first 1,000 of the bad rows.' },
    ),
  },
  { title: 'ArticleImport' },
)
export type ImportResponse = Type.Static<typeof ImportResponse>

export const toImportResponse = (one: ImportProgress): ImportResponse => ({
  importId: one.id,
  status: one.finishedAt ? 'done' : 'running',
  createdAt: one.createdAt.toISOString(),
  finishedAt: one.finishedAt?.toISOString() ?? null,
  accepted: one.rowCount,
  rejected: one.rejectedCount,
  done: one.done,
  created: one.created,
  updated: one.updated,
  unchanged: one.unchanged,
  expired: one.expired,
  rejections: [...one.rejected],
})
