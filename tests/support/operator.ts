import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { programFile } from '../../scripts/programs/programs.ts'
import { runProjectScript } from './run-script.ts'
import type { Storage } from './running-shop.ts'

/** The PostgreSQL of the registry, where no system packages may be installed, has a server only. */
export const hasPostgresClients = (): boolean => existsSync(join(dirname(programFile('postgres')), 'pg_dump'))

/** Where a shop keeps its data. */
export type Data = Pick<Storage, 'dataDir' | 'databaseUrl'>

/** The settings by which commands find the data. */
export const settingsOf = ({ dataDir, databaseUrl }: Data) => ({
  DATA_DIR: dataDir,
  ...(databaseUrl && { DATABASE_URL: databaseUrl }),
})

/** Says that no invoice and no credit note was issued after the backup. */
export const NONE_LATER = ['--after-invoice', 'none', '--after-credit-note', 'none'] as const

/** Runs a command like an operator. */
export async function runTask(task: 'backup' | 'restore', data: Data, ...args: string[]) {
  const { code, errors } = await runProjectScript(`scripts/${task}.ts`, args, settingsOf(data))
  return { code, errors }
}
