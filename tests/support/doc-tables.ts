/** The rows of the first table after a heading, or of the page without one; each row is a list of cells. */
export function readTable(page: string, heading?: string): string[][] {
  const parts = page.split(/^## /m)
  const part = heading === undefined ? parts[0] : parts.find((text) => text.startsWith(`${heading}\n`))
  const lines = (part ?? '').split('\n').filter((line) => line.startsWith('| '))
  return lines.slice(2).map((line) =>
    line
      .slice(2, -2)
      .split('|')
      .map((cell) => cell.trim()),
  )
}

/** The texts between backticks. */
export const codeSpansOf = (cell: string): string[] =>
  [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text)

/** The page with these rows, the head first, in place of the first table after a heading. */
export function withTable(page: string, heading: string, [head = [], ...rows]: readonly string[][]): string {
  const lineOf = (cells: readonly string[]) => `| ${cells.join(' | ')} |`.replaceAll('|  |', '| |')
  const table = [head, head.map(() => '---'), ...rows].map(lineOf).join('\n')
  const pattern = new RegExp(`(^## ${heading}\n(?:(?!\\| |## ).*\n)*)(?:\\| .*\n)+`, 'm')
  if (!pattern.test(page)) throw new Error(`There is no table below "${heading}".`)
  return page.replace(pattern, (_, before) => `${before}${table}\n`)
}
