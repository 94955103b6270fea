import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '#app/config.ts'
import { restore } from '#kit/backup/backup.ts'
import { migrations } from '../migrations/list.ts'

/** `npm run restore -- FOLDER [--replace]`: restores a backup while no shop runs on its data. */
try {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { replace: { type: 'boolean', default: false } },
  })
  const [name] = positionals
  if (name === undefined) throw new Error('Name the backup: npm run restore -- FOLDER [--replace]')
  const config = readConfig(process.env)
  await restore(config, resolve(process.env.INIT_CWD ?? '', name), {
    ...values,
    migrations,
  })
  process.stdout.write(
    `The backup is in ${config.databaseUrl ? 'the database' : config.dataDir}: start the shop\n`,
  )
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
