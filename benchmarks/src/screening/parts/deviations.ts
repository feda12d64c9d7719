/**
 * Ways in which names deviate from the list, class by class: pairs made from listed names by rule, in two halves by the
 * rule's parameter. The matcher was tuned on the seen half alone, so only its errors are printed.
 */
import { sampleOf } from '@service/foundation/seeded-random.ts'
import type { Misjudged, Section } from '../../harness/bench.ts'
import { type Sampling, sampleSize } from '../../harness/options.ts'
import { count, share } from '../../harness/share.ts'
import { tokenSortedJaroWinkler, wRatio } from '../baselines.ts'
import { characters, romanised } from '../deviations/chinese.ts'
import { type Deviation, type DeviationClass, isSeen, namesOf } from '../deviations/deviation.ts'
import { alternatives, initials, initialsOfParent, numerals, shortened, splits } from '../deviations/organisations.ts'
import { endings, familiar, middleInitials } from '../deviations/persons.ts'
import { decisive, explained, type Lists } from '../matcher.ts'

const classes: readonly DeviationClass[] = [
  alternatives,
  familiar,
  endings,
  shortened,
  initials,
  initialsOfParent,
  numerals,
  middleInitials,
  characters,
  splits,
  romanised,
]

/** Pairs of one class and half, of matches and of others each. */
const sizes = { byDefault: 400, full: Number.POSITIVE_INFINITY }

const baselines = [tokenSortedJaroWinkler, wRatio]

export function deviations({ entries, index }: Lists, sampling: Sampling): Section {
  const names = namesOf(entries)
  const size = sampleSize(sampling, sizes)
  const misjudged: Misjudged[] = []
  const figures = classes.flatMap(({ name, make }) => {
    const pairs = make(names)
    return (['seen', 'unseen'] as const).flatMap((half) => {
      const own = pairs.filter(({ parameter }) => isSeen(name, parameter) === (half === 'seen'))
      const judge = (isMatch: boolean) => {
        const asked = sampleOf(
          own.filter((pair) => pair.isMatch === isMatch),
          size,
          12,
        )
        const found = asked.map((pair) => {
          const { similarity, explanation } = index.compareNames(pair.query, pair.listed, pair.type)
          if (similarity >= decisive !== isMatch && half === 'seen')
            misjudged.push(described(name, pair, similarity, explained(explanation)))
          return similarity >= decisive
        })
        const best = Math.max(
          ...baselines.map(({ score }) =>
            count(asked.map(({ query, listed }) => (score(query, listed) ?? 0) >= decisive)),
          ),
        )
        return { n: asked.length, hits: count(found), baseline: best / asked.length }
      }
      const [matches, others] = [judge(true), judge(false)]
      return [
        ...share('deviations found at 0.86', `${name}, ${half}`, matches.hits, matches.n, matches.baseline),
        ...share('others taken for deviations', `${name}, ${half}`, others.hits, others.n, others.baseline),
      ]
    })
  })
  return { title: 'Deviations', figures, misjudged }
}

const described = (
  name: string,
  { parameter, query, listed, isMatch }: Deviation,
  score: number,
  explanation: string,
): Misjudged => ({
  group: `deviation / ${name} / ${parameter}`,
  query,
  listed,
  score,
  expected: isMatch ? 'missed' : 'false match',
  explanation,
})
