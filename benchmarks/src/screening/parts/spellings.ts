/** Small sets picked by hand: one name in many spellings, pairs in many scripts, and OFAC's own portal. For the record. */
import type { Section } from '../../harness/bench.ts'
import { correlation } from '../../harness/correlation.ts'
import { count, share } from '../../harness/share.ts'
import { tokenSortedJaroWinkler, transliterated, wRatio } from '../baselines.ts'
import type { DataFolder } from '../data-folder.ts'
import { readHandPickedPairs, readPortalPairs, readPutinSpellings } from '../labelled-files.ts'
import { decisive, describeMatch, explained, type Lists } from '../matcher.ts'

export function spellings(data: DataFolder, lists: Lists): Section {
  const sections = [
    ...(data.has('putin_names.txt') ? [oneName(data, lists)] : []),
    ...(data.has('cross_script_pairs.csv') ? [handPicked(data, lists)] : []),
    ...(data.has('ofac_portal_parity.csv') ? [portal(data, lists)] : []),
  ]
  return {
    title: 'Spellings',
    figures: sections.flatMap(({ figures }) => figures),
    misjudged: sections.flatMap(({ misjudged }) => misjudged ?? []),
  }
}

function oneName(data: DataFolder, lists: Lists): Omit<Section, 'title'> {
  const listed = lists.entries.filter((entry) =>
    entry.names.some(({ name }) => /putin/i.test(name) && /vladimir/i.test(name)),
  )
  const wanted = new Set(listed.map(({ entityId }) => entityId))
  const results = readPutinSpellings(data).map((query) => ({
    query,
    match: lists.index.screen({ name: query, threshold: 0.5 }).find(({ entry }) => wanted.has(entry.entityId)),
  }))
  const baselines = [tokenSortedJaroWinkler, wRatio]
    .map(transliterated)
    .map(
      ({ score }) =>
        count(
          results.map(({ query }) =>
            listed.some(({ names }) => names.some(({ name }) => (score(query, name) ?? 0) >= decisive)),
          ),
        ) / results.length,
    )
  const isFound = (result: (typeof results)[number]) => (result.match?.similarity ?? 0) >= decisive
  return {
    figures: share(
      'spellings of one name found at 0.86',
      'putin',
      count(results.map(isFound)),
      results.length,
      Math.max(...baselines),
    ),
    misjudged: results
      .filter((result) => !isFound(result))
      .map(({ query, match }) => ({
        group: 'spellings / putin',
        query,
        listed: match ? describeMatch(match) : [...wanted].join(', '),
        score: match?.similarity ?? 0,
        expected: 'missed',
        explanation: match ? explained(match.explanation) : '',
      })),
  }
}

function handPicked(data: DataFolder, lists: Lists): Omit<Section, 'title'> {
  const results = readHandPickedPairs(data).map((pair) => ({
    ...pair,
    ...lists.index.compareNames(pair.query, pair.expected, 'individual'),
  }))
  return {
    figures: share(
      'hand-picked pairs across scripts found at 0.86',
      'persons',
      count(results.map(({ similarity }) => similarity >= decisive)),
      results.length,
    ),
    misjudged: results
      .filter(({ similarity }) => similarity < decisive)
      .map(({ query, expected, note, similarity, explanation }) => ({
        group: `spellings / hand-picked / ${note}`,
        query,
        listed: expected,
        score: similarity,
        expected: 'missed',
        explanation: explained(explanation),
      })),
  }
}

/** The portal's answers hold persons, entities and vessels under one another; each pair is read as of a person. */
function portal(data: DataFolder, lists: Lists): Omit<Section, 'title'> {
  const pairs = readPortalPairs(data)
  const ours = pairs.map(({ query, listed }) => lists.index.compareNames(query, listed, 'individual').similarity)
  return {
    figures: [
      {
        name: "correlation with the OFAC portal's scores",
        value: correlation(
          ours,
          pairs.map(({ score }) => score),
        ),
        n: pairs.length,
      },
    ],
  }
}
