/** What went wrong, for a person, and the code that the program ends with. Read only when something did. */
import {
  APIConnectionError,
  APIStatusError,
  APITimeoutError,
  ConfigurationError,
  DeploymentFailedError,
  NoCapacityError,
  NoFeasibleHubError,
  QuotaExceededError,
  WaitTimeoutError,
} from '../../../sdks/typescript/src/index.ts'
import { CommandFailure, type ExitCode, exitCode } from '../exit-code.ts'

export type Failure = { code: ExitCode; message: string; more: readonly string[] }

export function failureOf(error: unknown): Failure | undefined {
  if (error instanceof CommandFailure) {
    return { code: error.code, message: error.message, more: error.hint ? [error.hint] : [] }
  }
  if (error instanceof DeploymentFailedError) {
    const { deploymentId } = error.deployment
    const more = [`svc logs ${deploymentId} shows what it wrote, svc events ${deploymentId} what happened.`]
    return { code: exitCode.deploymentFailed, message: error.message, more }
  }
  if (error instanceof WaitTimeoutError) {
    const { deploymentId } = error.deployment
    const more = [`It goes on by itself: svc get ${deploymentId}`]
    return { code: exitCode.timeout, message: `${error.message}.`, more }
  }
  if (error instanceof APIStatusError) return refusalOf(error)
  if (error instanceof APITimeoutError) return { code: exitCode.timeout, message: error.message, more: [] }
  if (error instanceof APIConnectionError) {
    const more = ['Is the service running, and is this its address? svc login --base-url URL names another.']
    return { code: exitCode.failure, message: error.message, more }
  }
  if (error instanceof ConfigurationError) return { code: exitCode.auth, message: error.message, more: [] }
  return undefined
}

function refusalOf(error: APIStatusError): Failure {
  const { details: faults, message } = error
  // The message has a single one itself, and why no hub takes a deployment.
  const isWhole = faults.length === 1 || codeOf(error) === exitCode.noCapacity
  const details = isWhole ? [] : faults.map((fault) => `  ${fieldOf(fault.path)} ${fault.message}`)
  const support = error.status >= 500 && error.requestId ? [`Request ${error.requestId}: quote it to support.`] : []
  const more = [...details, ...hintsOf(error), ...support]
  return { code: codeOf(error), message: fieldOf(message), more }
}

/** Without the part of the request that a field stands in, which options and files do not have. */
const fieldOf = (text: string): string => text.replace(/^(?:body|query|params)\./, '')

function codeOf(error: APIStatusError): ExitCode {
  if (error instanceof QuotaExceededError || error.code === 'request-quota-exceeded') return exitCode.quota
  if (error instanceof NoCapacityError || error instanceof NoFeasibleHubError) return exitCode.noCapacity
  if (error.status === 400 || error.status === 413) return exitCode.usage
  if (error.status === 401 || error.status === 403) return exitCode.auth
  if (error.status === 404) return exitCode.notFound
  if (error.status === 408) return exitCode.timeout
  return exitCode.failure
}

function hintsOf(error: APIStatusError): string[] {
  if (error instanceof QuotaExceededError) return ['svc usage shows what the hours went to.']
  if (codeOf(error) === exitCode.noCapacity)
    return ['The same command with --dry-run says what stands against each hub.']
  if (error.status === 401) return ['svc login keeps another key.']
  if (error.retryAfterMs !== undefined) return [`Try again in ${Math.ceil(error.retryAfterMs / 1000)} s.`]
  return []
}
