/**
 * References to container images as registries know them: `[host[:port]/]path[:tag][@digest]`, after the grammar of the
 * distribution project, which Docker and Podman share.
 */
export const longestReference = 512

const component = '[a-z0-9]+(?:(?:[.]|_{1,2}|-+)[a-z0-9]+)*'
const label = '[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?'
const host = `${label}(?:\\.${label})*(?::[0-9]{1,5})?`
const tag = '[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}'
const digest = '[a-z0-9]+(?:[.+_-][a-z0-9]+)*:[0-9a-f]{32,}'
const reference = new RegExp(`^(?:${host}/)?${component}(?:/${component})*(?::${tag})?(?:@${digest})?$`)

/** What is wrong with the text as a reference, in words that follow the field's name; undefined where nothing is. */
export function imageFault(text: string): string | undefined {
  if (text.length > longestReference) return `must have at most ${longestReference} characters`
  if (/^[a-z]+:\/\//i.test(text)) return 'must not begin with a protocol: write registry.example.com/team/app:1.0'
  if (reference.test(text)) return undefined
  if (/[A-Z]/.test(text.split(/[:@]/, 1)[0]!.split('/').at(-1)!)) return 'must have a name in lower case'
  return 'must be an image reference such as registry.example.com/team/app:1.0'
}
