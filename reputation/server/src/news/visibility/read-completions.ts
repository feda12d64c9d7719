/**
 * What stored completions say of one company: how often it is named, how often anybody of its sector is, and in what tone. Pure;
 * runs in the pipeline's thread. The tone is always judged by our own model, also where another provider judges the news.
 */
import { LruMap } from '@service/foundation/lru-map.ts'
import { minPCompany } from '@service/reputation-domain/mentions/mentions.ts'
import type { Completion } from '@service/reputation-domain/score/ai-visibility.ts'
import { type AliasFinder, compileAliases } from '@service/reputation-domain/subjects/find-aliases.ts'
import type { Subject } from '@service/reputation-domain/subjects/subject.ts'
import type { TargetedText } from '@service/reputation-domain/text-model/targeted-text.ts'
import type { Models } from '../analysis/models.ts'
import type { CompletionText } from './stored-completion.ts'

/** The completions of a company's sector, to be read for its own subject among all that are tracked. */
export type AskedAbout = {
  ownId: string
  tracked: readonly Pick<Subject, 'id' | 'aliases' | 'blockers'>[]
  texts: readonly CompletionText[]
}

export type DatedCompletion = Completion & { askedAt: number }

export type ReadCompletions = (asked: AskedAbout) => DatedCompletion[]

/** Of a name in a long completion, so much before and behind it is looked at. */
const contextLength = 300
/** Mentions of the company in one completion whose tone is judged. */
const maxJudged = 10
const remembered = 20_000

/** Remembers what it has read: figures are made again and again of the same completions. */
export function makeReadCompletions(models: Models): ReadCompletions {
  const known = new LruMap<string, DatedCompletion>(remembered)
  return ({ ownId, tracked, texts }) => {
    const key = JSON.stringify([ownId, tracked.map(({ id, aliases, blockers }) => [id, aliases, blockers])])
    const reader = makeReader(models, tracked, ownId)
    return texts.map((text) => {
      const memory = `${text.id} ${key}`
      const read = known.get(memory) ?? reader(text)
      known.set(memory, read)
      return read
    })
  }
}

function makeReader(models: Models, tracked: AskedAbout['tracked'], ownId: string) {
  const finder: AliasFinder = compileAliases(tracked)
  const byId = new Map(tracked.map((subject) => [subject.id, subject]))
  return ({ text, askedAt }: CompletionText): DatedCompletion => {
    const mentions = finder
      .find(text)
      .map(({ subjectId, start, end, needsContext }) => ({ subjectId, target: around(text, start, end), needsContext }))
      .filter(({ subjectId, target, needsContext }) => {
        const blockers = byId.get(subjectId)?.blockers
        const knowledge = { ...(blockers && { blockers }), ...(needsContext && { needsContext }) }
        return models.names.judge(target, knowledge).pCompany >= minPCompany
      })
    const own = mentions.filter(({ subjectId }) => subjectId === ownId)
    const tones = own.slice(0, maxJudged).map(({ target }) => {
      const { positive, negative } = models.sentiment.probabilities(target)
      return positive - negative
    })
    return {
      askedAt,
      ownMentions: own.length,
      trackedMentions: mentions.length,
      ...(tones.length > 0 && { sentiment: tones.reduce((sum, tone) => sum + tone, 0) / tones.length }),
    }
  }
}

/** The sentence or list entry that a name stands in. */
export function around(text: string, start: number, end: number): TargetedText {
  const before = text.slice(Math.max(0, start - contextLength), start)
  const behind = text.slice(end, end + contextLength)
  const breaks = [...before.matchAll(/\n|[.!?]["”)]?\s+(?=\p{Lu})/gu)]
  const last = breaks.at(-1)
  const lead = last ? before.slice(last.index + last[0].length) : before
  const close = /\n|[.!?](?=["”)]?\s|$)/u.exec(behind)
  const tail = close ? behind.slice(0, close.index + (close[0] === '\n' ? 0 : 1)) : behind
  return { text: lead + text.slice(start, end) + tail, start: lead.length, end: lead.length + end - start }
}
