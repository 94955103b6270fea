import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bearingCases } from '#tests/cases/models/bearing-cases.ts'
import { machinePartCases } from '#tests/cases/models/machine-part-cases.ts'
import { screwCases } from '#tests/cases/models/screw-cases.ts'
import { NO_NUMBERS, type ShapeCase } from '#tests/cases/models/shape-case.ts'
import { shapes } from '../shapes/shapes.ts'

const cases = [...screwCases, ...bearingCases, ...machinePartCases]
const RUNS = Number(process.env.MODEL_RUNS ?? 20)

const shapeOf = ({ slug }: ShapeCase) => {
  const shape = shapes.find((one) => one.slug === slug)
  if (!shape) throw new Error(`There is no shape ${slug}`)
  return shape
}

test('every shape has cases, and its own slug and keys', () => {
  expect(cases.map(({ slug }) => slug).sort()).toEqual(shapes.map(({ slug }) => slug).sort())
  expect(new Set(shapes.map(({ slug }) => slug)).size).toBe(shapes.length)
  for (const { slug, parameters } of shapes)
    expect(new Set(parameters.map(({ key }) => key)).size, slug).toBe(parameters.length)
})

describe.each(cases)('$slug', (one) => {
  const shape = shapeOf(one)

  test('has a model for possible parameters, with finite sizes', () => {
    fc.assert(
      fc.property(one.given, (given) => {
        expect(shape.check(given)).toEqual([])
        const model = shape.model(given)
        if ('reason' in model) throw new Error(model.reason)
        expect(model.size.every((length) => Number.isFinite(length) && length > 0)).toBe(true)
        expect(JSON.stringify(model.body)).not.toMatch(/null/)
      }),
      { numRuns: RUNS },
    )
  })

  test('calls nothing impossible because one or two parameters are missing', () => {
    const keys = fc.subarray(
      shape.parameters.map(({ key }) => key),
      { minLength: 1, maxLength: 2 },
    )
    fc.assert(
      fc.property(one.given, keys, (given, left) => {
        const without = Object.fromEntries(Object.entries(given).filter(([key]) => !left.includes(key)))
        expect(shape.check(without)).toEqual([])
      }),
      { numRuns: RUNS },
    )
  })

  test.skipIf(one.impossible.length === 0)('refuses impossible sizes also while others are missing', () => {
    fc.assert(
      fc.property(one.given, fc.constantFrom(...one.impossible), (given, [, change]) => {
        const changed = change(given)
        const problems = shape.check(changed)
        for (const { message } of problems) {
          const found = shape.parameters.filter(({ key }) => {
            const without = Object.fromEntries(Object.entries(changed).filter(([other]) => other !== key))
            return shape.check(without).some((problem) => problem.message === message)
          })
          expect(found.length, message).toBeGreaterThan(0)
        }
      }),
      { numRuns: RUNS },
    )
  })

  test('refuses what is no number, or no text, by the key of its parameter', () => {
    const [given] = fc.sample(one.given, 1)
    for (const { key, kind } of shape.parameters) {
      const wrong =
        kind === 'thread' ? ['', 'M0', '8', 'R1/4', 8, null] : kind === 'standard' ? [7933] : NO_NUMBERS
      for (const value of wrong) {
        const changed = { ...given, [key]: value }
        expect(
          shape.check(changed).map((problem) => problem.key),
          `${key} ${String(value)}`,
        ).toEqual([key])
        expect(shape.model(changed)).toHaveProperty('reason')
      }
    }
  })

  test.for(one.impossible.map((each, at) => [at, ...each] as const))(
    'refuses impossible sizes, %i: %s',
    ([, key, change]) => {
      fc.assert(
        fc.property(one.given, (given) => {
          const changed = change(given)
          const problems = shape.check(changed)
          expect(problems.map((problem) => problem.key)).toContain(key)
          expect(problems.every(({ message }) => /^[A-Z].*\.$/.test(message))).toBe(true)
          expect(shape.model(changed)).toHaveProperty('reason')
        }),
        { numRuns: RUNS },
      )
    },
  )
})

test.each([
  ['ball-bearing', { bore: 30, outer: 20 }, 'bore'],
  ['ball-bearing', { bore: 30, outer: 20, width: 8, standard: 'DIN 1' }, 'bore'],
  ['tapered-bearing', { bore: 30, outer: 20 }, 'bore'],
  ['needle-bearing', { bore: 30, outer: 20 }, 'bore'],
  ['washer', { inner: 30, outer: 20 }, 'inner'],
  ['hexagon-nut', { thread: 'M8', flats: 6, standard: 'DIN 1' }, 'flats'],
  ['hexagon-nut', { thread: 'M11', flats: 6 }, 'flats'],
  ['socket-head-screw', { thread: 'M8', head: 6 }, 'head'],
])('of a %s, %j is impossible although a size is missing', (slug, given, key) => {
  const shape = shapes.find((one) => one.slug === slug)
  expect(shape?.check(given).map((problem) => problem.key)).toContain(key)
  expect(shape?.model(given)).toHaveProperty('reason')
})

// The stepped line of the table of lengths of ISO 4762.
test.each([
  ['M3', 20, 20],
  ['M3', 25, 18],
  ['M5', 25, 25],
  ['M5', 30, 22],
  ['M8', 35, 35],
  ['M8', 40, 28],
  ['M10', 40, 40],
  ['M10', 45, 32],
  ['M20', 70, 70],
  ['M20', 80, 52],
])(
  'a cap screw %s × %i has %i mm of thread: a short one is threaded to the head',
  (thread, length, threaded) => {
    const model = shapes.find(({ slug }) => slug === 'socket-head-screw')?.model({ thread, length })
    expect(model).toMatchObject({ dimensions: { threadLength: threaded } })
  },
)
