/** What a browser calls itself, shortened to what a person knows: "Firefox on Linux". */
const browsers = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const

const systems = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Mac OS', 'macOS'],
  ['Linux', 'Linux'],
] as const

export function browserName(userAgent: string | null): string {
  if (userAgent === null) return 'A browser that gave no name'
  const find = (names: readonly (readonly [string, string])[]) => names.find(([part]) => userAgent.includes(part))?.[1]
  const [browser, system] = [find(browsers), find(systems)]
  if (browser === undefined) return userAgent.slice(0, 60)
  return system === undefined ? browser : `${browser} on ${system}`
}
