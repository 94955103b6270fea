import { parseStyleSheet, type StyledElement } from './style-sheet.ts'

/** The text of an SVG picture, where it is drawn and how. */
export interface SvgText {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly size: number
  readonly anchor: string
}

interface Element extends StyledElement {
  readonly style: ReadonlyMap<string, string>
}

interface Options {
  /** Returns the data of a path that replaces the text; without it the text stays. */
  readonly outline?: (text: SvgText) => string
}

/** Elements that are left out with their content: they run, load or embed something, or only name the picture. */
const LEFT_OUT = ['script', 'foreignObject', 'style', 'title', 'desc', 'metadata', 'image', 'use', 'a']

/**
 * An SVG picture for libraries that know little CSS: every element has its light style as an attribute, without classes,
 * variables and media queries, and nothing refers to another file. Undefined when the text is no SVG.
 */
export function plainSvg(svg: string, { outline }: Options = {}): string | undefined {
  const source = svg.replace(/<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!DOCTYPE[^>[]*(?:\[[^\]]*\])?[^>]*>/gi, '')
  if (!/^\s*<svg[\s>]/.test(source)) return undefined
  const css = [...source.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(([, text = '']) => text).join('')
  const sheet = parseStyleSheet(css.replace(/<!\[CDATA\[|\]\]>/g, ''))
  const left = new RegExp(`<(${LEFT_OUT.join('|')})\\b[^>]*?(?:/>|>[\\s\\S]*?</\\1>)`, 'g')
  const path: Element[] = []
  const draw = (_tag: string, close: string, tag: string, given: string, end: string): string => {
    if (close) {
      path.pop()
      return `</${tag}>`
    }
    const attributes = readAttributes(given)
    const { class: classes = '', style: own = '', ...others } = attributes
    const element = { tag, classes: classes.split(/\s+/).filter(Boolean), id: attributes.id }
    const style = sheet.styleOf([...path, element], own)
    if (!end) path.push({ ...element, style })
    return `<${tag}${writeAttributes({ ...others, ...writtenStyle(style) })}${end}>`
  }
  const drawText = (whole: string, given: string, text: string): string => {
    const started = draw('', '', 'text', given, '')
    const replaced = outline && outlined(outline, path, started, given, text)
    path.pop()
    return replaced ?? whole.replace(/^<text[^>]*>/, started)
  }
  return source
    .replace(left, '')
    .replace(
      /<text((?:\s[^<>]*)?)>([^<]*)<\/text>|<(\/?)([\w:-]+)((?:\s[^<>]*?)?)(\/?)>/g,
      (whole, given, text, close, tag, attributes, end) =>
        text === undefined ? draw(whole, close, tag, attributes, end) : drawText(whole, given, text),
    )
}

function outlined(
  outline: NonNullable<Options['outline']>,
  path: readonly Element[],
  started: string,
  given: string,
  text: string,
): string {
  const attributes = readAttributes(given)
  const inherited = (name: string): string | undefined =>
    path.findLast(({ style }) => style.has(name))?.style.get(name) ?? attributes[name]
  const data = outline({
    text: unescapeXml(text),
    x: Number.parseFloat(attributes.x ?? '0') || 0,
    y: Number.parseFloat(attributes.y ?? '0') || 0,
    size: Number.parseFloat(inherited('font-size') ?? '16') || 16,
    anchor: inherited('text-anchor') ?? 'start',
  })
  // The style of the text stays that of its group, without the position, which the path has.
  const group = started.replace(/^<text/, '<g').replace(/\s(?:x|y)="[^"]*"/g, '')
  return `${group}<path d="${data}"/></g>`
}

function readAttributes(given: string): Record<string, string> {
  const found = given.matchAll(/([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)
  const safe = [...found].filter(([, name = '']) => !/^on|href$/i.test(name))
  return Object.fromEntries(safe.map(([, name, double, single]) => [name, double ?? single ?? '']))
}

const writeAttributes = (attributes: Readonly<Record<string, string>>): string =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${value.replaceAll('"', '&quot;')}"`)
    .join('')

/** Without addresses of other files: only `url(#…)` stays. */
const writtenStyle = (style: ReadonlyMap<string, string>): { style?: string } => {
  const written = [...style]
    .filter(([, value]) => !/url\(\s*["']?(?!#)/i.test(value))
    .map(([name, value]) => `${name}:${value}`)
  return written.length > 0 ? { style: written.join(';') } : {}
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const unescapeXml = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/gi, (whole, decimal, hex, name) => {
    if (name) return NAMED[name] ?? whole
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })
