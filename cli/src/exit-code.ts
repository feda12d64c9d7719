/** What the program ends with; `svc help exit-codes` lists them. */
export const exitCode = {
  ok: 0,
  failure: 1,
  usage: 2,
  notFound: 3,
  auth: 4,
  quota: 5,
  noCapacity: 6,
  timeout: 7,
  deploymentFailed: 8,
  interrupted: 130,
} as const

export type ExitCode = (typeof exitCode)[keyof typeof exitCode]

/** A failure that the program itself finds. `hint` says what to do. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure'
  readonly code: ExitCode
  readonly hint: string | undefined

  constructor(code: ExitCode, message: string, hint?: string) {
    super(message)
    this.code = code
    this.hint = hint
  }
}

/** Wrong words on the command line, or in a file that it names. */
export const usageError = (message: string, hint?: string): CommandFailure =>
  new CommandFailure(exitCode.usage, message, hint)
