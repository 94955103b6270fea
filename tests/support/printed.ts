import { withTable } from './doc-tables.ts'
import { limitsTable } from './limits.ts'
import { readProjectFile } from './project.ts'

/** The tables that `npm run docs` prints: by page and heading, the rows with their head. */
const TABLES: Readonly<Record<string, Readonly<Record<string, () => string[][]>>>> = {
  'docs/security.md': { Limits: limitsTable },
}

export const PRINTED_PAGES = Object.keys(TABLES)

/** A page as it is with its tables printed. */
export const printed = (path: string): string =>
  Object.entries(TABLES[path] ?? {}).reduce(
    (page, [heading, rows]) => withTable(page, heading, rows()),
    readProjectFile(path),
  )
