/** Of numbers in ascending sequence: the value below which that share of them is. */
export const percentileOf = (sorted: readonly number[], share: number): number =>
  sorted[Math.floor(sorted.length * share)] ?? Number.NaN

export const medianOf = (values: readonly number[]): number =>
  percentileOf(
    values.toSorted((one, other) => one - other),
    0.5,
  )
