/** The table of a standard: the row of a size by the names of its columns, in mm. */
export interface Table<Column extends string> {
  (size: string | number): Readonly<Record<Column, number>> | undefined
  /** The sizes that have a row, as they are printed. */
  readonly sizes: readonly string[]
}

/** A table as it is printed: a row has its size first, then the columns in this order. */
export function table<Column extends string>(
  columns: readonly Column[],
  rows: readonly (readonly [size: string | number, ...values: readonly number[]])[],
): Table<Column> {
  const bySize = new Map(
    rows.map(([size, ...values]) => {
      const row = Object.fromEntries(columns.map((column, at) => [column, values[at]]))
      return [String(size), row as Record<Column, number>] as const
    }),
  )
  return Object.assign((size: string | number) => bySize.get(String(size)), { sizes: [...bySize.keys()] })
}
