import { globSync } from 'node:fs'
import type { AccountRows } from '#kit/db/schema.ts'
import { ROOT } from './project.ts'

/** What the tables of the shop say of rows with ids of accounts, by table. */
export async function readAccountRows(): Promise<AccountRows> {
  const files = globSync('app/**/tables.ts', { cwd: ROOT }).sort()
  const modules: { accountRows?: AccountRows }[] = await Promise.all(
    files.map((file) => import(/* @vite-ignore */ `../../${file}`)),
  )
  return Object.assign({}, ...modules.map(({ accountRows }) => accountRows ?? {}))
}

/** The table of them, for docs/operations.md. */
export const accountRowsTable = async (): Promise<string[][]> => [
  ['table', 'at the first reset', 'with the account', 'why'],
  ...Object.entries(await readAccountRows())
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([table, { firstReset, account, because = '' }]) => [`\`${table}\``, firstReset, account, because]),
]
