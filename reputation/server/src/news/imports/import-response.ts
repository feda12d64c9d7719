/** The response schema of imports. */
import { Instant } from '@service/foundation/http/model/instant.ts'
import { nullable } from '@service/foundation/http/model/nullable.ts'
import { stringEnum } from '@service/foundation/http/model/string-enum.ts'
import Type from 'typebox'
import type { ImportProgress } from './article-import.ts'

const count = (description: string) => Type.Integer({ minimum: 0, description })

export const ImportResponse = Type.Object(
  {
    importId: Type.String({ examples: ['imp_01kd3f9n8x4s6t2v7w0y5z1a3b'] }),
    status: stringEnum(['running', 'done'], { title: 'ImportStatus', description: 'Whether the import has finished.' }),
    createdAt: Instant('When it was accepted.'),
    finishedAt: nullable(Instant('When the last article was processed.')),
    accepted: count('Good rows.'),
    rejected: count('Bad rows.'),
    done: count('Good rows processed so far.'),
    created: count('New articles among them.'),
    updated: count('New versions of known articles among them.'),
    unchanged: count('Unchanged articles among them.'),
    expired: count('Articles among them that are past the retention period and were left out.'),
    rejections: Type.Array(
      Type.Object(
        {
          line: Type.Integer({ description: 'The line, from 1; in a JSON body, the position of the article.' }),
          code: Type.String({
            description: 'A stable code for programs. New codes may be added.',
            examples: ['missing-field'],
          }),
          reason: Type.String({ description: 'What is wrong, for a person.', examples: ['title is missing'] }),
        },
        { title: 'RowRejection' },
      ),
      { description: 'The first 1,000 bad rows.' },
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
