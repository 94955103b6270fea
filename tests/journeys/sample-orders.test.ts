import { expect } from 'vitest'
import { axeViolations } from './axe.ts'
import { test } from './journey.ts'
import { button, heading, main } from './steps.ts'

test('an admin places sample orders from an empty overview, sees them there, and removes them', {
  timeout: 300_000,
}, async ({ open, admin }) => {
  const { page } = await open({ as: admin })
  await page.goto('/dashboard/overview')
  await heading(page, 'Overview').waitFor()
  expect(await axeViolations(page)).toEqual([])
  await button(main(page), 'Place sample orders').dblclick()
  await main(page)
    .getByText(/^Sample orders are being placed: step \d+ of \d+\.$/)
    .waitFor()
  await main(page).getByText('300 sample orders of invented customers').waitFor({ timeout: 240_000 })
  await main(page).getByRole('slider', { name: 'Day of the charts' }).waitFor()
  expect(await axeViolations(page)).toEqual([])

  await button(main(page), 'Remove sample orders').click()
  const question = page.getByRole('dialog', { name: 'Remove 300 sample orders?' })
  await button(question, 'Keep').click()
  await button(main(page), 'Remove sample orders').click()
  await button(question, 'Remove').click()
  await button(main(page), 'Place sample orders').waitFor()
  await main(page).getByText('No paid orders in the last 30 days').waitFor()
})
