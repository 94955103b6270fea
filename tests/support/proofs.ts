import { globSync } from 'node:fs'
import { ROOT, readProjectFile } from './project.ts'

/**
 * The pages whose rows are proven by tests, with the word of their tags. A row has its tag in its cell before the last; a
 * test that proves it has the tag in a comment above it, for example `// attack: changed-amount, unknown-transaction`.
 */
export const PROVEN_PAGES = { 'docs/specification.md': 'spec', 'docs/security.md': 'attack' } as const

export interface Proof {
  readonly tag: string
  readonly file: string
  /** With the titles of the groups around the test. */
  readonly title: string
}

const ROW = /^(\|.* \| `([a-z\d-]+)` \|).*\|$/gm

const TITLE = /(?:\b(?:test|describe)\w*\(|\)\()\s*(['"`])((?:\\.|(?!\1).)*)\1/s

/** The tags of the rows of a page. */
export const tagsOf = (page: string): string[] => [...page.matchAll(ROW)].map(([, , tag = '']) => tag)

/** The page with the tests of each row in its last cell. */
export const withTests = (page: string, proofs: readonly Proof[]): string =>
  page.replace(ROW, (_, row, tag) => `${row} ${cellOf(proofs.filter((proof) => proof.tag === tag))} |`)

/** The tests of the project with tags of this word. */
export const findProofs = (word: string): Proof[] =>
  globSync('{app,sandboxes,demo,migrations,tests}/**/*.test.ts', { cwd: ROOT })
    .sort()
    .flatMap((file) => proofsIn(file, readProjectFile(file), word))

export function proofsIn(file: string, source: string, word: string): Proof[] {
  const lines = source.split('\n')
  return lines.flatMap((line, index) => {
    const tags = new RegExp(`^ *// ${word}: (.+)$`).exec(line)?.[1]?.split(', ') ?? []
    if (tags.length === 0) return []
    const start = lines.findIndex((below, at) => at > index && !/^ *\/\//.test(below))
    const title = TITLE.exec(lines.slice(start).join('\n'))?.[2]
    if (!title || !/^ *(?:test|describe)/.test(lines[start] ?? ''))
      throw new Error(`${file} has no test below the comment: ${line.trim()}`)
    const titles = [...groupsAround(lines.slice(0, start), indentOf(line)), title]
    return tags.map((tag) => ({ tag, file, title: titles.join(' › ') }))
  })
}

/** The titles of the groups that are open after these lines: each is the last line at its indent. */
const groupsAround = (lines: readonly string[], indent: number): string[] =>
  Array.from({ length: indent / 2 }, (_, depth) =>
    lines.findLast((line) => indentOf(line) === 2 * depth),
  ).flatMap((line = '') => TITLE.exec(line)?.[2] ?? [])

const indentOf = (line: string): number => line.search(/\S/)

function cellOf(proofs: readonly Proof[]): string {
  const files = Map.groupBy(proofs, ({ file }) => file)
  const cells = [...files].map(
    ([file, tests]) => `\`${file}\`: ${tests.map(({ title }) => `\`${title}\``).join(', ')}`,
  )
  return cells.join('; ').replaceAll('|', '\\|')
}
