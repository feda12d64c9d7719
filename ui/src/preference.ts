/** What a person has chosen for this browser. In a cookie, so that the service can draw the page with it. */
const yearSeconds = 31_536_000

export function readPreference(name: string): string | undefined {
  const prefix = `service_${name}=`
  const pair = document.cookie.split('; ').find((one) => one.startsWith(prefix))
  return pair?.slice(prefix.length)
}

/** Undefined: what is there without a choice. */
export function keepPreference(name: string, value: string | undefined): void {
  const age = value === undefined ? 0 : yearSeconds
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `service_${name}=${value ?? ''}; Path=/; Max-Age=${age}; SameSite=Lax`
}
