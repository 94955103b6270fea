import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { test } from './journey.ts'
import { atPath, heading, hydrated, link, main } from './steps.ts'

const SCREW = 'Socket head cap screw M6 × 20, stainless steel, DIN 912'
const PATH = '/part/sc-912-m6-20'

/** Counts the clicks in the page from now on, across loads of the document. */
async function countClicks(page: Page): Promise<() => number> {
  let clicks = 0
  await page.exposeFunction('countClick', () => {
    clicks += 1
  })
  await page.addInitScript(() => {
    const count = Reflect.get(window, 'countClick') as () => void
    // Enter on a link or a button is a click without a button of the mouse.
    addEventListener('click', ({ detail }) => detail > 0 && count(), { capture: true })
  })
  return () => clicks
}

/** Checks that the open page is that of the screw, with the facts that were asked for. */
async function expectScrew(page: Page): Promise<void> {
  await atPath(page, PATH)
  await heading(page, SCREW).waitFor()
  const facts = await main(page).innerText()
  for (const fact of [/Thread\s+M6/, /Length\s+20\s*mm/, /Material\s+Stainless steel A2/])
    expect(facts).toMatch(fact)
}

describe('an M6 socket screw of 20 mm in stainless steel is found from the home page', () => {
  test('by three clicks: the catalogue, the category, the part', async ({ open }) => {
    const { page } = await open()
    const clicks = await countClicks(page)
    await page.goto('/')
    await link(page.getByRole('navigation', { name: 'Main' }), 'Parts').click()
    await main(page)
      .getByRole('link', { name: /^Socket screws/ })
      .click()
    const row = main(page).getByRole('row').filter({ hasText: 'SC-912-M6-20' })
    for (const fact of ['M6', '20', 'A2-70'])
      await row.getByRole('cell', { name: fact, exact: true }).waitFor()
    await row.getByRole('link').click()
    await expectScrew(page)
    await expect.poll(clicks).toBe(3)
  })

  test('by keyboard: the search field, the first suggestion', async ({ open }) => {
    const { page } = await open()
    const clicks = await countClicks(page)
    await page.goto('/')
    await hydrated(page)
    await page.keyboard.press('/')
    await page.keyboard.type('m6x20 socket stainless')
    await page.getByRole('option').filter({ hasText: SCREW }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expectScrew(page)
    expect(clicks()).toBe(0)
  })
})
