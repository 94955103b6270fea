/** Prints a line. */
export const print = (line: string): boolean => process.stdout.write(`${line}\n`)

/** Lines of cells as a table; each column is as wide as its widest cell. */
export function tableOf(lines: readonly (readonly string[])[]): string {
  const columns = Math.max(...lines.map((line) => line.length))
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0)),
  )
  const lineOf = (line: readonly string[]) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd()
  return lines.map(lineOf).join('\n')
}
