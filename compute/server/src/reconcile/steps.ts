/**
 * Points at which a process may die, by name. Nothing happens at them, but a test that proves that a death there costs
 * nothing has the process end itself.
 */
export const steps = [
  /** Claimed; the engine has not heard of it. */
  'after-intent',
  /** The engine has it, and nothing of that is written. */
  'after-engine-apply',
  /** All is known, and about to be written. */
  'before-status-write',
  /** The engine has ended it, and nothing of that is written. */
  'during-stop',
  /** The engine has forgotten it, and nothing of that is written. */
  'after-engine-remove',
  /** In the transaction: the meter has its report, and nothing is committed. */
  'during-metering',
  /** The old attempt is written off, and there is no new one. */
  'during-failover',
] as const

export type Step = (typeof steps)[number]
export type AtStep = (step: Step) => void
