/** What a language model answered to one question about a sector. */
export type StoredAnswer = {
  id: string
  /** Undefined: the operator's, and so everybody's. */
  companyId: string | undefined
  sector: string
  provider: string
  model: string
  prompt: string
  askedAt: Date
} & ({ answer: string } | { failure: string })

export type AnswerRow = Pick<StoredAnswer, 'sector' | 'provider' | 'model' | 'prompt' | 'askedAt'> & { answer: string }

/** As it is read for a company: when it was given matters, not by whom. */
export type AnswerText = { id: string; askedAt: number; text: string }
