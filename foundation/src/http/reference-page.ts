/** What the page at `/docs` needs of the document and of the browser, so that its requests can be sent as they stand. */

type Parameter = { required?: boolean; description?: string; example?: unknown }
type Document = {
  paths?: Record<string, Record<string, { parameters?: Parameter[] } | undefined>>
  components?: { parameters?: Record<string, Parameter> }
}

/** The document as the page shows it: its server is the one that the page came from, under whatever name that was reached. */
export function asShown<T extends object>(document: T): T {
  const { paths = {}, components = {} } = document as Document
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
  const parameters = operations.flatMap((operation) => operation?.parameters ?? [])
  for (const one of [...parameters, ...Object.values(components.parameters ?? {})]) describeExample(one)
  return { ...document, servers: [{ url: '/' }] }
}

/** The page fills examples in, and would send those of parameters that nobody asked for: theirs is said in words. */
function describeExample(parameter: Parameter): void {
  const { required, description, example } = parameter
  if (required || example === undefined) return
  delete parameter.example
  parameter.description = [description, `Example: \`${String(example)}\``].filter(Boolean).join('\n\n')
}

/**
 * Runs in the browser, which is handed its text: so it uses nothing from outside. Requests with a session need the header
 * `X-Service-Csrf` (`sign-in/own-page.ts`); to another origin it does not go.
 */
export function markAsOwnPage(request: { url: string; headers: Record<string, string> }): object {
  const { location } = globalThis as unknown as { location: { href: string; origin: string } }
  if (new URL(request.url, location.href).origin === location.origin) request.headers['X-Service-Csrf'] = '1'
  return request
}
