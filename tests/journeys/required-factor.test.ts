import { expect } from 'vitest'
import { appCode, secretIn } from '../support/factor.ts'
import { ADMIN, emptyStorage, startShop } from '../support/running-shop.ts'
import { axeViolations } from './axe.ts'
import { test as base } from './journey.ts'
import { button, heading, link, main, pathOf } from './steps.ts'

const test = base
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads from the pattern what a fixture needs.
  .extend('shop', { scope: 'file' }, async ({}, { onCleanup }) => {
    const resources = new AsyncDisposableStack()
    onCleanup(() => resources.disposeAsync())
    const storage = resources.use(await emptyStorage())
    return resources.use(await startShop({ storage, environment: { REQUIRE_SECOND_FACTOR: 'staff' } }))
  })

test('staff who have to have a second factor are led to set one up, and then work on', async ({
  open,
  shop,
}) => {
  const boss = { ...(await shop.signIn(ADMIN)), ...ADMIN }
  const { page } = await open({ as: boss, reducedMotion: 'reduce' })
  await page.goto('/dashboard/overview')
  await page.waitForURL('**/dashboard/security#second-factor')
  await main(page)
    .getByText(/Set up a second factor on Security first/)
    .waitFor()
  expect(await link(page, 'Manage Orders').count()).toBe(0)
  expect(await axeViolations(page)).toEqual([])
  await button(main(page), 'Set up second factor').click()
  await page.getByLabel('Your password').fill(boss.password)
  await page.keyboard.press('Enter')
  const key = await main(page).locator('code').innerText()
  const factor = { secret: secretIn(`otpauth://totp/?secret=${key.replaceAll(' ', '')}`), backupCodes: [] }
  await page.getByLabel('Code', { exact: true }).fill(appCode(factor))
  await button(main(page), 'Turn on').click()
  await button(main(page), 'Done').click()
  await page.goto('/dashboard/overview')
  await heading(page, 'Overview').waitFor()
  expect(pathOf(page)).toBe('/dashboard/overview')
})
