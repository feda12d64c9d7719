/**
 * An article's address in one spelling, so that one article that reaches us through three feeds is one.
 *
 * Three things come of it. The **published address** is what readers are shown and follow, letter by letter as the source
 * gives it. The **address** is cleaned, and certain to lead to the same page. The **key** is only compared: it also forgets
 * what usually makes no difference (scheme, `www.`, mobile and AMP editions, a closing slash), and is never shown nor
 * requested.
 */
import { redirectTarget } from './redirectors.ts'
import { isTracking } from './tracking-parameters.ts'

export type CanonicalUrl = { address: string; host: string; key: string }

/** Browsers cope with far less, and no article needs more. */
const maxAddressLength = 4_096
/** A redirector's target may be a redirector's address. */
const deepestRedirect = 4

/** Undefined for what is no http or https address of a host. `base` is what a relative address is relative to. */
export function canonicalUrl(address: string, base?: string): CanonicalUrl | undefined {
  const url = targetOf(address, base)
  if (!url) return undefined
  url.username = ''
  url.password = ''
  // `#!` stands for a path on sites that load their articles by script.
  if (!url.hash.startsWith('#!')) url.hash = ''
  // As written, not decoded and encoded again: `%2B` and `+` may differ to the site.
  const parameters = url.search.slice(1).split('&').filter(isKept).sort()
  url.search = parameters.length > 0 ? `?${parameters.join('&')}` : '' // its own `?`, lest one of the text be taken for it
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.slice(0, -1)
  return { address: url.href, host: url.hostname, key: keyOf(url, parameters) }
}

/**
 * The address as published: of a redirector its target, completed where it is relative, without a password and with
 * letters that no address may have escaped; otherwise as it is given.
 */
export function publishedAddress(given: string, base?: string): string | undefined {
  const url = targetOf(given, base)
  if (!url) return undefined
  const text = given.trim()
  const isItself = url.href === URL.parse(text)?.href
  if (isItself && url.username === '' && url.password === '' && addressLetters.test(text)) return text
  url.username = ''
  url.password = ''
  return url.href
}

/** RFC 3986, appendix A. */
const addressLetters = /^(?:[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})+$/

function targetOf(address: string, base: string | undefined): URL | undefined {
  let url = webAddress(address, base)
  for (let depth = 0; url && depth < deepestRedirect; depth++) {
    const target = redirectTarget(url)
    const next = target === undefined ? undefined : webAddress(target)
    if (!next) break
    url = next
  }
  return url
}

function webAddress(address: string, base?: string): URL | undefined {
  if (address.length > maxAddressLength) return undefined
  const text = address.trim()
  if (text === '') return undefined
  const url = URL.parse(text, base)
  return url && (url.protocol === 'http:' || url.protocol === 'https:') && url.hostname !== '' ? url : undefined
}

const isKept = (parameter: string): boolean => parameter !== '' && !isTracking(nameOf(parameter))

function nameOf(parameter: string): string {
  const equals = parameter.indexOf('=')
  const name = equals === -1 ? parameter : parameter.slice(0, equals)
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

function keyOf(url: URL, parameters: readonly string[]): string {
  const host = siteEdition(url.hostname)
  const port = url.port === '' ? '' : `:${url.port}`
  const path = pathEdition(url.pathname)
  const kept = parameters.filter((parameter) => !/^(?:amp|outputtype=amp|isamp=.*|m=1|mobile=.*)$/i.test(parameter))
  return `${host}${port}${path}${kept.length > 0 ? `?${kept.join('&')}` : ''}${url.hash}`
}

const editions = ['www', 'm', 'mobile', 'mobil', 'amp', 'wap', 'touch']
const editionHost = new RegExp(`^(?:www\\d|${editions.join('|')})\\.(.+\\..+)$`)

/** `www.`, `m.`, `mobile.` and `amp.` name an edition, as long as a whole domain is left. */
function siteEdition(hostname: string): string {
  let host = hostname
  for (;;) {
    const shorter = editionHost.exec(host)?.[1]
    if (!shorter) return host
    host = shorter
  }
}

/** `/amp/…`, `…/amp`, `….amp.html` and a closing slash make no other article. */
function pathEdition(path: string): string {
  const plain = path
    .replace(/\/{2,}/g, '/')
    .replace(/^\/amp(?=\/.)/, '')
    .replace(/(?:\/amp|\/index\.(?:html?|php|aspx?))?\/?$/, '')
    .replace(/\.amp(?=\.html?$)|\.amp$/, '')
  return plain
}
