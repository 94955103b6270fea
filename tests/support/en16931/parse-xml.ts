/** An element: its name with the prefix, what it has. An element has children or text. */
export interface XmlNode {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: XmlNode[]
  text: string
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'

const TOKEN = /<\/([\w:]+)>|<([\w:]+)((?: [\w:]+="[^"<]*")*)>|([^<]+)/gy

const FORBIDDEN = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u

const ENTITIES: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }

/** Reads a document strictly: only elements, attributes and text in UTF-8; all else throws, as does an empty element. */
export function parseXml(xml: string): XmlNode {
  if (!xml.startsWith(DECLARATION) || FORBIDDEN.test(xml)) throw new Error('This is no document of XML 1.0.')
  const top: XmlNode = { name: '', attributes: {}, children: [], text: '' }
  const open = [top]
  const body = xml.slice(DECLARATION.length)
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < body.length) {
    const at = TOKEN.lastIndex
    const [, closed, opened, attributes = '', text = ''] = TOKEN.exec(body) ?? []
    const current = open.at(-1) ?? top
    if (closed !== undefined) {
      if (current.name !== closed) throw new Error(`</${closed}> closes <${current.name}>.`)
      if (current.children.length === 0 && !current.text.trim()) throw new Error(`<${closed}> is empty.`)
      open.pop()
    } else if (opened !== undefined) {
      const node = { name: opened, attributes: readAttributes(attributes), children: [], text: '' }
      current.children.push(node)
      open.push(node)
    } else if (text) current.text += decoded(text)
    else throw new Error(`This is no XML: ${body.slice(at, at + 80)}`)
  }
  const [root, second] = top.children
  if (!root || second || open.length > 1) throw new Error('The document has no root, or more than one.')
  return root
}

const readAttributes = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/([\w:]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, decoded(value)]),
  )

const decoded = (text: string): string =>
  text.replaceAll(/&[^;]*;?/g, (entity) => {
    const character = ENTITIES[entity]
    if (character === undefined) throw new Error(`${entity} is no entity of XML.`)
    return character
  })

/** The elements at a path of names, such as `cac:Party/cbc:Name`. */
export function nodesAt(node: XmlNode | undefined, path: string): XmlNode[] {
  let found = node ? [node] : []
  for (const name of path.split('/'))
    found = found.flatMap(({ children }) => children.filter((child) => child.name === name))
  return found
}

export const nodeAt = (node: XmlNode | undefined, path: string): XmlNode | undefined => nodesAt(node, path)[0]

/** The text of the first element at a path; undefined when there is none. */
export const textAt = (node: XmlNode | undefined, path: string): string | undefined =>
  nodeAt(node, path)?.text
