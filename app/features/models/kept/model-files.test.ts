import { expect, test } from 'vitest'
import { DAY_MS } from '#kit/time.ts'
import { createTestApp } from '#tests/support/test-app.ts'
import { deleteOldModels } from './model-files.ts'

test('a model that nobody asked for in 90 days is deleted, and what was asked for stays', async () => {
  await using shop = await createTestApp()
  const { db } = shop.shop
  const now = shop.shop.now()
  await db
    .insertInto('model_files')
    .values([
      {
        geometry: 'old',
        format: 'step',
        content: Buffer.from('x'),
        reason: null,
        used_at: now - 91 * DAY_MS,
      },
      {
        geometry: 'old',
        format: 'glb',
        content: null,
        reason: 'It is two solids.',
        used_at: now - 91 * DAY_MS,
      },
      {
        geometry: 'asked',
        format: 'step',
        content: Buffer.from('x'),
        reason: null,
        used_at: now - 89 * DAY_MS,
      },
    ])
    .execute()
  await deleteOldModels(shop.shop)
  expect(await db.selectFrom('model_files').select('geometry').execute()).toEqual([{ geometry: 'asked' }])
})
