import { expect, test } from 'vitest'
import type { Views } from '../files/view.ts'
import type { Marks } from './marks.ts'
import { svgOf } from './svg.ts'

/** A plate of 40 × 20 × 10 mm with a hole of 8 mm. */
const PLATE: Views = {
  front: {
    visible: [
      { from: [-20, 0], to: [20, 0] },
      { from: [20, 0], to: [20, 10] },
      { from: [20, 10], to: [-20, 10] },
      { from: [-20, 10], to: [-20, 0] },
    ],
    hidden: [
      { from: [-4, 0], to: [-4, 10] },
      { from: [4, 0], to: [4, 10] },
    ],
  },
  top: {
    visible: [
      { from: [-20, -10], to: [20, -10] },
      { from: [20, -10], to: [20, 10] },
      { from: [20, 10], to: [-20, 10] },
      { from: [-20, 10], to: [-20, -10] },
      { centre: [0, 0], radius: 4 },
    ],
    hidden: [],
  },
}

const textsOf = (svg: string): string[] =>
  [...svg.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text = '']) => text)

/** The points of the filled outlines. */
const bodies = (svg: string): number[] =>
  [...svg.matchAll(/<path class="o" d="M([^"]*)Z"/g)].map(([, data = '']) => data.split('L').length)

test('without marks the three sizes are dimensioned, and each view has the outline of its body', () => {
  const svg = svgOf(PLATE, undefined, [40, 20, 10])
  expect(textsOf(svg).sort()).toEqual(['10', '20', '40'])
  expect(svg).not.toMatch(/NaN|Infinity|undefined/)
  // Four corners, and back to the first: a line that only ends on the outline does not become a part of it.
  expect(bodies(svg)).toEqual([5, 5])
  expect(svg.match(/class="h"/g)).toHaveLength(1)
})

test('a part that is higher than wide lies, and a long one shows only its side as a thumbnail', () => {
  const turn = (views: Views): Views => ({
    front: {
      visible: [
        { from: [-5, 0], to: [5, 0] },
        { from: [5, 0], to: [5, 40] },
        { from: [5, 40], to: [-5, 40] },
        { from: [-5, 40], to: [-5, 0] },
      ],
      hidden: [],
    },
    top: { visible: [{ centre: [0, 0], radius: 5 }], hidden: views.top.hidden },
  })
  const svg = svgOf(turn(PLATE), undefined, [10, 10, 40])
  expect(svg).toContain('<g class="v">')
  const [length] = [...svg.matchAll(/<g class="p"><path class="o" d="M([^"]*)Z"/g)].map(([, data = '']) =>
    data.split('L').map((point) => point.split(' ').map(Number)),
  )
  const span = (axis: number): number => {
    const values = (length ?? []).map((point) => point[axis] ?? 0)
    return Math.max(...values) - Math.min(...values)
  }
  expect(span(0)).toBeGreaterThan(3.8 * span(1))
})

test('marks say the distances that they span, and what is instead of a view', () => {
  const marks: Marks = {
    layout: 'stacked',
    measures: [
      { view: 'top', from: [-4, 0], to: [4, 0], side: 'above', prefix: 'Ø' },
      { view: 'front', from: [-20, 0], to: [20, 0], side: 'below' },
      { view: 'front', from: [0, 0], to: [20, 0], side: 'below' },
    ],
    leaders: [{ view: 'top', tip: [10, 10], side: 'above', value: 2.5, prefix: 'M' }],
    front: {
      instead: [
        {
          outline: [
            [-20, 0],
            [20, 0],
            [20, 10],
            [-20, 10],
          ],
          fill: 'cut',
          line: 'outline',
        },
      ],
    },
  }
  const svg = svgOf(PLATE, marks, [40, 20, 10])
  expect(textsOf(svg).sort()).toEqual(['20', '40', 'M2.5', 'Ø8'])
  expect(svg).toContain('class="s"')
  expect(svg).not.toContain('class="h"')
  // The longer one of two dimensions on a side lies outside.
  const yOf = (text: string): number => Number(new RegExp(`y="([\\d.]+)">${text}<`).exec(svg)?.[1])
  expect(yOf('40')).toBeGreaterThan(yOf('20') + 15)
})
