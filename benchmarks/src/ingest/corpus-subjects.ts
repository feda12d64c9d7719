/** The companies of the news corpus as the service keeps subjects. */
import { dayMs } from '@service/reputation-domain/series/model/day.ts'
import type { StoredSubject } from '@service/reputation-server/news/model/stored-subject.ts'

export type CorpusCompany = { id: string; name: string; sector: string; aliases: string[]; ambiguityNotes: string[] }

export const subjectOf = ({ id, name, sector, aliases, ambiguityNotes }: CorpusCompany, at: Date): StoredSubject => ({
  id: `sub_${id}`,
  name,
  sector,
  aliases: aliases.map((text) => ({
    text,
    caseSensitive: true,
    ...(ambiguityNotes.length > 0 && { needsContext: true }),
  })),
  companyId: undefined,
  sample: false,
  createdAt: at,
  updatedAt: at,
})

/** Lines of the corpus with their dates shifted by whole days, so that the last of them is of yesterday. */
export function upToYesterday(news: Buffer, now: Date): Buffer {
  const lines = news
    .toString('utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { publishedAt: string })
  const dayOf = (time: number) => Math.floor(time / dayMs)
  const last = lines.reduce((last, { publishedAt }) => Math.max(last, dayOf(Date.parse(publishedAt))), 0)
  const shiftMs = (dayOf(now.getTime()) - 1 - last) * dayMs
  const shifted = lines.map((line) => ({
    ...line,
    publishedAt: new Date(Date.parse(line.publishedAt) + shiftMs).toISOString(),
  }))
  return Buffer.from(shifted.map((line) => JSON.stringify(line)).join('\n'))
}
