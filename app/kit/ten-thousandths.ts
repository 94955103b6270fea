/** Numbers of at most four decimals, such as prices and weights, as whole ten-thousandths (`E4`), whose sums are exact. */

export const E4 = 10_000

/** A number from 0 of at most 9 digits and 4 decimals in ten-thousandths; undefined when it has more or is not finite. */
export function toE4(value: number): number | undefined {
  const match = /^(\d{1,9})(?:\.(\d{1,4}))?$/.exec(String(value))
  if (!match) return undefined
  return Number(match[1]) * E4 + Number((match[2] ?? '').padEnd(4, '0'))
}

/** The same for a number that was checked before: another one throws, so that no bad price is ever free. */
export function exactE4(value: number): number {
  const e4 = toE4(value)
  if (e4 === undefined) throw new Error(`${value} is not a number with at most 4 decimals.`)
  return e4
}

export const fromE4 = (e4: number): number => e4 / E4
