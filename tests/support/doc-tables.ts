/** The rows of the first table below a heading of a page, or of the page itself; each row its cells. */
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

/** What stands between backticks. */
export const codeSpansOf = (cell: string): string[] =>
  [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text)

/** The tests that a cell names, as `file › title`. */
export function testsIn(cell: string): { readonly file: string; readonly title: string }[] {
  return codeSpansOf(cell).map((named) => {
    const [file = '', title = ''] = named.split(' › ')
    if (title === '') throw new Error(`No test is named: ${named}`)
    return { file, title }
  })
}

/** The titles of the tests and groups of a file, those of `test.each(…)('…')` too. */
export function readTitles(source: string): string[] {
  const title = /(?:\b(?:test|describe)\w*\(|\)\()\s*(['"`])((?:\\.|(?!\1).)*)\1/gs
  return [...source.matchAll(title)].map(([, , text = '']) => text)
}
