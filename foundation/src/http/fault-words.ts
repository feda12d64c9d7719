/** Says what is wrong with an input in words that name the field and what it must be. */
import type { TLocalizedValidationError } from 'typebox/error'
import type { ProblemDetail } from '../problem.ts'

/** One fault for each path, in the order of the schema; paths that `known` speaks of already are left to it. */
export function describeFaults(
  errors: readonly TLocalizedValidationError[],
  place: string,
  known: readonly ProblemDetail[],
): ProblemDetail[] {
  const choices = choicesByPath(errors, place)
  const messages = new Map<string, string>()
  for (const error of errors) {
    const path = pathOf(error.instancePath, place)
    for (const [at, message] of explain(error, path, place, choices.get(path)))
      if (!messages.has(at) && !known.some((fault) => fault.path === at)) messages.set(at, message)
  }
  return [...messages].map(([path, message]) => ({ path, message }))
}

/** A union of constants fails once for each of them; together they are the list of what is allowed. */
function choicesByPath(errors: readonly TLocalizedValidationError[], place: string): Map<string, string[]> {
  const choices = new Map<string, string[]>()
  for (const error of errors) {
    if (error.keyword !== 'const') continue
    const path = pathOf(error.instancePath, place)
    choices.set(path, [...(choices.get(path) ?? []), String(error.params.allowedValue)])
  }
  return choices
}

function explain(
  error: TLocalizedValidationError,
  path: string,
  place: string,
  choices: readonly string[] | undefined,
): [path: string, message: string][] {
  const unknown = place === 'query' ? 'is not a parameter of this operation' : 'is not a known field'
  switch (error.keyword) {
    case 'boolean': // a field that the schema has no place for
      return [[path, unknown]]
    case 'additionalProperties':
      return error.params.additionalProperties.map((name) => [`${path}.${name.slice(0, 60)}`, unknown])
    case 'required':
      return error.params.requiredProperties.map((name) => [`${path}.${name}`, 'is required'])
    case 'const':
    case 'anyOf':
      return [[path, choices ? `must be ${oneOf(choices)}` : 'must have one of the allowed forms']]
    case 'enum':
      return [[path, `must be ${oneOf(error.params.allowedValues.map(String))}`]]
    case 'type':
      return [[path, `must be ${withArticle(String(error.params.type))}`]]
    case 'minLength':
      return [[path, atLeast(error.params.limit, 'characters')]]
    case 'maxLength':
      return [[path, `must have at most ${error.params.limit} characters`]]
    case 'minItems':
      return [[path, atLeast(error.params.limit, 'items')]]
    case 'maxItems':
      return [[path, `must have at most ${error.params.limit} items`]]
    case 'minimum':
      return [[path, `must be at least ${error.params.limit}`]]
    case 'maximum':
      return [[path, `must be at most ${error.params.limit}`]]
    default:
      return [[path, error.message]]
  }
}

/** `/names/3/name` of the body becomes `body.names[3].name`. */
function pathOf(pointer: string, place: string): string {
  if (pointer === '') return place
  const steps = pointer
    .slice(1)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  return place + steps.map((step) => (/^\d+$/.test(step) ? `[${step}]` : `.${step.slice(0, 60)}`)).join('')
}

const oneOf = (words: readonly string[]) => (words.length > 1 ? 'one of ' : '') + words.join(', ')
const atLeast = (limit: number, what: string) =>
  limit === 1 ? 'must not be empty' : `must have at least ${limit} ${what}`
const withArticle = (type: string) => (/^[aeiou]/.test(type) ? `an ${type}` : type === 'null' ? type : `a ${type}`)
