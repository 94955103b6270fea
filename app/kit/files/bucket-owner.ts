import { createHash } from 'node:crypto'
import { standingOf } from '#kit/backup/waiting-restore.ts'
import type { Db } from '#kit/db/db.ts'
import { outageOf } from '#kit/log/report-failure.ts'
import type { Shop } from '#kit/shop.ts'

/** The folder of the marks in the bucket: `owner/shop/time of its last take-over`. */
const OWNERS = 'owner/'

const MARK = Buffer.from(
  'The bucket is that of one shop, which names itself here. Another one that is started with it is refused.\n',
)

const HASH = createHash('sha256').update(MARK).digest('hex')

/** The shop, or its operator, has to do something before it may use the bucket. */
class BucketOwnerError extends Error {}

/**
 * Marks the bucket as that of this shop, and rejects with what to do when it is that of another one, or of what was restored of this
 * shop and has taken over since. A copy that nobody has taken over changes nothing there, so it is not asked.
 */
export async function claimBucket(shop: Shop): Promise<void> {
  const { outside } = shop.files
  if (!outside || (await standingOf(shop)) !== 'shop') return
  const id = await outside.shopId()
  const takenOverAt = await lastTakeOver(shop.db)
  const own = `${OWNERS}${id}/${takenOverAt}`
  let isMarked = false
  for await (const keys of outside.store.list(OWNERS))
    for (const key of keys) {
      const [, owner = '', at = ''] = key.split('/')
      if (owner !== id) throw new BucketOwnerError(otherShop(owner))
      if (Number(at) > takenOverAt) throw new BucketOwnerError(takenOver(Number(at), key))
      isMarked ||= key === own
    }
  if (!isMarked) await outside.store.put(own, MARK, HASH)
}

/** {@link claimBucket} before a process serves. While the store is away it begins all the same: the job that deletes asks again. */
export async function claimBucketAtStart(shop: Shop): Promise<void> {
  try {
    await claimBucket(shop)
  } catch (error) {
    if (!outageOf(error)) throw error
  }
}

async function lastTakeOver(db: Db): Promise<number> {
  const { at } = await db
    .selectFrom('restores')
    .select(({ fn }) => fn.max<number | null>('taken_over_at').as('at'))
    .executeTakeFirstOrThrow()
  return at ?? 0
}

const MANUAL = '(docs/operations.md, "Files outside the database")'

const otherShop = (owner: string): string =>
  `The bucket of FILES_URL is that of another shop: it has the mark ${OWNERS}${owner}/. Nothing was changed. Give each shop a bucket of its own; if the other one is gone for good, delete that mark ${MANUAL}.`

const takenOver = (at: number, key: string): string =>
  `What was restored of this shop has taken over the bucket of FILES_URL at ${new Date(at).toISOString()}. Nothing was changed. End this process: the shop runs there. If it does not, delete the mark ${key}; a copy that is to be a shop of its own needs another bucket ${MANUAL}.`
