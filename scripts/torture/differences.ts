/** A sentence for each that is in one list alone: `extra` for those of the first, `missing` for those of the second. */
export function differences(
  some: readonly string[],
  others: readonly string[],
  extra: string,
  missing: string,
): string[] {
  const left = new Set(some)
  const right = new Set(others)
  return [
    ...some.filter((one) => !right.has(one)).map((one) => `${one}: ${extra}`),
    ...others.filter((one) => !left.has(one)).map((one) => `${one}: ${missing}`),
  ]
}
