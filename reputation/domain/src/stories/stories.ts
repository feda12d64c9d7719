/**
 * Which mentions of a company belong to the same story, across publishers.
 *
 * Copies of a text are easy to see; two reporters' headlines about one event are not: they share a few words at best. So
 * headlines are taken in order of time, and each joins the story, among those still open, whose words explain
 * most of it, weighed by how unusual they are for this company (`background.ts`); or it begins a new one. Reporters begin
 * a story in different words: whenever one has doubled it is compared with the others, and joins its like.
 *
 * The order is that of publication, not of arrival, and nothing looks ahead: the same set of articles always makes the same
 * stories, and an article changes none that was over before it.
 */
import { itemAt } from '../item-at/item-at.ts'
import { compareMentions, inOrder, type Mention } from '../mentions/mentions.ts'
import { atOnce, type Pieces } from '../pieces/pieces.ts'
import { Background } from './background.ts'
import { OpenStories } from './open-stories.ts'
import {
  addMention,
  beginStory,
  isOver,
  kinship,
  likeness,
  type OpenStory,
  type WordWeight,
  wholeOf,
} from './open-story.ts'
import { type StorySettings, storySettings } from './settings.ts'
import { titleWords } from './title-words.ts'

export type Story = {
  /** Made of the subject and the first article, by which the story is known as long as that stays its first. */
  id: string
  subjectId: string
  /** In order of time. */
  mentions: Mention[]
}

/** The stories of one subject, in order of their first articles. */
export const clusterStories = (mentions: readonly Mention[], settings: StorySettings = storySettings): Story[] =>
  atOnce(clusterStoriesInPieces(mentions, settings))

export function* clusterStoriesInPieces(
  mentions: readonly Mention[],
  settings: StorySettings = storySettings,
): Pieces<Story[]> {
  const stories: OpenStory[] = []
  const byArticle = new Map<string, OpenStory>()
  const background = new Background(settings.background)
  const open = new OpenStories(settings)
  for (const mention of inOrder(mentions)) {
    yield
    const now = mention.publishedAt
    const words = titleWords(mention.title, mention)
    background.moveTo(now)
    open.closeWhere((story) => isOver(story, now, settings))
    const weightOf: WordWeight = (word) => background.weightOf(word)

    let story = ofOriginal(mention, byArticle, settings) ?? likeliest(mention, words, weightOf, open, settings)
    if (!story) {
      story = beginStory(now)
      stories.push(story)
      open.add(story)
    }
    addMention(story, mention, words, settings)
    open.note(story, words)
    if (hasDoubled(story)) uniteWithKin(story, weightOf, open, settings)
    byArticle.set(mention.articleId, story)
    background.add(now, words)
  }
  return stories.filter(({ partOf }) => !partOf).map(storyOf)
}

/** A copy joins the story of its original, as long as that is open. */
function ofOriginal(
  { copyOf, publishedAt }: Mention,
  byArticle: ReadonlyMap<string, OpenStory>,
  settings: StorySettings,
): OpenStory | undefined {
  const original = copyOf === undefined ? undefined : byArticle.get(copyOf)
  const story = original && wholeOf(original)
  return story && !isOver(story, publishedAt, settings) ? story : undefined
}

/** Between equally likely ones, the one with the latest mention. */
function likeliest(
  mention: Mention,
  words: readonly string[],
  weightOf: WordWeight,
  open: OpenStories,
  settings: StorySettings,
): OpenStory | undefined {
  let best: { story: OpenStory; likeness: number } | undefined
  for (const story of open.using(words)) {
    const like = likeness(mention, words, weightOf, story, settings)
    if (like < settings.minLikeness) continue
    if (!best || like > best.likeness || (like === best.likeness && comesAfter(story, best.story))) {
      best = { story, likeness: like }
    }
  }
  return best?.story
}

const comesAfter = (one: OpenStory, other: OpenStory): boolean =>
  compareMentions(one.mentions.at(-1)!, other.mentions.at(-1)!) > 0

/** At 4, 8, 16 … headlines. */
const hasDoubled = ({ mentions: { length } }: OpenStory): boolean => length >= 4 && (length & (length - 1)) === 0

function uniteWithKin(story: OpenStory, weightOf: WordWeight, open: OpenStories, settings: StorySettings): void {
  let nearest: { story: OpenStory; kinship: number } | undefined
  for (const other of open.like(story)) {
    if (other === story || other.mentions.length < 4) continue
    const kin = kinship(story, other, weightOf, settings)
    if (kin < settings.minKinship || kin < (nearest?.kinship ?? 0)) continue
    if (kin === nearest?.kinship && !isOlder(other, nearest.story)) continue
    nearest = { story: other, kinship: kin }
  }
  if (!nearest) return
  if (isOlder(story, nearest.story)) open.unite(story, nearest.story)
  else open.unite(nearest.story, story)
}

const isOlder = (one: OpenStory, other: OpenStory): boolean =>
  compareMentions(itemAt(one.mentions, 0), itemAt(other.mentions, 0)) < 0

function storyOf(story: OpenStory): Story {
  const mentions = inOrder(story.mentions)
  const { subjectId, articleId } = itemAt(mentions, 0)
  return { id: `${subjectId}:${articleId}`, subjectId, mentions }
}
