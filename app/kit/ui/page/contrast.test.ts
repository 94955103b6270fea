import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const css = readFileSync(new URL('../../../app.css', import.meta.url), 'utf8')

function colorsIn(opening: string): Record<string, string> {
  const start = css.indexOf(opening)
  const block = css.slice(start, css.indexOf('}', start))
  return Object.fromEntries(
    [...block.matchAll(/--color-([\w-]+):\s*(#[0-9a-f]{6})/g)].map(([, name, hex]) => [name, hex]),
  )
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const light = colorsIn('@theme {')
const dark = { ...light, ...colorsIn('prefers-color-scheme: dark') }

const TEXT_ON_GROUNDS: Record<string, string[]> = {
  ink: ['paper', 'raised', 'sunken', 'tint'],
  muted: ['paper', 'raised', 'sunken', 'tint'],
  link: ['paper', 'raised', 'sunken', 'tint'],
  'on-brand': ['brand', 'brand-strong', 'bad-fill', 'bad-fill-strong'],
  good: ['paper', 'raised', 'sunken', 'good-tint'],
  wait: ['paper', 'raised', 'sunken', 'wait-tint'],
  bad: ['paper', 'raised', 'sunken', 'bad-tint'],
}

const LINES_ON_GROUNDS: Record<string, string[]> = {
  edge: ['paper', 'raised', 'sunken'],
  brand: ['paper', 'raised', 'sunken'],
  link: ['paper', 'sunken'],
  'good-edge': ['paper'],
  'wait-edge': ['paper'],
  'bad-edge': ['paper', 'raised'],
  'bad-fill': ['paper', 'raised'],
}

function pairs(table: Record<string, string[]>): string[][] {
  return Object.entries(table).flatMap(([front, grounds]) => grounds.map((ground) => [front, ground]))
}

describe.each([
  ['light', light],
  ['dark', dark],
])('%s theme', (_, colors) => {
  const between = (front: string, ground: string) => contrast(colors[front] ?? '', colors[ground] ?? '')

  test.each(pairs(TEXT_ON_GROUNDS))('text %s on %s is at least 4.5:1', (front, ground) => {
    expect(between(front, ground)).toBeGreaterThanOrEqual(4.5)
  })

  test.each(pairs(LINES_ON_GROUNDS))('line %s on %s is at least 3:1', (front, ground) => {
    expect(between(front, ground)).toBeGreaterThanOrEqual(3)
  })
})

// spec: accent-color
test('the brand colour is the same in both themes', () => {
  expect([light.brand, dark.brand]).toEqual(['#008037', '#008037'])
})
