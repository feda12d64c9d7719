/**
 * Which mentions of a company tell the same story, whoever published them.
 *
 * Copies of a text are easy to see; two reporters' headlines about one event are not: they share a few words at best. So
 * headlines are taken in order of time, and each joins the story, among those still being told, whose words explain
 * most of it, weighed by how unusual they are for this company (`background.ts`); or it begins a new one. Reporters begin
 * a story in different words: whenever one has doubled it is compared with the others, and joins its like.
 *
 * The order is that of publication, not of arrival, and nothing looks ahead: the same set of articles always makes the same
 * stories, and an article changes none that was over before it.
 */
import { compareMentions, inOrder, type Mention } from '../mentions/mentions.ts'
import { Background } from './background.ts'
import { OpenTellings } from './open-stories.ts'
import {
  addMention,
  beginTelling,
  isOver,
  kinship,
  likeness,
  type Telling,
  type WordWeight,
  wholeOf,
} from './open-story.ts'
import { type StorySettings, storySettings } from './settings.ts'
import { titleWords } from './title-words.ts'

export type Story = {
  /** Of the subject and the first article, by which the story is known as long as that stays its first. */
  id: string
  subjectId: string
  /** In order of time. */
  mentions: Mention[]
}

/** The stories of one subject, in order of their first articles. */
export function clusterStories(mentions: readonly Mention[], settings: StorySettings = storySettings): Story[] {
  const tellings: Telling[] = []
  const byArticle = new Map<string, Telling>()
  const background = new Background(settings.background)
  const open = new OpenTellings()
  for (const mention of inOrder(mentions)) {
    const now = mention.publishedAt
    const words = titleWords(mention.title, mention)
    background.moveTo(now)
    open.closeWhere((telling) => isOver(telling, now, settings))
    const weightOf: WordWeight = (word) => background.weightOf(word)

    let telling = ofOriginal(mention, byArticle, settings) ?? likeliest(mention, words, weightOf, open, settings)
    if (!telling) {
      telling = beginTelling(now)
      tellings.push(telling)
      open.add(telling)
    }
    addMention(telling, mention, words)
    open.note(telling, words)
    if (hasDoubled(telling)) uniteWithKin(telling, weightOf, open, settings)
    byArticle.set(mention.articleId, telling)
    background.add(now, words)
  }
  return tellings.filter(({ partOf }) => !partOf).map(storyOf)
}

/** A copy tells what its original tells, as long as that is told. */
function ofOriginal(
  { copyOf, publishedAt }: Mention,
  byArticle: ReadonlyMap<string, Telling>,
  settings: StorySettings,
): Telling | undefined {
  const original = copyOf === undefined ? undefined : byArticle.get(copyOf)
  const telling = original && wholeOf(original)
  return telling && !isOver(telling, publishedAt, settings) ? telling : undefined
}

/** Between equally likely ones, the one told last. */
function likeliest(
  mention: Mention,
  words: readonly string[],
  weightOf: WordWeight,
  open: OpenTellings,
  settings: StorySettings,
): Telling | undefined {
  let best: { telling: Telling; likeness: number } | undefined
  for (const telling of open.using(words)) {
    const like = likeness(mention, words, weightOf, telling, settings)
    if (like < settings.leastLikeness) continue
    if (!best || like > best.likeness || (like === best.likeness && comesAfter(telling, best.telling))) {
      best = { telling, likeness: like }
    }
  }
  return best?.telling
}

const comesAfter = (one: Telling, other: Telling): boolean =>
  compareMentions(one.mentions.at(-1)!, other.mentions.at(-1)!) > 0

/** At 4, 8, 16 … headlines. */
const hasDoubled = ({ mentions: { length } }: Telling): boolean => length >= 4 && (length & (length - 1)) === 0

function uniteWithKin(telling: Telling, weightOf: WordWeight, open: OpenTellings, settings: StorySettings): void {
  let nearest: { telling: Telling; kinship: number } | undefined
  for (const other of open) {
    if (other === telling || other.mentions.length < 4) continue
    const kin = kinship(telling, other, weightOf, settings)
    if (kin >= settings.leastKinship && kin > (nearest?.kinship ?? 0)) nearest = { telling: other, kinship: kin }
  }
  if (!nearest) return
  const isOlder = compareMentions(telling.mentions[0]!, nearest.telling.mentions[0]!) < 0
  if (isOlder) open.unite(telling, nearest.telling)
  else open.unite(nearest.telling, telling)
}

function storyOf(telling: Telling): Story {
  const mentions = inOrder(telling.mentions)
  const { subjectId, articleId } = mentions[0]!
  return { id: `${subjectId}:${articleId}`, subjectId, mentions }
}
