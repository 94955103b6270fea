import { globSync } from 'node:fs'
import type { AccountRows, KeptRows } from '#kit/db/schema.ts'
import { ROOT } from './project.ts'

type Said = { accountRows?: AccountRows; keptRows?: KeptRows }

const readTables = (): Promise<Said[]> =>
  Promise.all(
    globSync('{app,sandboxes}/**/tables.ts', { cwd: ROOT })
      .sort()
      .map((file) => import(/* @vite-ignore */ `../../${file}`)),
  )

/** What the tables of the shop say of rows with ids of accounts, by table. */
export const readAccountRows = async (): Promise<AccountRows> =>
  Object.assign({}, ...(await readTables()).map(({ accountRows }) => accountRows ?? {}))

/** The table of how long rows are kept, for docs/operations.md. */
export const keptRowsTable = async (): Promise<string[][]> => [
  ['tables', 'rule'],
  ...(await readTables()).flatMap(({ keptRows }) => Object.entries(keptRows ?? {})),
]

/** The table of what becomes of the rows of an account, for docs/operations.md. */
export const accountRowsTable = async (): Promise<string[][]> => [
  ['table', 'at the first reset', 'with the account', 'deleted by its owner', 'why'],
  ...Object.entries(await readAccountRows())
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([table, { firstReset, account, leaving, because = '' }]) => [
      `\`${table}\``,
      firstReset,
      account,
      leaving,
      because,
    ]),
]
