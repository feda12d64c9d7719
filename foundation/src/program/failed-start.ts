/** Why the service did not start, for the person who started it: the message and its causes, without a stack. */
export function explainFailedStart(error: unknown): string {
  const sentences: string[] = []
  for (let cause = error; cause instanceof Error; cause = cause.cause) sentences.push(wordsOf(cause))
  return `The service could not start: ${sentences.join('\n  because: ') || String(error)}`
}

/** A name with several addresses fails with an error for each, and no message of its own. */
const wordsOf = (error: Error): string =>
  error instanceof AggregateError && error.message === ''
    ? error.errors.map((one) => (one instanceof Error ? one.message : String(one))).join('; ')
    : error.message
