import { expect, test } from 'vitest'
import { cornersOf, dimensionLines, lengthText, type Point, sizeText } from './dimensions.ts'
import type { Vector } from './views.ts'

const SIZE: Vector = [40, 100, 20]

/** From the front: the middle of the box is at 200, 200. */
const fromFront = (size: Vector): Point[] => cornersOf(size).map(([x, y]) => ({ x: 200 + x, y: 200 - y }))

/** From the right and from above, without perspective. */
const fromCorner = (size: Vector): Point[] =>
  cornersOf(size).map(([x, y, z]) => ({ x: 200 + (x - z) * 0.7, y: 200 - y * 0.8 + (x + z) * 0.4 }))

test('lengths have at most two decimals, and depth is before height', () => {
  expect([13, 45.300000190734863, 15.011, 0.004].map(lengthText)).toEqual(['13', '45.3', '15.01', '0'])
  expect(sizeText([15.011, 45.3, 13])).toBe('15.01 × 13 × 45.3 mm (width × depth × height)')
})

test('a side along which one looks has no dimension', () => {
  const lines = dimensionLines(SIZE, fromFront(SIZE))
  expect(lines.map(({ text }) => text)).toEqual(['40', '100'])
  expect(dimensionLines([20, 20, 20], fromFront([20, 20, 20]))).toEqual([])
})

test('dimensions stand outside of the part, below and to its right, with leaders from it', () => {
  const [width, height] = dimensionLines(SIZE, fromFront(SIZE))
  expect([width?.from, width?.to]).toEqual([
    { x: 180, y: 264 },
    { x: 220, y: 264 },
  ])
  expect(width?.leaders[0]).toEqual([
    { x: 180, y: 253 },
    { x: 180, y: 268 },
  ])
  expect([height?.from.x, height?.to.x]).toEqual([234, 234])
  // Half of "100" is 12 pixels wide, and 5 are between it and its line.
  expect(height?.label).toEqual({ x: 251, y: 200 })
  expect(width?.label).toEqual({ x: 200, y: 277 })
})

test('from a corner all three sides have a dimension, and none crosses the part', () => {
  const corners = fromCorner(SIZE)
  const lines = dimensionLines(SIZE, corners).filter(({ text }) => text !== '20')
  expect(lines.map(({ text }) => text)).toEqual(['40', '100'])
  expect(dimensionLines([40, 100, 60], fromCorner([40, 100, 60]))).toHaveLength(3)
  // Below the part, where there is as much room above it.
  const [flat] = dimensionLines([60, 10, 60], fromCorner([60, 10, 60]))
  expect(flat?.label.y).toBeGreaterThan(200)
  for (const { from, to } of lines) {
    const isOutside = corners.every(
      ({ x, y }) =>
        Math.sign((to.x - from.x) * (y - from.y) - (to.y - from.y) * (x - from.x)) ===
        Math.sign((to.x - from.x) * (200 - from.y) - (to.y - from.y) * (200 - from.x)),
    )
    expect(isOutside).toBe(true)
  }
})
