import { absorb, mainWordsOf, type OpenStory } from './open-story.ts'
import type { StorySettings } from './settings.ts'

/**
 * The stories that are still open, by the words that their headlines use.
 *
 * So that thousands of stories made of the same words do not cost millions of comparisons, a search looks at no more than
 * `settings.maxCandidates` of them: those with the rarest words first, and of these the oldest.
 */
export class OpenStories {
  readonly #settings: StorySettings
  /** In the order in which they began. */
  readonly #open = new Set<OpenStory>()
  /** In the order in which they were last written about. */
  readonly #byLast = new Set<OpenStory>()
  readonly #byWord = new Map<string, Set<OpenStory>>()

  constructor(settings: StorySettings) {
    this.#settings = settings
  }

  add(story: OpenStory): void {
    this.#open.add(story)
  }

  /** To be called once the story's headlines use these words, the last of them just now. */
  note(story: OpenStory, words: Iterable<string>): void {
    this.#byLast.delete(story)
    this.#byLast.add(story)
    for (const word of words) {
      const stories = this.#byWord.get(word)
      if (stories) stories.add(story)
      else this.#byWord.set(word, new Set([story]))
    }
  }

  /** Those that use any of the words. */
  *using(words: Iterable<string>): Iterable<OpenStory> {
    const found = new Set<OpenStory>()
    const byWord = [...words].flatMap((word) => this.#byWord.get(word) ?? [])
    for (const stories of byWord.sort((one, other) => one.size - other.size)) {
      for (const story of stories) {
        if (found.has(story)) continue
        if (found.size === this.#settings.maxCandidates) return
        found.add(story)
        yield story
      }
    }
  }

  /** Those that have in common with the story what it is about. */
  like(story: OpenStory): Iterable<OpenStory> {
    return this.using(mainWordsOf(story, this.#settings))
  }

  unite(older: OpenStory, younger: OpenStory): void {
    this.#drop(younger)
    absorb(older, younger, this.#settings)
    this.note(older, younger.wordCounts.keys())
  }

  /** Closes those that are over; none is unless it is the oldest, or the one that was not written about for longest. */
  closeWhere(isOver: (story: OpenStory) => boolean): void {
    for (const order of [this.#open, this.#byLast]) {
      for (const story of order) {
        if (!isOver(story)) break
        this.#drop(story)
      }
    }
  }

  #drop(story: OpenStory): void {
    this.#open.delete(story)
    this.#byLast.delete(story)
    for (const word of story.wordCounts.keys()) {
      const stories = this.#byWord.get(word)
      stories?.delete(story)
      if (stories?.size === 0) this.#byWord.delete(word)
    }
  }
}
