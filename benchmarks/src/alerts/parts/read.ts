/**
 * Is an announced risk event right? A hundred are drawn with a fixed seed and read by a person; the verdicts are kept beside the
 * results and found again by company, day and first article.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { hashText } from '@service/reputation-domain/hashing/hashing.ts'
import { dayOf, isoDay } from '@service/reputation-domain/series/model/day.ts'
import { parse } from 'csv-parse/sync'
import type { Section } from '../../harness/bench.ts'
import { share } from '../../harness/share.ts'
import type { RiskEvent } from '../replay.ts'

const drawn = 100
const seed = 40
const verdictsFile = join(import.meta.dirname, '../../../results/alerts-read.csv')

type Verdict = { date: string; company: string; headline_1: string; verdict: string }

export function read(riskEvents: readonly RiskEvent[]): Section {
  const verdicts = readVerdicts()
  const sample = draw(riskEvents)
    .map(rowOf)
    .sort((a, b) => (a[0]! + a[1]! < b[0]! + b[1]! ? -1 : 1))
  const judged = sample.map((row) => ({ row, verdict: verdicts.get(keyOf(row[0]!, row[1]!, row[4]!)) }))
  const isRead = judged.filter(({ verdict }) => verdict !== undefined)
  return {
    title: 'Read by a person',
    figures: share(
      'risk events that a reader found right',
      '',
      isRead.filter(({ verdict }) => verdict === 'right').length,
      isRead.length,
    ),
    tables: [
      {
        title: 'Drawn',
        rows: [
          ['date', 'company', 'category', 'level', 'headline', 'verdict'],
          ...judged.map(({ row, verdict }) => [...row.slice(0, 4), row[4]!.slice(0, 80), verdict ?? '']),
        ],
      },
    ],
    notes: [
      `${isRead.length} of ${sample.length} have been read; the verdicts are in results/alerts-read.csv.`,
      ...(process.env.PRINT_UNREAD
        ? judged.filter(({ verdict }) => verdict === undefined).map(({ row }) => row.map(csvCell).join(','))
        : []),
    ],
  }
}

/** Ranks events by a hash of each, so that one event more or less changes little of what has to be read again. */
function draw(events: readonly RiskEvent[]): RiskEvent[] {
  const ranked = events.map((event) => ({ event, rank: hashText(`${seed} ${event.story.id}`) }))
  return ranked
    .sort((a, b) => a.rank - b.rank)
    .slice(0, drawn)
    .map(({ event }) => event)
}

/** Date, company, category, level, and three headlines: the alert's, then those in the middle and at the end of the evidence. */
function rowOf({ story, assessment }: RiskEvent): string[] {
  const titles = new Map(story.mentions.map(({ articleId, title }) => [articleId, title]))
  const { evidence, headline } = assessment
  const others = [evidence[Math.floor(evidence.length / 2)]!, evidence.at(-1)!].map((id) => titles.get(id)!)
  return [
    isoDay(dayOf(assessment.rises[0]!.at)),
    story.subjectId,
    assessment.category,
    assessment.level,
    headline.title,
    ...others,
  ]
}

function readVerdicts(): Map<string, string> {
  if (!existsSync(verdictsFile)) return new Map()
  const rows = parse(readFileSync(verdictsFile), { columns: true }) as Verdict[]
  return new Map(rows.map((row) => [keyOf(row.date, row.company, row.headline_1), row.verdict]))
}

const keyOf = (date: string, company: string, headline: string): string => `${date}\t${company}\t${headline}`
const csvCell = (text: string): string => `"${text.replaceAll('"', '""')}"`
