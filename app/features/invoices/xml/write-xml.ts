import { xmlText } from '#kit/xml-text.ts'

/**
 * An element: its name with the prefix, its text or its children, its attributes. A child that is undefined, has no text or has
 * no children is left out, so that what is optional in a document needs no condition.
 */
export type XmlElement = readonly [
  name: string,
  content: string | undefined | readonly (XmlElement | undefined)[],
  attributes?: Readonly<Record<string, string>>,
]

/** The document in UTF-8 with a declaration, an element a line. Characters that XML 1.0 has not are left out. */
export function writeXml(root: XmlElement): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${writeElement(root, '')}`
}

function writeElement([name, content, attributes = {}]: XmlElement, indent: string): string {
  const inner =
    typeof content === 'object'
      ? content.map((child) => (child ? writeElement(child, `${indent}  `) : '')).join('')
      : xmlText(content ?? '').trim()
  if (inner === '') return ''
  const given = Object.entries(attributes).map(([key, value]) => ` ${key}="${xmlText(value)}"`)
  const isText = typeof content !== 'object'
  const [before, after] = isText ? ['', ''] : ['\n', indent]
  return `${indent}<${name}${given.join('')}>${before}${inner}${after}</${name}>\n`
}
