import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '#app/config.ts'
import { backUp } from '#kit/backup/backup.ts'

/** `npm run backup -- [folder]`: copies the data of the shop, which may be running, into a new folder. */
try {
  const { positionals } = parseArgs({ allowPositionals: true })
  const name = positionals[0] ?? `backups/${new Date().toISOString().replaceAll(':', '-')}`
  // A relative path starts from the folder of the command.
  const folder = resolve(process.env.INIT_CWD ?? '', name)
  await backUp(readConfig(process.env), folder)
  process.stdout.write(`The shop is backed up in ${folder}\n`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
