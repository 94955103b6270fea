import { expect, test } from 'vitest'
import { type DemoPart, kindOf, toProduct } from './demo-part.ts'
import { drawingOf } from './drawing-of.ts'
import { drawPart } from './drawn/draw-part.ts'
import { demoPartBySku, demoParts } from './parts.ts'

const named = demoParts.map((part) => [part.sku, part] as const)

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

const sheetOf = (part: DemoPart | undefined): string => (part && drawingOf(part)) ?? ''

test('there are 60 parts of at least 20 kinds, each with a unique part number and name', () => {
  expect(demoParts).toHaveLength(60)
  expect(new Set(demoParts.map((part) => part.sku)).size).toBe(60)
  expect(new Set(demoParts.map((part) => part.name)).size).toBe(60)
  expect(new Set(demoParts.map((part) => kindOf(part))).size).toBeGreaterThanOrEqual(20)
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
  const svg = sheetOf(part)
  expect(svg.startsWith('<svg')).toBe(true)
  expect(Buffer.byteLength(svg)).toBeLessThanOrEqual(15_000)
  expect(unbalancedTags(svg)).toEqual([])
  expect(svg).not.toMatch(/NaN|undefined|Infinity/)
  expect(svg).toContain(`<title>${part.name}</title>`)
})

test.each(named)('the drawing of %s says one of its attributes', (_sku, part) => {
  const said = textsOf(sheetOf(part)).map((text) => Number.parseFloat(text.replace(/^[ØMR]/, '')))
  const own = Object.values(part.attributes).map((value) =>
    Number.parseFloat(String(value).replace(/^[MR]/, '')),
  )
  expect(said.some((number) => own.includes(number))).toBe(true)
})

test('a longer screw of the same kind is drawn longer', () => {
  const [long, short] = ['HX-933-M8-40', 'HX-933-M8-16'].map((sku) => sheetOf(demoPartBySku.get(sku)))
  expect(textsOf(long ?? '')).toContain('40')
  expect(textsOf(short ?? '')).toContain('16')
})

test('markup in a name is escaped', () => {
  const part = demoParts.find((one) => 'drawing' in one)
  if (!part || !('drawing' in part)) throw new Error('no part has a drawing of its own')
  expect(drawPart({ ...part, name: 'A < B & "C"' })).toContain('<title>A &lt; B &amp; &quot;C&quot;</title>')
})
