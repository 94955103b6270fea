import { readConfig } from '#app/config.ts'
import { allFiles } from '#app/files.ts'
import { openShop } from '#app/open-shop.ts'
import { findMissing, moveFiles } from '#kit/files/move-files.ts'
import { readArguments } from './command.ts'
import { print } from './print.ts'

const { values } = readArguments({
  name: 'move-files',
  does: 'Moves the files of the shop from its database into the store of FILES_URL. The shop may be running with this setting. A move that was broken off goes on.',
  options: {
    back: [false, 'moves them from the store into the database, while no process of the shop runs'],
    check: [false, 'moves nothing, and names the files that the database names and the store does not have'],
  },
})

try {
  const { shop, database } = await openShop(readConfig(process.env))
  try {
    if (!shop.config.files) throw new Error('FILES_URL is not set: it names the store of files.')
    for (const rows of allFiles) {
      if (!values.check) {
        const moved = await moveFiles(shop, rows, values.back ? 'database' : 'store')
        print(`${rows.kind}: ${moved} moved`)
        continue
      }
      const missing = await findMissing(shop, rows)
      for (const key of missing) print(key)
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
