import { expect } from 'vitest'
import { openDatabase } from '#kit/db/db.ts'
import { addToOutbox } from '#kit/outbox/outbox.ts'
import { emptyStorage, startShop } from '../support/running-shop.ts'
import { axeViolations } from './axe.ts'
import { test as base } from './journey.ts'
import { button, main } from './steps.ts'

const RESTORED_AT = Date.parse('2026-11-28T10:00:00Z')

// biome-ignore lint/correctness/noEmptyPattern: the runner reads from the pattern what a fixture needs.
const test = base.extend('shop', { scope: 'file' }, async ({}, { onCleanup }) => {
  const resources = new AsyncDisposableStack()
  onCleanup(() => resources.disposeAsync())
  const storage = resources.use(await emptyStorage())
  {
    await using first = await startShop({ storage, seed: 'demo' })
    await first.stop()
  }
  // As the restore of a backup marks it.
  const { db, close } = openDatabase(storage)
  await db
    .insertInto('restores')
    .values({ restored_at: RESTORED_AT, made_at: null, taken_over_at: null, taken_over_by: null })
    .execute()
  const reason = 'issued after the backup, which was restored'
  await db
    .insertInto('number_gaps')
    .values({ kind: 'invoices', first_number: 11, last_number: 14, restored_at: RESTORED_AT, reason })
    .execute()
  const mail = { payload: { to: 'a@example.com', subject: 'A', html: 'A', text: 'A' } }
  await addToOutbox(db, Date.now(), 'mail', [mail, mail])
  await close()
  return resources.use(await startShop({ storage, seed: 'demo' }))
})

test('an admin reads what a restored shop would do, and says that it is the shop', async ({
  admin,
  open,
}) => {
  const { page } = await open({ as: admin })
  await page.goto('/dashboard/invoices')
  const notice = page
    .getByRole('status')
    .filter({ hasText: 'This shop was restored from a backup and waits' })
  expect(await notice.innerText()).toContain('2 mails that wait are sent.')
  await main(page).getByText('INV-000011 to INV-000014 are not listed: they were issued after').waitFor()
  expect(await axeViolations(page)).toEqual([])
  await button(page, 'This is the shop now').click()
  const dialog = page.getByRole('dialog', { name: 'Is this the shop now?' })
  expect(await dialog.innerText()).toContain('Make sure that no other one runs with this data')
  await dialog.getByRole('button', { name: 'Not yet' }).click()
  await button(page, 'This is the shop now').click()
  await dialog.getByRole('button', { name: 'This is the shop' }).click()
  await notice.waitFor({ state: 'detached' })
  await page.reload()
  await main(page).getByText('INV-000011 to INV-000014').waitFor()
  expect(await notice.count()).toBe(0)
  await page.goto('/dashboard/audit')
  await main(page).getByText('which was restored on 28 November 2026 at 10:00 UTC').waitFor()
})
