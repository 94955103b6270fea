/** The rows of a list in a form, such as rates, attributes, shapes. */

interface Row {
  /** Tells the rows apart while they are moved. */
  readonly row: number
}

type Added<Kind extends Row> = Omit<Kind, 'row'>

export const addRow = <Kind extends Row>(rows: readonly Kind[], added: Added<Kind>): readonly Kind[] => [
  ...rows,
  { ...added, row: Math.max(-1, ...rows.map(({ row }) => row)) + 1 } as Kind,
]

export const changeRow = <Kind extends Row>(
  rows: readonly Kind[],
  row: number,
  change: Partial<Kind>,
): readonly Kind[] => rows.map((each) => (each.row === row ? { ...each, ...change } : each))

export const removeRow = <Kind extends Row>(rows: readonly Kind[], row: number): readonly Kind[] =>
  rows.filter((each) => each.row !== row)

/** Moves a row up (-1) or down (1); the first and the last stay where they are. */
export function moveRow<Kind extends Row>(rows: readonly Kind[], row: number, by: 1 | -1): readonly Kind[] {
  const from = rows.findIndex((each) => each.row === row)
  const [moved, neighbour] = [rows[from], rows[from + by]]
  return moved && neighbour ? rows.with(from, neighbour).with(from + by, moved) : rows
}
