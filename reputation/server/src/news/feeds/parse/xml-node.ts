/** An element as the parser hands it over: attributes under `@`, text under `#`, children under their names. */
export type XmlNode = { readonly [name: string]: unknown }

/** The children of that name, one or many, texts included. */
export function nodesOf(node: XmlNode | undefined, name: string): XmlNode[] {
  if (node === undefined || !Object.hasOwn(node, name)) return []
  const child = node[name]
  return (Array.isArray(child) ? child : [child]).flatMap((each: unknown) => {
    if (typeof each === 'string') return [{ '#': each }]
    return typeof each === 'object' && each !== null ? [each as XmlNode] : []
  })
}

export function textOf(node: XmlNode | undefined): string {
  const text = node?.['#']
  return typeof text === 'string' ? text.trim() : ''
}

export function attributeOf(node: XmlNode | undefined, name: string): string {
  const attributes = node?.['@']
  if (typeof attributes !== 'object' || attributes === null || !Object.hasOwn(attributes, name)) return ''
  const value = (attributes as Record<string, unknown>)[name]
  return typeof value === 'string' ? value.trim() : ''
}

/** With the texts of the elements within, for markup that should have been escaped; their order is lost. */
export function allTextOf(node: XmlNode | undefined, depth = 0): string {
  if (node === undefined || depth > deepestMarkup) return ''
  const within = Object.keys(node)
    .filter((name) => name !== '@' && name !== '#')
    .flatMap((name) => nodesOf(node, name))
    .map((child) => allTextOf(child, depth + 1))
  return [textOf(node), ...within].filter(Boolean).join(' ')
}

const deepestMarkup = 20
