import { expect, test } from 'vitest'
import type { DemoPart } from './demo-part.ts'
import { drawPart } from './draw-part.ts'
import { demoPartBySku, demoParts } from './parts.ts'
import { toProduct } from './seed.ts'

const named = demoParts.map((part) => [part.sku, part] as const)

/** All numbers in the measures of a drawing, including nested numbers. */
function measuresOf(value: unknown): number[] {
  if (typeof value === 'number') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(measuresOf) : []
}

const textsOf = (svg: string) => [...svg.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text = '']) => text)

/** The price of the smallest order. */
const firstPrice = (part: DemoPart): number => toProduct(part).prices[0]?.price ?? Number.NaN

/** Tags without a matching closing or opening tag. */
function unbalancedTags(svg: string): string[] {
  const open: string[] = []
  for (const [, closing, name = '', empty] of svg.matchAll(/<(\/?)(\w+)[^>]*?(\/?)>/g)) {
    if (closing) {
      const last = open.pop()
      if (last !== name) return [`${last}/${name}`]
    } else if (!empty) open.push(name)
  }
  return open
}

function sheetOf(sku: string): string {
  const part = demoPartBySku.get(sku)
  if (!part) throw new Error(`no demo part ${sku}`)
  return drawPart(part)
}

test('there are 60 parts of at least 20 kinds, each with a unique part number and name', () => {
  expect(demoParts).toHaveLength(60)
  expect(new Set(demoParts.map((part) => part.sku)).size).toBe(60)
  expect(new Set(demoParts.map((part) => part.name)).size).toBe(60)
  expect(new Set(demoParts.map((part) => part.drawing.kind)).size).toBeGreaterThanOrEqual(20)
})

test.each(named)('%s has a valid part number, name, description and stock', (sku, part) => {
  expect(sku).toMatch(/^[A-Z0-9]+(-[A-Z0-9]+)+$/)
  expect(part.name.length).toBeLessThanOrEqual(60)
  expect(part.description.length).toBeGreaterThanOrEqual(90)
  expect(part.description.length).toBeLessThanOrEqual(220)
  expect(part.description).not.toMatch(/[\n<>]/)
  expect(Number.isInteger(part.quantity)).toBe(true)
  expect(part.quantity).toBeGreaterThanOrEqual(2_000)
  expect(part.quantity).toBeLessThanOrEqual(500_000)
})

test.each(named)('%s has prices of 2 to 4 decimals, and 100 pieces cost at least 60 cents', (_sku, part) => {
  for (const price of Object.values(part.prices)) expect(price).toMatch(/^\d+\.\d{1,3}[1-9]$/)
  expect(firstPrice(part) * 100).toBeGreaterThanOrEqual(0.6)
  expect(firstPrice(part)).toBeLessThanOrEqual(18)
})

test('at least half of the parts cost less than 25 cents', () => {
  expect(demoParts.filter((part) => firstPrice(part) < 0.25).length).toBeGreaterThanOrEqual(30)
})

test.each(named)('%s is drawn as a small, well-formed SVG with its name as title', (_sku, part) => {
  const svg = drawPart(part)
  expect(svg.startsWith('<svg')).toBe(true)
  expect(Buffer.byteLength(svg)).toBeLessThanOrEqual(6144)
  expect(unbalancedTags(svg)).toEqual([])
  expect(svg).not.toMatch(/NaN|undefined|Infinity/)
  expect(svg).toContain(`<title>${part.name}</title>`)
})

test.each(named)('the drawing of %s shows its own measures', (_sku, part) => {
  const numbers = textsOf(drawPart(part)).map((text) => Number(text.replace(/^[ØMR]/, '')))
  const own = measuresOf(part.drawing)
  expect(numbers.filter((number) => own.includes(number)).length).toBeGreaterThanOrEqual(1)
})

test('a longer screw of the same kind is drawn longer', () => {
  const long = sheetOf('HX-933-M8-40')
  const short = sheetOf('HX-933-M8-16')
  expect(textsOf(long)).toContain('40')
  expect(textsOf(short)).toContain('16')
  const headHeight = (svg: string) => {
    const [, top, bottom] = svg.match(/V([\d.]+)Q[^V]*V([\d.]+)Q/) ?? []
    return Math.abs(Number(top) - Number(bottom))
  }
  expect(headHeight(short)).toBeGreaterThan(headHeight(long) * 1.3)
})

test('markup in a name is escaped', () => {
  const [part] = demoParts
  if (!part) throw new Error('there are no parts')
  expect(drawPart({ ...part, name: 'A < B & "C"' })).toContain('<title>A &lt; B &amp; &quot;C&quot;</title>')
})
