/**
 * An ampersand that begins no entity, as in `<title>AT&T</title>` or `href="?a=1&b=2"`, makes the XML parser take the
 * letters behind it, the `<` of a closing tag included, for an entity's name. Written out, it is harmless.
 */
export const withoutBareAmpersands = (xml: string): string =>
  xml.replace(bareOrCharacterData, (found) => (found === '&' ? '&amp;' : found))

/** In character data (CDATA) an ampersand is a letter like others. */
const bareOrCharacterData = /<!\[CDATA\[.*?(?:\]\]>|$)|&(?!(?:#\d{1,8}|#x[\da-f]{1,8}|[a-z][\da-z.-]{0,30});)/gis
