import { expect, test } from 'vitest'
import { createTestShop } from '../../../tests/support/test-shop.ts'
import { afterCommit } from './after-commit.ts'

test('what waits for the commit is done after it, in turn, and never when it is rolled back', async () => {
  await using shop = await createTestShop()
  const done: string[] = []
  const result = await shop.db.transaction().execute(async (trx) => {
    afterCommit(trx, () => done.push('first'))
    afterCommit(trx, () => done.push('second'))
    await trx.selectFrom('orders').select('id').execute()
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
