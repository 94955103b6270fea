import { expect } from 'vitest'
import { axeViolations } from './axe.ts'
import { test } from './journey.ts'
import { button, main, toast } from './steps.ts'

test('staff write the words of mails, see the whole mail before they save, and take that back', async ({
  open,
  shop,
  admin,
}) => {
  const browserWindow = await open({ as: admin, reducedMotion: 'reduce' })
  browserWindow.expectErrors(/^422 POST \/api\/mail-words\/preview/)
  const { page } = browserWindow
  await page.goto('/dashboard/texts/mails?mail=paid')
  const frame = page.frameLocator('iframe[title="The mail as HTML"]')
  await frame.getByText('Hello Ada Sample,').waitFor()
  // The styles of the mail are there, though the policy of the page allows none of elements.
  expect(await frame.locator('h1').evaluate((title) => getComputedStyle(title).fontSize)).toBe('22px')
  await main(page).getByLabel('Greeting').fill('Dear {name},')
  await main(page).getByLabel('Closing line or signature').fill('Yours,\n<script>alert(1)</script>')
  await main(page).getByLabel('Paragraph').fill('Thank you for {number}.')
  await frame.getByText('Dear Ada Sample,').waitFor()
  await frame.getByText('Thank you for K7QW-3MXP.').waitFor()
  await frame.getByText('<script>alert(1)</script>').waitFor()
  expect(await axeViolations(page)).toEqual([])
  await main(page).getByLabel('Greeting').fill('Dear {who},')
  await main(page).getByText('{who} stands for nothing here').first().waitFor()
  await main(page).getByLabel('Greeting').fill('Dear {name},')
  await button(main(page), 'Save 3 changes').click()
  await toast(page, 'The words of the mails are saved')
  expect((await shop.call('GET', '/api/mail-words', { as: admin })).body.words.greeting).toBe('Dear {name},')
  await button(page, 'Undo').click()
  await frame.getByText('Hello Ada Sample,').waitFor()
  expect((await shop.call('GET', '/api/mail-words', { as: admin })).body.words).toEqual({ paragraphs: {} })
})
