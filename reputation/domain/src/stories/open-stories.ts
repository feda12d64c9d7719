import { absorb, type OpenStory } from './open-story.ts'

/** The stories that are still open, by the words that their headlines use. */
export class OpenStories {
  readonly #open = new Set<OpenStory>()
  readonly #byWord = new Map<string, Set<OpenStory>>()

  add(story: OpenStory): void {
    this.#open.add(story)
  }

  /** To be called once the story's headlines use these words. */
  note(story: OpenStory, words: Iterable<string>): void {
    for (const word of words) {
      const stories = this.#byWord.get(word)
      if (stories) stories.add(story)
      else this.#byWord.set(word, new Set([story]))
    }
  }

  /** Those that use any of the words, in the order in which they began. */
  using(words: readonly string[]): Iterable<OpenStory> {
    const found = new Set<OpenStory>()
    for (const word of words) for (const story of this.#byWord.get(word) ?? []) found.add(story)
    return found
  }

  unite(older: OpenStory, younger: OpenStory): void {
    this.#drop(younger)
    absorb(older, younger)
    this.note(older, younger.wordCounts.keys())
  }

  closeWhere(isOver: (story: OpenStory) => boolean): void {
    for (const story of this.#open) if (isOver(story)) this.#drop(story)
  }

  [Symbol.iterator](): Iterator<OpenStory> {
    return this.#open.values()
  }

  #drop(story: OpenStory): void {
    this.#open.delete(story)
    for (const word of story.wordCounts.keys()) {
      const stories = this.#byWord.get(word)
      stories?.delete(story)
      if (stories?.size === 0) this.#byWord.delete(word)
    }
  }
}
