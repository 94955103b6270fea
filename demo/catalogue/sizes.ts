import type { Material } from './rules.ts'

/** What a table has for a size; parts are made only of sizes that it has. */
export function rowOf<Size, Row>(of: (size: Size) => Row | undefined, size: Size): Row {
  const row = of(size)
  if (row === undefined) throw new Error(`There is no row for ${size}.`)
  return row
}

/** Each diameter or width with each of these lengths that is between its shortest and its longest, as its row says. */
export const lengthsOf = (
  rows: readonly number[][],
  lengths: readonly number[],
): [size: number, length: number][] =>
  rows.flatMap(([size = 0, shortest = 0, longest = 0]) =>
    lengths
      .filter((length) => length >= shortest && length <= longest)
      .map((length): [number, number] => [size, length]),
  )

/** A size in a part number: whole, else in tenths after a zero, so that 2.5 is 025 and 25 is 25. */
export const codeOf = (size: number): string =>
  Number.isInteger(size) ? String(size) : `0${Math.round(size * 10)}`

/** Rows of numbers, with commas between them. */
export const rowsOf = (printed: string): number[][] =>
  printed.split(',').map((row) => row.trim().split(/\s+/).map(Number))

/** A material. Part numbers do not say it where it is the only one of its parts. */
export const materialOf = (
  density: number,
  perKg: number,
  origins: readonly string[],
  attributes: Material['attributes'],
  code = '',
): Material => ({ code, attributes, density, perKg, origins })
