/** Where a redirect leads, from `from`; undefined for nowhere, and from https to http. */
export function redirectTarget({ location }: Readonly<Record<string, string>>, from: string): string | undefined {
  // Sites write UTF-8 into a header of bytes.
  const target = location ? URL.parse(Buffer.from(location, 'latin1').toString(), from) : null
  const schemes = from.startsWith('https:') ? ['https:'] : ['https:', 'http:']
  if (!target || !schemes.includes(target.protocol)) return undefined
  target.hash = ''
  return target.href
}

export const hostOf = (url: string): string => URL.parse(url)?.host ?? ''
