/** Prints lines of cells as a table; each column is as wide as its widest cell. */
export function printColumns(lines: readonly (readonly string[])[]): void {
  const columns = Math.max(...lines.map((line) => line.length))
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0)),
  )
  for (const line of lines) {
    const cells = line.map((cell, column) => cell.padEnd(widths[column] ?? 0))
    process.stdout.write(`${cells.join('  ').trimEnd()}\n`)
  }
}
