import { describe, expect } from 'vitest'
import { loaded } from '../support/browser.ts'
import { setWidth } from './axe.ts'
import { cutHeads } from './heads.ts'
import { test } from './journey.ts'

const WIDTHS = [375, 768, 1280, 1920]

// The heads of the pages in `app/routes.ts` are measured where each is opened: in accessibility.test.ts.
describe('no head of a table is cut', { timeout: 120_000 }, () => {
  test('in the categories, side by side, in a search, and in the sheet of parts', async ({
    open,
    shop,
    admin,
  }) => {
    const { body: categories } = await shop.call('GET', '/api/category')
    const { page } = await open({ as: admin })
    const paths = [
      ...categories.map(({ slug }: { slug: string }) => `/parts/${slug}`),
      '/compare?sku=SC-912-M6-20&sku=BB-608-2RS&sku=OR-3601-117-NBR&sku=GR-15-24',
      '/parts?q=screw',
      '/dashboard/manageproducts?view=sheet',
    ]
    let withHeads = 0
    for (const path of paths) {
      await page.goto(path)
      await loaded(page)
      let most = 0
      for (const width of WIDTHS) {
        await setWidth(page, width)
        const { count, cut } = await cutHeads(page)
        expect(cut, `${path} at ${width}`).toEqual([])
        most = Math.max(most, count)
      }
      if (most > 2) withHeads += 1
    }
    expect(withHeads).toBeGreaterThan(categories.length)
  })
})
