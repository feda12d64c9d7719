/** What a language model wrote in response to one question about a sector, or why it wrote nothing. */
export type StoredCompletion = {
  id: string
  /** Undefined: the operator's, and so everybody's. */
  companyId: string | undefined
  sector: string
  provider: string
  model: string
  prompt: string
  askedAt: Date
} & ({ completion: string } | { failure: string })

export type CompletionRow = Pick<StoredCompletion, 'sector' | 'provider' | 'model' | 'prompt' | 'askedAt'> & {
  completion: string
}

/** As it is read for a company: when it was given matters, not by whom. */
export type CompletionText = { id: string; askedAt: number; text: string }
