import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '#app/config.ts'
import { countFilesOutside } from '#app/open-shop.ts'
import { backUp } from '#kit/backup/backup.ts'
import { openDatabase } from '#kit/db/db.ts'

/** `npm run backup -- [folder]`: copies the data of the shop, which may be running, into a new folder. */
try {
  const { positionals } = parseArgs({ allowPositionals: true })
  const name = positionals[0] ?? `backups/${new Date().toISOString().replaceAll(':', '-')}`
  // A relative path starts from the folder of the command.
  const folder = resolve(process.env.INIT_CWD ?? '', name)
  const config = readConfig(process.env)
  await backUp(config, folder)
  process.stdout.write(`The shop is backed up in ${folder}\n`)
  if (config.files) {
    const { db, close } = openDatabase(config)
    const count = await countFilesOutside(db).finally(close)
    process.stdout.write(
      `It names ${count} files that are in the store of FILES_URL: back up its bucket too.\n`,
    )
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
