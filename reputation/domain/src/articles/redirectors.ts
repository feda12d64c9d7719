/**
 * Services that stand between a feed and its articles, with the parameter that holds the article's address. Only those
 * whose address can be read without asking them; short links cannot. Source: common knowledge, written on 2026-11-20.
 */

type Redirector = { host: RegExp; path: RegExp; parameters: readonly string[] }

const redirectors: readonly Redirector[] = [
  { host: /^(?:www\.|news\.)?google\.[a-z.]{2,6}$/, path: /^\/url$/, parameters: ['url', 'q'] },
  { host: /^news\.google\.com$/, path: /^\/news\/url$/, parameters: ['url'] },
  { host: /^(?:www\.)?bing\.com$/, path: /^\/news\/apiclick\.aspx$/i, parameters: ['url'] },
  { host: /^(?:l|lm)\.(?:facebook|instagram)\.com$/, path: /^\/l\.php$|^\/$/, parameters: ['u'] },
  { host: /^(?:www\.)?facebook\.com$/, path: /^\/l\.php$/, parameters: ['u'] },
  { host: /^out\.reddit\.com$/, path: /^\//, parameters: ['url'] },
  { host: /^(?:www\.)?linkedin\.com$/, path: /^\/(?:redir\/redirect|safety\/go)\/?$/, parameters: ['url'] },
  { host: /^(?:www\.)?youtube\.com$/, path: /^\/redirect$/, parameters: ['q'] },
  { host: /^[a-z0-9-]+\.safelinks\.protection\.outlook\.com$/, path: /^\//, parameters: ['url'] },
  {
    host: /^(?:go\.skimresources|go\.redirectingat|click\.linksynergy)\.com$/,
    path: /^\//,
    parameters: ['url', 'murl'],
  },
  { host: /^t\.umblr\.com$/, path: /^\/redirect$/, parameters: ['z'] },
  { host: /^(?:www\.)?duckduckgo\.com$/, path: /^\/l\/$/, parameters: ['uddg'] },
  { host: /^via\.hypothes\.is$/, path: /^\/$/, parameters: ['url'] },
]

/** `https://r.search.yahoo.com/…/RU=<address>/RK=…` and `…/*https://example.org/…` keep it in the path. */
const inPath = [
  { host: /^r\.search\.yahoo\.com$/, address: /\/RU=([^/]+)/ },
  { host: /^(?:rd|us\.rd|news\.rd|finance\.rd|r)\.yahoo\.com$/, address: /\*(https?(?::|%3A).+)$/i },
] as const

/** AMP caches: `/c/s/example.org/path` on `cdn.ampproject.org`, `/amp/s/example.org/path` on Google. */
const ampCaches = [
  { host: /(?:^|\.)ampproject\.org$/, path: /^\/(?:[cvr])\/(s\/)?(.+)$/ },
  { host: /^(?:www\.)?google\.[a-z.]{2,6}$/, path: /^\/amp\/(s\/)?(.+)$/ },
] as const

/** The address behind a known redirector or cache; undefined where the address is the article's own, or says nothing. */
export function redirectTarget(url: URL): string | undefined {
  const host = url.hostname
  for (const { host: hosts, path, parameters } of redirectors) {
    if (!hosts.test(host) || !path.test(url.pathname)) continue
    const target = parameters.map((name) => url.searchParams.get(name)).find((value) => value && isWebAddress(value))
    if (target) return target
  }
  for (const { host: hosts, address } of inPath) {
    const found = hosts.test(host) ? address.exec(url.pathname + url.search)?.[1] : undefined
    const target = found && decoded(found)
    if (target && isWebAddress(target)) return target
  }
  for (const { host: hosts, path } of ampCaches) {
    const [, secure, rest] = (hosts.test(host) && path.exec(url.pathname)) || []
    if (rest?.includes('.')) return `${secure ? 'https' : 'http'}://${rest}${url.search}`
  }
  return undefined
}

const isWebAddress = (text: string): boolean => /^https?:\/\/[^/\s]+/i.test(text)

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
