import { globSync } from 'node:fs'
import { ROOT, readProjectFile } from './project.ts'

/**
 * The pages whose rows are proven by tests, with the word of their tags. A row has its tag in its last cell; a test that
 * proves it has the tag in a comment above it, for example `// attack: changed-amount, unknown-transaction`.
 */
export const PROVEN_PAGES = { 'docs/specification.md': 'spec', 'docs/security.md': 'attack' } as const

/** The tags of the rows of a page. */
export const tagsOf = (page: string): string[] =>
  [...page.matchAll(/^\|.* \| `([a-z\d-]+)` \|$/gm)].map(([, tag = '']) => tag)

/** The tags of this word that the tests of the project have. */
export const findTags = (word: string): string[] =>
  globSync('{app,sandboxes,demo,migrations,tests}/**/*.test.ts', { cwd: ROOT }).flatMap((file) =>
    tagsIn(file, readProjectFile(file), word),
  )

/** The tags of a file of tests; each stands in a comment right above a test, or above a group of them. */
export function tagsIn(file: string, source: string, word: string): string[] {
  const lines = source.split('\n')
  return lines.flatMap((line, index) => {
    const [, tags] = new RegExp(`^ *// ${word}: (.+)$`).exec(line) ?? []
    if (tags === undefined) return []
    const below = lines.slice(index).find((other) => !/^ *\/\//.test(other))
    if (!/^ *(?:test|describe)/.test(below ?? ''))
      throw new Error(`${file} has no test below: ${line.trim()}`)
    return tags.split(', ')
  })
}
