import { AsyncLocalStorage } from 'node:async_hooks'
import { expect, test } from 'vitest'
import { createTestShop } from '../../../tests/support/test-shop.ts'
import { afterCommit } from './after-commit.ts'

test('callbacks run after the commit in sequence, and never after a rollback', async () => {
  await using shop = await createTestShop()
  const done: string[] = []
  const result = await shop.db.transaction().execute(async (trx) => {
    afterCommit(trx, () => done.push('first'))
    afterCommit(trx, () => done.push('second'))
    await trx.selectFrom('outbox').select('id').execute()
    expect(done).toEqual([])
    return 'its result'
  })
  expect(result).toBe('its result')
  expect(done).toEqual(['first', 'second'])

  const undone = shop.db.transaction().execute(async (trx) => {
    afterCommit(trx, () => done.push('never'))
    throw new Error('undo')
  })
  await expect(undone).rejects.toThrow('undo')
  afterCommit(shop.db, () => done.push('at once'))
  expect(done).toEqual(['first', 'second', 'at once'])
})

test('a callback runs in the context of the call that gives it', async () => {
  await using shop = await createTestShop()
  const caller = new AsyncLocalStorage<string>()
  const done: string[] = []
  const add = (trx: object) => afterCommit(trx, () => done.push(`by ${caller.getStore()}`))
  await caller.run('one', () =>
    shop.db.transaction().execute(async (trx) => {
      add(trx)
      caller.run('another', () => add(trx))
    }),
  )
  expect(done).toEqual(['by one', 'by another'])
})
