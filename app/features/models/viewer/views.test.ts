import { expect, test } from 'vitest'
import { type Angles, actionOf, between, placeOf, shownHeightOf, turned, VIEWS, viewNames } from './views.ts'

const rounded = (numbers: readonly number[]) => numbers.map((number) => Number(number.toFixed(2)) + 0)

test('each view has its place, its digit and its letter', () => {
  const places = viewNames.map((name) => [name, rounded(placeOf(VIEWS[name].angles, 10))])
  expect(places).toEqual([
    ['front', [0, 0, 10]],
    ['back', [0, 0, -10]],
    ['left', [-10, 0, 0]],
    ['right', [10, 0, 0]],
    ['top', [0, 10, 0]],
    ['bottom', [0, -10, 0]],
    ['isometric', [5.77, 5.77, 5.77]],
  ])
  expect([...'1234567'].map(actionOf)).toEqual(viewNames.map((view) => ({ view })))
  expect([...'fblrtui'].map(actionOf)).toEqual(viewNames.map((view) => ({ view })))
  expect(actionOf('F')).toEqual({ view: 'front' })
})

test('arrows turn, plus and minus zoom, 0 fits, and other keys keep their effect', () => {
  expect(actionOf('ArrowLeft')).toEqual({ turn: [-Math.PI / 12, 0] })
  expect(actionOf('ArrowDown')).toEqual({ turn: [0, Math.PI / 12] })
  expect([actionOf('+'), actionOf('='), actionOf('-')]).toEqual([
    { zoom: 1.25 },
    { zoom: 1.25 },
    { zoom: 0.8 },
  ])
  expect(actionOf('0')).toBe('fit')
  for (const key of ['8', 'x', 'Tab', 'Enter', ' ', 'Escape', 'toString'])
    expect(actionOf(key), key).toBe(undefined)
})

test('a turn stops straight above and straight below, where the azimuth stays known', () => {
  const { top } = VIEWS
  expect(turned(top.angles, [1, -1])).toEqual({ azimuth: 1, polar: 0 })
  expect(turned(top.angles, [0, 9])).toEqual({ azimuth: 0, polar: Math.PI })
  const [x, , z] = placeOf({ azimuth: 1, polar: 0 }, 10)
  expect(Math.atan2(x, z)).toBeCloseTo(1)
})

test('a move to another view takes the shorter way around', () => {
  const at = (azimuth: number): Angles => ({ azimuth, polar: 1 })
  const half = (from: number, to: number) => between(at(from), at(to), 0.5).azimuth
  expect(half(0, 1)).toBeCloseTo(0.5)
  expect(half(3, -3)).toBeCloseTo(Math.PI)
  expect(half(-3, 3)).toBeCloseTo(-Math.PI)
  expect(between(VIEWS.front.angles, VIEWS.top.angles, 0.5).polar).toBeCloseTo(Math.PI / 4)
  expect(between(at(1), at(1), 0.3)).toEqual(at(1))
})

test('a part that fits is as large as the canvas allows, without its margin', () => {
  const canvas = { width: 480, height: 280 }
  const shown = (size: [number, number, number], { angles }: { angles: Angles }) =>
    shownHeightOf(size, angles, canvas)
  // The margin is 40 pixels on each side.
  expect(shown([10, 100, 10], VIEWS.front)).toBeCloseTo((100 / 200) * 280)
  expect(shown([100, 10, 10], VIEWS.front)).toBeCloseTo((100 / 400) * 280)
  expect(shown([100, 10, 10], VIEWS.right)).toBeCloseTo((10 / 200) * 280)
  expect(shown([10, 10, 100], VIEWS.top)).toBeCloseTo((100 / 200) * 280)
  expect(shown([1, 1, 1], VIEWS.isometric)).toBeCloseTo(((2 * Math.sqrt(2 / 3)) / 200) * 280)
})
