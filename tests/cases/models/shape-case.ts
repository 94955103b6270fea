import fc from 'fast-check'

/** Numbers by the keys of a shape's parameters; a text is a thread, a standard or a choice. */
export type Values = Readonly<Record<string, number | string>>

/** What the tests need to know of a shape. */
export interface ShapeCase {
  readonly slug: string
  /** Parameters that are possible. */
  readonly given: fc.Arbitrary<Values>
  /** The volume in closed form where there is one, by the same parameters and the dimensions that tables complete. */
  readonly volume?: (values: Values, dimensions: Readonly<Record<string, number>>) => number
  /** Changes that make any possible parameters impossible, and the key that has to be named. */
  readonly impossible: readonly (readonly [key: string, change: (values: Values) => Values])[]
}

/** A length between two, in hundredths of a mm. */
export const mm = (from: number, to: number): fc.Arbitrary<number> =>
  fc.integer({ min: Math.round(from * 100), max: Math.round(to * 100) }).map((hundredths) => hundredths / 100)

/** A ratio, to make lengths that fit each other. */
export const ratio = (from: number, to: number): fc.Arbitrary<number> =>
  fc
    .integer({ min: Math.round(from * 1000), max: Math.round(to * 1000) })
    .map((thousandths) => thousandths / 1000)

/** To a thousandth of a mm, as dimensions are given. */
export const rounded = (value: number): number => Math.round(value * 1000) / 1000

/** Values that a number can never have, each of which has to be refused by the key of its parameter. */
export const NO_NUMBERS: readonly unknown[] = [
  0,
  -1,
  1e9,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  'ten',
  '',
  null,
  true,
  {},
]

/** A change of one value. */
export const set =
  (key: string, value: number | string | ((values: Values) => number)) =>
  (values: Values): Values => ({ ...values, [key]: typeof value === 'function' ? value(values) : value })

/** A number of the values. */
export const numberOf = (values: Values, key: string): number => Number(values[key])

/** Without its pitch, the diameter of a thread. */
export const diameterOf = (values: Values): number => Number(/^M([\d.]+)/.exec(String(values.thread))?.[1])
