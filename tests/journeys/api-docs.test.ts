import { expect } from 'vitest'
import { axeViolations } from './axe.ts'
import { test } from './journey.ts'

test('the page of the API is read by keyboard and on a phone', async ({ open }) => {
  const { page } = await open({ viewport: { width: 375, height: 700 }, reducedMotion: 'reduce' })
  await page.goto('/api/docs')
  const first = page.getByRole('article').first()
  expect(await first.getByRole('heading').innerText()).toBe('GET /api/rating')
  // The first stop skips the contents.
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip the contents')
  await page.keyboard.press('Enter')
  await expect.poll(() => new URL(page.url()).hash).toBe('#main-calls')

  const contents = page.getByRole('navigation', { name: 'Contents' })
  const orders = contents
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: 'Orders', exact: true }) })
  await orders.locator('summary').focus()
  await page.keyboard.press('Enter')
  const call = orders.getByRole('link', { name: 'POST /api/order', exact: true })
  await call.focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => page.locator('article:target h3').innerText()).toBe('POST /api/order')
  const answers = page.locator('article:target summary').filter({ hasText: 'Answers' })
  await answers.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('PRE')
  expect(await axeViolations(page, [375, 1280])).toEqual([])
  for (const width of [320, 375, 768]) {
    await page.setViewportSize({ width, height: 700 })
    const { clientWidth, scrollWidth } = await page.evaluate(() => document.documentElement)
    expect(scrollWidth, `at ${width}`).toBe(clientWidth)
  }
})
