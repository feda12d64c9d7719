/** Subjects as companies read them. */
import { Instant } from '@service/foundation/http/model/instant.ts'
import { nullable } from '@service/foundation/http/model/nullable.ts'
import { openEnumOrNull } from '@service/foundation/http/model/string-enum.ts'
import Type, { type Static } from 'typebox'
import { subjectRoles } from '../model/stored-subject.ts'
import type { CompanySubject } from '../subjects/subject-store.ts'
import type { Trial } from './try-subject.ts'

const nameInNews = {
  text: Type.String({ description: 'A name in the news.', examples: ['Example Works'] }),
  needsContext: Type.Optional(
    Type.Boolean({ description: 'Also a common word or another’s name: its context decides.', default: false }),
  ),
  caseSensitive: Type.Optional(Type.Boolean({ description: 'Only the exact spelling counts.', default: false })),
}

export const Alias = Type.Object(nameInNews, { title: 'Alias', additionalProperties: false })

export const Subject = Type.Object(
  {
    subjectId: Type.String({ examples: ['sub_01kd3f9n8x4s6t2v7w0y5z1a3b'] }),
    name: Type.String({ examples: ['Example Ltd'] }),
    sector: Type.String({ description: 'Peers are those of one sector.', examples: ['widgets'] }),
    aliases: Type.Array(Alias, { description: 'Other names that are searched for; its own name always is.' }),
    blockers: Type.Array(Type.String(), { description: 'Phrases in which a name means something else.' }),
    role: openEnumOrNull(subjectRoles, {
      description:
        '`own`: your figures are about it. `peer`: your company is compared with it. Null: you do not follow it.',
    }),
    shared: Type.Boolean({ description: 'True if it belongs to the installation: only its role can be changed.' }),
    searching: Type.Boolean({ description: 'True while stored articles are still to be searched for it.' }),
    sample: Type.Optional(Type.Boolean({ description: 'True if it is part of the sample of 2014.' })),
    createdAt: Instant('When it was added.'),
    updatedAt: Instant('When its names or sector changed last.'),
  },
  { title: 'Subject' },
)

export const showSubject = (subject: CompanySubject): Static<typeof Subject> => ({
  subjectId: subject.id,
  name: subject.name,
  sector: subject.sector,
  aliases: [...subject.aliases],
  blockers: [...(subject.blockers ?? [])],
  role: subject.role ?? null,
  shared: subject.companyId === undefined,
  searching: subject.isSearching,
  ...(subject.sample && { sample: true }),
  createdAt: subject.createdAt.toISOString(),
  updatedAt: subject.updatedAt.toISOString(),
})

const count = (description: string) => Type.Integer({ minimum: 0, description })

export const SubjectTrial = Type.Object(
  {
    since: Instant('Headlines published since then were searched.'),
    searched: count('Headlines that were searched, the newest first.'),
    complete: Type.Boolean({ description: 'False if there are more headlines than are searched.' }),
    found: count('Headlines that contain a name.'),
    namesakes: count('Of those found: in which the name probably means something else, so that they would not count.'),
    compared: nullable(
      Type.Object(
        {
          added: count('Found, and not by the subject as it is.'),
          lost: count('Found by the subject as it is, and no longer.'),
        },
        { title: 'TrialComparison', description: 'With the subject of `subjectId`; null without one.' },
      ),
    ),
    names: Type.Array(
      Type.Object(
        { text: nameInNews.text, found: count('Headlines in which it was found first.') },
        { title: 'NameFound' },
      ),
      { description: 'Every name, the subject’s own included.' },
    ),
    headlines: Type.Array(
      Type.Object(
        {
          articleId: Type.String({ examples: ['art_5f0c9a21d3b8e744'] }),
          title: Type.String({ examples: ['Example Works recalls widgets'] }),
          outlet: Type.String({ examples: ['The Example'] }),
          url: Type.String({ examples: ['https://news.example.org/widgets-recalled'] }),
          publishedAt: Instant('When it was published.'),
          name: Type.String({ description: 'The name that was found.', examples: ['Example Works'] }),
          start: count('Where the name begins in the title, in UTF-16 units.'),
          end: count('Where it ends.'),
          needsContext: Type.Boolean({ description: 'True if the context decides whether the company is meant.' }),
          blockedBy: nullable(Type.String({ description: 'The phrase in which the name means something else.' })),
          pCompany: Type.Number({
            minimum: 0,
            maximum: 1,
            description: 'The probability that the name means the company.',
          }),
          because: Type.String({
            description: 'What decided that.',
            examples: ['“Example Works” is no ordinary word; its context speaks for the company'],
          }),
          change: openEnumOrNull(['added', 'lost'], {
            description: 'Against the subject of `subjectId`; null where both find it, or there is none.',
          }),
        },
        { title: 'HeadlineFound' },
      ),
      { description: 'The newest of those that `show` selects.' },
    ),
  },
  { title: 'SubjectTrial' },
)

export const showTrial = ({
  since,
  isComplete,
  compared,
  headlines,
  ...trial
}: Trial): Static<typeof SubjectTrial> => ({
  since: since.toISOString(),
  complete: isComplete,
  compared: compared ?? null,
  ...trial,
  headlines: headlines.map(({ publishedAt, blockedBy, change, pCompany, ...headline }) => ({
    ...headline,
    pCompany: Math.round(pCompany * 1_000) / 1_000,
    change: change ?? null,
    publishedAt: publishedAt.toISOString(),
    blockedBy: blockedBy ?? null,
  })),
})
