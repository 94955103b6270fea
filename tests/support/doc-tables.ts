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

/** The tests in a cell, each written as `file › title`. */
export function testsIn(cell: string): { readonly file: string; readonly title: string }[] {
  return codeSpansOf(cell).map((named) => {
    const [file = '', title = ''] = named.split(' › ')
    if (title === '') throw new Error(`There is no test title in: ${named}`)
    return { file, title }
  })
}

/** The titles of the tests and groups of a file, including `test.each(…)('…')`. */
export function readTitles(source: string): string[] {
  const title = /(?:\b(?:test|describe)\w*\(|\)\()\s*(['"`])((?:\\.|(?!\1).)*)\1/gs
  return [...source.matchAll(title)].map(([, , text = '']) => text)
}
