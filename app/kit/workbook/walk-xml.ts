import { SaxesParser } from 'saxes'

/** What is done at each element. Names are without their prefix, which each program chooses. */
interface XmlVisitor {
  /** `parents` are the elements around it, the outermost first. */
  open?(name: string, attributes: Readonly<Record<string, string>>, parents: readonly string[]): void
  /** `text` is what stands in an element that has no others. */
  close?(name: string, text: string, parents: readonly string[]): void
}

/** The bytes that are decoded at once: a large part is never in memory as one text. */
const SLICE = 65_536

/** Reads the XML of a part of a workbook. Throws when it is none; entities of its own are none that it may have. */
export function walkXml(bytes: Uint8Array, { open, close }: XmlVisitor): void {
  const parser = new SaxesParser()
  const parents: string[] = []
  let text = ''
  parser.on('opentag', ({ name, attributes }) => {
    text = ''
    const local = localName(name)
    open?.(local, byLocalName(attributes), parents)
    parents.push(local)
  })
  const addText = (more: string) => {
    text += more
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', ({ name }) => {
    parents.pop()
    close?.(localName(name), text, parents)
    text = ''
  })
  const decoder = new TextDecoder()
  for (let at = 0; at < bytes.length; at += SLICE)
    parser.write(decoder.decode(bytes.subarray(at, at + SLICE), { stream: true }))
  parser.write(decoder.decode()).close()
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

const byLocalName = (attributes: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(attributes).map(([name, value]) => [localName(name), value]))
