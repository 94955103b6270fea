import type { Given } from './parameters.ts'

/**
 * How a shape finds the row of a part, from which the sizes come that are not given. Of a part that names a standard which has no
 * table here it is not known what it looks like: it has no model.
 */
export type FindRow = (given: Given) => Row

type Row = Readonly<Record<string, number>> | undefined

export const byThread =
  <Found extends Row>(table: (thread: string) => Found) =>
  (given: Given): Found => {
    given.standard()
    return table(given.thread().name)
  }

export const byStandardAndThread =
  (table: (standard: string, thread: string) => Row): FindRow =>
  (given) => {
    const { name } = given.thread()
    return table(given.standard(), name)
  }

/** By sizes that are given, in the sequence of the table. */
export const bySizes =
  (table: (sizes: string) => Row, ...keys: readonly string[]): FindRow =>
  (given) => {
    given.standard()
    return table(keys.map((key) => given.number(key)).join(' × '))
  }

/** For standards that give nothing but what is required. */
export const withoutTable: FindRow = (given) => {
  given.standard()
  return undefined
}
