/** The cells of a row of a file. */
export interface RowCells {
  /** By column, in the sequence of the file; empty cells too. */
  readonly cells: ReadonlyMap<string, string>
  /** Those beyond the last column. */
  readonly extra: readonly string[]
}

/** No column has this name. */
const EXTRA = ''

/** As they are stored. Empty cells are left out, so that rows of few cells under many columns do not take more than the file. */
export function writeStoredCells({ cells, extra }: RowCells): string {
  const filled = Object.fromEntries([...cells].filter(([, cell]) => cell !== ''))
  return JSON.stringify(extra.length > 0 ? { ...filled, [EXTRA]: extra } : filled)
}

/** The cells that {@link writeStoredCells} wrote, of a file with these columns. */
export function readStoredCells(stored: string, columns: readonly string[]): RowCells {
  const { [EXTRA]: extra = [], ...filled } = JSON.parse(stored) as Record<string, string> & {
    [EXTRA]?: string[]
  }
  return { cells: new Map(columns.map((column) => [column, filled[column] ?? ''])), extra }
}
