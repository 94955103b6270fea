import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '#app/config.ts'
import { countFilesOutside } from '#app/open-shop.ts'
import { backUp } from '#kit/backup/backup.ts'
import { backupName, removeOldBackups, timeOfBackup } from '#kit/backup/kept-backups.ts'
import { BACKUP_PLACES, type BackupPlace, recordBackupIn } from '#kit/backup/last-backups.ts'
import { openDatabase } from '#kit/db/db.ts'
import { print } from './print.ts'

const USAGE = `npm run backup -- [FOLDER]         copies the data of the shop, which may be running, into a new folder
npm run backup -- --keep FOLDER    into a new folder in this one, and removes old ones there
npm run backup -- --record PLACE [BACKUP]   says that one by another program succeeded: here, or elsewhere. It began when
                                   that of --keep did which it copied, or now`

function toPlace(text: string): BackupPlace {
  const place = BACKUP_PLACES.find((one) => one === text)
  if (!place) throw new Error(USAGE)
  return place
}

try {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { keep: { type: 'string' }, record: { type: 'string' } },
  })
  const { keep, record } = values
  const [name, ...others] = positionals
  const given = [record ?? name, keep].filter((value) => value !== undefined)
  if (given.length > 1 || others.length > 0) throw new Error(USAGE)
  const place = record === undefined ? 'here' : toPlace(record)
  const config = readConfig(process.env)
  const startedMs = Date.now()
  // A relative path starts from the folder of the command.
  const at = (path: string) => resolve(process.env.INIT_CWD ?? '', path)
  // Before too: one that fails because the disk is full would never come to make room.
  if (keep !== undefined) removeOldBackups(at(keep), startedMs)
  if (record === undefined) {
    const folder = at(name ?? join(keep ?? 'backups', backupName(startedMs)))
    await backUp(config, folder)
    print(`The shop is backed up in ${folder}`)
    if (config.files) {
      const { db, close } = openDatabase(config)
      const count = await countFilesOutside(db).finally(close)
      print(`It names ${count} files that are in the store of FILES_URL: back up its bucket too.`)
    }
  }
  if (keep !== undefined) removeOldBackups(at(keep), startedMs)
  // A copy is as old as what was copied.
  const madeAt = record !== undefined && name !== undefined ? timeOfBackup(name) : startedMs
  if (!(await recordBackupIn(config, place, madeAt)))
    print('The database is of an earlier release, which records no backups.')
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
