/**
 * Reads PostgreSQL's text form of an array, `{a,"b c",NULL,{d}}`, giving each element's text to `parse`. Arrays of
 * arrays nest. Bounds (`[0:1]={…}`) are dropped: nobody here stores arrays that begin elsewhere than at 1.
 */
export function parseArray<T>(text: string, parse: (element: string) => T): unknown[] {
  let at = text.indexOf('{')

  function readElements(): unknown[] {
    const elements: unknown[] = []
    at++ // the opening brace
    while (text[at] !== '}') {
      if (at >= text.length) throw new RangeError('An array of the database ends early')
      if (text[at] === ',') at++
      else if (text[at] === '{') elements.push(readElements())
      else if (text[at] === '"') elements.push(parse(readQuoted()))
      else elements.push(readBare())
    }
    at++ // the closing brace
    return elements
  }

  function readQuoted(): string {
    let value = ''
    at++
    for (; text[at] !== '"'; at++) {
      if (at >= text.length) throw new RangeError('An array of the database ends early')
      if (text[at] === '\\') at++
      value += text[at]
    }
    at++
    return value
  }

  function readBare(): T | null {
    const start = at
    while (at < text.length && text[at] !== ',' && text[at] !== '}') at++
    const value = text.slice(start, at)
    return value === 'NULL' ? null : parse(value)
  }

  return readElements()
}
