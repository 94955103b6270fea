import { mayAct } from '#kit/backup/waiting-restore.ts'
import type { Shop } from '#kit/shop.ts'

/** Whether a process that starts goes on with what was begun. A restored copy says in the log that it waits. */
export async function startsToWork(shop: Shop): Promise<boolean> {
  if (await mayAct(shop)) return shop.config.runsJobs
  shop.log.warn(
    'the database was restored from a backup: no jobs, mails and payments until an admin, or npm run restore -- --take-over, says that this is the shop',
  )
  return false
}
