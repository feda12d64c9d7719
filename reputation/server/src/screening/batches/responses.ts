/** Response schemas of batches. */
import { Instant } from '@service/foundation/http/model/instant.ts'
import { nullable } from '@service/foundation/http/model/nullable.ts'
import { openEnum, openEnumOrNull } from '@service/foundation/http/model/string-enum.ts'
import Type from 'typebox'
import { BestMatch } from '../responses.ts'

export const BatchCheck = Type.Object(
  {
    names: Type.Integer({ description: 'How many there are.' }),
    requests: Type.Integer({ description: 'How many requests of the quota it costs to screen them.' }),
    faults: Type.Array(
      Type.Object(
        {
          index: Type.Integer({ description: 'The place in `names`, from 0.' }),
          field: Type.String({ examples: ['dateOfBirth'] }),
          message: Type.String({ examples: ['must be an existing date such as 1962, 1962-04 or 1962-04-17'] }),
        },
        { title: 'BatchFault' },
      ),
    ),
  },
  { title: 'ScreeningBatchCheck' },
)

export const BatchShown = Type.Object(
  {
    batchId: Type.String({ examples: ['sbt_01kd3f9n8x4s6t2v7w0y5z1a3b'] }),
    label: Type.String({ description: 'As it was given.' }),
    createdAt: Instant('When it was asked for.'),
    actor: Type.String({ description: 'Who asked: `key:` or `user:` and the id.' }),
    names: Type.Integer({ description: 'How many it has.' }),
    done: Type.Integer({ description: 'How many of them are screened.' }),
    withMatches: Type.Integer({ description: 'How many of those have a match.' }),
    finishedAt: nullable(Instant('When all were screened; null while some wait.')),
  },
  { title: 'ScreeningBatchState' },
)

const BatchResult = Type.Object(
  {
    row: Type.Integer({ description: 'From 1, in the order of the names.' }),
    name: nullable(Type.String({ description: 'Null once it was erased.' })),
    reference: nullable(Type.String()),
    status: openEnum(['waiting', 'clean', 'match', 'erased', 'removed'], {
      description:
        'What came of it. `erased`: the person was erased. `removed`: the record is past its age and no longer kept.',
    }),
    matchCount: nullable(Type.Integer()),
    best: Type.Union([BestMatch, Type.Null()]),
    verdict: openEnumOrNull(['undecided', 'true-match', 'false-match'], {
      description:
        'Of its matches: whether one is the party, one is undecided, or none is the party; null without a match.',
    }),
    screeningId: nullable(Type.String({ description: 'The record; null while it waits.' })),
  },
  { title: 'ScreeningBatchResult' },
)

export const BatchResultPage = Type.Object(
  {
    results: Type.Array(BatchResult),
    nextCursor: nullable(Type.String({ description: 'Pass it as `cursor` for the next page; null on the last page.' })),
  },
  { title: 'ScreeningBatchResultPage' },
)
