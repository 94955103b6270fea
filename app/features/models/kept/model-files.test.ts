import { expect, test } from 'vitest'
import { DAY_MS } from '#kit/time.ts'
import { modelMakers } from '#tests/support/model-makers.ts'
import { createTestApp } from '#tests/support/test-app.ts'
import { findShape } from '../shapes/shapes.ts'
import { createModelFiles, deleteOldModels } from './model-files.ts'

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

test('a drawing is kept by its geometry and what it says, and is made without marks too', async () => {
  await using shop = await createTestApp()
  const models = createModelFiles(shop.shop)
  const washer = findShape('washer')?.model({ inner: 8.4, outer: 16, thickness: 1.6 })
  if (!washer || 'reason' in washer) throw new Error('a washer has a model')
  const { marks: _, ...unmarked } = washer
  const texts = async (order: typeof unmarked): Promise<string[]> => {
    const found = await models.find(order, 'svg')
    const svg = 'content' in found ? found.content.toString('utf8') : found.reason
    return [...svg.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text = '']) => text).sort()
  }
  try {
    expect(await texts(washer)).toEqual(['1.6', 'Ø16', 'Ø8.4'])
    expect(await texts(washer)).toEqual(['1.6', 'Ø16', 'Ø8.4'])
    expect(await texts(unmarked)).toEqual(['1.6', '16', '16'])
    const kept = await shop.shop.db.selectFrom('model_files').select('format').execute()
    expect(kept).toEqual([{ format: 'svg' }, { format: 'svg' }])
  } finally {
    await models.close()
  }
})

test('a model whose process ended three times has none for a day', async () => {
  await using shop = await createTestApp()
  const { db, now } = shop.shop
  const models = createModelFiles(shop.shop)
  const washer = findShape('washer')?.model({ inner: 8.4, outer: 16, thickness: 1.6 })
  if (!washer || 'reason' in washer) throw new Error('a washer has a model')
  const killing = setInterval(() => {
    for (const pid of modelMakers()) process.kill(pid, 'SIGKILL')
  }, 20)
  const answers: unknown[] = []
  for (let attempt = 0; attempt < 3; attempt += 1)
    answers.push(await models.find(washer, 'step').catch((error) => error.code))
  clearInterval(killing)
  const none = { reason: 'Its solid takes too much to make.' }
  expect(answers).toEqual(['unavailable', 'unavailable', none])
  expect(await models.find(washer, 'step')).toEqual(none)
  await deleteOldModels(shop.shop)
  expect(await models.find(washer, 'step')).toEqual(none)
  await deleteOldModels({ db, now: () => now() + 2 * DAY_MS })
  expect(await models.find(washer, 'step')).toHaveProperty('content')
  await models.close()
})
