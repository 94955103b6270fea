import { expect, test } from 'vitest'
import { createTestShop } from '#tests/support/test-shop.ts'
import { migrations } from '../../../migrations/list.ts'
import { readLastArchived, readLastBackups, recordBackup, recordBackupIn } from './last-backups.ts'

test('the newest backup of each place is known, and an older one that ends later does not replace it', async () => {
  await using shop = await createTestShop()
  expect(await readLastBackups(shop.db)).toEqual(new Map())
  await recordBackup(shop.db, 'here', 2000)
  expect(await recordBackupIn(shop.config, 'elsewhere', 1000)).toBe(true)
  await recordBackup(shop.db, 'here', 1500)
  await recordBackup(shop.db, 'elsewhere', 3000)
  expect(await readLastBackups(shop.db)).toEqual(
    new Map([
      ['here', 2000],
      ['elsewhere', 3000],
    ]),
  )
})

test('what a clock that was ahead said is replaced by the next backup', async () => {
  await using shop = await createTestShop()
  const now = Date.now()
  await recordBackup(shop.db, 'here', now + 86_400_000)
  await recordBackup(shop.db, 'here', now)
  expect((await readLastBackups(shop.db)).get('here')).toBe(now)
})

test('a database of an earlier release is backed up before the new one, and records nothing', async () => {
  await using shop = await createTestShop(
    {},
    migrations.filter(({ name }) => name < '0083'),
  )
  expect(await recordBackupIn(shop.config, 'here', 1000)).toBe(false)
})

test.runIf(process.env.TEST_DATABASE_URL)('a server that archives no log is no alarm', async () => {
  await using shop = await createTestShop()
  expect(await readLastArchived(shop.db)).toBeUndefined()
})
