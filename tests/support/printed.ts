import { withTable } from './doc-tables.ts'
import { limitsTable } from './limits.ts'
import { readProjectFile } from './project.ts'
import { callRightsTable, pageRightsTable } from './rights-tables.ts'
import { accountRowsTable, keptRowsTable } from './said-of-tables.ts'

/** The tables that `npm run docs` prints: by page and heading, the rows with their head. */
const TABLES: Readonly<Record<string, Readonly<Record<string, () => string[][] | Promise<string[][]>>>>> = {
  'docs/security.md': {
    Limits: limitsTable,
    'Rights of calls': callRightsTable,
    'Rights of pages': pageRightsTable,
  },
  'docs/operations.md': {
    'What is kept, and how long': keptRowsTable,
    'What becomes of the rows of an account': accountRowsTable,
  },
}

export const PRINTED_PAGES = Object.keys(TABLES)

/** A page as it is with its tables printed. */
export async function printed(path: string): Promise<string> {
  let page = readProjectFile(path)
  for (const [heading, rows] of Object.entries(TABLES[path] ?? {}))
    page = withTable(page, heading, await rows())
  return page
}
