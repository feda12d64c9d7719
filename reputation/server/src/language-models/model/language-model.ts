/** A language model behind an address that speaks as OpenAI's chat completions do. The operator configures it. */
export type LanguageModel = {
  /** What the operator calls the provider: `openai`, `local`. */
  provider: string
  /** Before `/chat/completions`: `https://api.example.org/v1`. */
  url: string
  model: string
  /** Sent as a bearer token, and sent to nobody else. */
  key?: string
}
