/**
 * The number of letters to insert, delete, replace or swap with the next one to make one text of the other. No letter is
 * changed twice (optimal string alignment).
 */
export function editDistance(a: string, b: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= b.length; column += 1) {
      const at = (cells: readonly number[], index: number) => cells[index] ?? Number.POSITIVE_INFINITY
      const isEqual = a[row - 1] === b[column - 1]
      const isSwapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      current.push(
        Math.min(
          at(last, column) + 1,
          at(current, column - 1) + 1,
          at(last, column - 1) + (isEqual ? 0 : 1),
          isSwapped ? at(beforeLast, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
    beforeLast = last
    last = current
  }
  return last[b.length] ?? 0
}
