import type { LineRow, OrderedLine, OrderWithLines } from '#features/orders/changing.ts'

/** Of fewer pieces than before those that the line lacks are given up first: they come into no stock. */
export function withoutGivenUp(
  line: OrderedLine & { readonly held: number },
  { lines }: OrderWithLines,
  lackedOf: (row: LineRow) => number,
) {
  const row = lines.find(({ product_id }) => product_id === line.product._id)
  const given = row ? Math.min(lackedOf(row), Math.max(0, row.quantity - line.quantity)) : 0
  return { ...line, held: line.held - given }
}

/** The lines with what they lack of their pieces afterwards. */
export const rowsLacking = (
  rows: readonly LineRow[],
  { lines }: OrderWithLines,
  lackedOf: (row: LineRow) => number,
): LineRow[] =>
  rows.map((row) => {
    const was = lines.find(({ product_id }) => product_id === row.product_id)
    const given = was ? Math.max(0, was.quantity - row.quantity) : 0
    return { ...row, backordered: was ? Math.max(0, lackedOf(was) - given) : 0 }
  })
