import { expect } from 'vitest'
import { test } from './journey.ts'
import { button, isFocused, main } from './steps.ts'

for (const javaScriptEnabled of [true, false]) {
  test(`the pages of the parts show their range and link to the next and previous page, ${javaScriptEnabled ? 'with' : 'without'} scripts`, async ({
    open,
  }) => {
    const { page, expectErrors } = await open({ javaScriptEnabled })
    if (!javaScriptEnabled) expectErrors(/^csp GET \/assets\//)
    await page.goto('/parts?sort=name')
    const paging = page.getByRole('navigation', { name: 'Pages of parts' })
    const names = page.getByRole('article').getByRole('heading')
    const previous = paging.getByRole('link', { name: 'Previous parts' })
    const next = paging.getByRole('link', { name: 'Next parts' })
    const listed: string[][] = []
    const ranges = ['1–24', '25–48', '49–60']
    for (const [index, range] of ranges.entries()) {
      await paging.getByText(`${range} of 60 parts`, { exact: true }).waitFor()
      listed.push(await names.allTextContents())
      expect([await previous.count(), await next.count()]).toEqual([index === 0 ? 0 : 1, index === 2 ? 0 : 1])
      if (index < 2) await next.click()
    }
    expect(new Set(listed.flat()).size).toBe(60)
    for (const [index, range] of [...ranges.entries()].reverse().slice(1)) {
      await previous.click()
      await paging.getByText(`${range} of 60 parts`, { exact: true }).waitFor()
      expect(await names.allTextContents()).toEqual(listed[index])
    }
    expect(new URL(page.url()).search).toBe('?sort=name')
  })
}

test('invalid values in the URL show the first page of the list', async ({ open }) => {
  const { page } = await open()
  for (const nonsense of ['page=-1', 'page=1e9', 'page=80', 'page=x&after=y', 'sort=lost&page=']) {
    expect((await page.goto(`/parts?${nonsense}`))?.status(), nonsense).toBe(200)
    await page.getByText('1–24 of 60 parts').first().waitFor()
  }
})

test('"Show more" focuses the first new row', async ({ open, admin }) => {
  const { page } = await open({ as: admin })
  await page.goto('/dashboard/manageproducts')
  const rows = main(page)
    .getByRole('row')
    .filter({ has: button(page, 'Delete') })
  await main(page).getByText('50 of 60 products shown').waitFor()
  await button(main(page), 'Show more').click()
  await main(page).getByText('60 of 60 products shown').waitFor()
  await expect.poll(() => isFocused(rows.nth(50))).toBe(true)
  await button(rows.nth(3), 'Delete').click()
  await button(page.getByRole('dialog'), 'Yes').click()
  await main(page).getByText('59 of 59 products shown').waitFor()
  expect(await isFocused(rows.nth(50))).toBe(false)
})
