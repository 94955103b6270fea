import { parseArgs } from 'node:util'
import { readConfig } from '#app/config.ts'
import { allFiles, openShop } from '#app/open-shop.ts'
import { claimBucket } from '#kit/files/bucket-owner.ts'
import { findMissing, moveFiles } from '#kit/files/move-files.ts'
import { print } from './print.ts'

/**
 * `npm run move-files`: moves the files of the shop, which may be running, from the database into the store of FILES_URL. With `--back`
 * from there into the database, with `--check` it only names those that are missing in the store.
 */
try {
  const { values } = parseArgs({
    options: { back: { type: 'boolean', default: false }, check: { type: 'boolean', default: false } },
  })
  const config = readConfig(process.env)
  if (!config.files) throw new Error('FILES_URL is not set: it is the address of the store of files.')
  const { shop, database } = await openShop(config)
  try {
    if (!values.check && !values.back) await claimBucket(shop)
    for (const rows of allFiles) {
      if (!values.check) {
        const moved = await moveFiles(shop, rows, values.back ? 'database' : 'store')
        print(`${rows.kind}: ${moved} moved into the ${values.back ? 'database' : 'store'}`)
        continue
      }
      const missing = await findMissing(shop, rows)
      for (const key of missing) print(`missing: ${key}`)
      print(
        `${rows.kind}: ${await rows.countOutside(shop.db)} in the store, ${missing.length} of them missing`,
      )
      if (missing.length > 0) process.exitCode = 1
    }
  } finally {
    await database.close()
  }
} catch (error) {
  const { message, cause } = error as Error
  console.error(cause instanceof Error ? cause.message : message)
  process.exitCode = 1
}
