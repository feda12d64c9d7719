/** What separates one story from the next, tuned on how well stories agree with those of a news aggregator. */
export const storySettings = {
  /** A story that nobody has written about for so long is over; what comes then is a new one. */
  silenceMs: 48 * 3_600_000,
  /** Nor does a story last longer: what is written of the matter later is a new chapter, to be announced again. */
  maxDurationMs: 5 * 86_400_000,
  /** Two stories are found to be one when the words of the younger explain this share of each other. */
  minKinship: 0.3,
  /** Words in fewer of a story's headlines say nothing of what it is about. */
  minShare: 0.08,
  /** The company's own common words are learnt from the month before the last three days. */
  background: { fromMs: 33 * 86_400_000, toMs: 3 * 86_400_000 },
  /** A headline joins the story whose words explain at least this share of its own weight. */
  minLikeness: 0.2,
  /** What it adds that both speak of the same kind of risk. */
  sameRisk: 0.15,
  /** A word counts in full from this share of a story's headlines. */
  fullShare: 0.15,
  /** With so many open stories a headline is compared, or a story. Far more than any company of the news corpus has. */
  maxCandidates: 200,
}
export type StorySettings = typeof storySettings
