import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { ADMIN } from '../support/running-shop.ts'
import { setWidth } from './axe.ts'
import { test } from './journey.ts'
import { createSale } from './sale.ts'
import { main } from './steps.ts'

const WIDTHS = [375, 768, 1280, 1920]

const TIMEOUT_MS = 120_000

/** The visible heads of tables whose text is wider than they are, or has a word that breaks. */
const cutHeads = (page: Page) =>
  main(page)
    .locator('th')
    .evaluateAll((heads) => {
      const linesOf = (range: Range) =>
        new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom)))
      const hasBrokenWord = (head: Element) => {
        const texts = document.createTreeWalker(head, NodeFilter.SHOW_TEXT)
        while (texts.nextNode()) {
          const node = texts.currentNode
          for (const { 0: word, index } of (node.nodeValue ?? '').matchAll(/[^\s/–-]+/g)) {
            const range = document.createRange()
            range.setStart(node, index)
            range.setEnd(node, index + word.length)
            if (linesOf(range).size > 1) return true
          }
        }
        return false
      }
      // Cards hide the row of heads by making it a pixel wide.
      const visible = heads.filter(
        (head) => (head.closest('thead') ?? head).getBoundingClientRect().width > 1,
      )
      // Both widths are rounded.
      return {
        count: visible.length,
        cut: visible
          .filter((head) => head.scrollWidth > head.clientWidth + 1 || hasBrokenWord(head))
          .map((head) => `${head.textContent}: ${head.scrollWidth} in ${head.clientWidth}`),
      }
    })

/** Opens each page, waits for its text, and measures its heads at every width. */
async function expectWholeHeads(page: Page, pages: readonly (readonly [path: string, shown: string])[]) {
  for (const [path, shown] of pages) {
    await page.goto(path)
    await main(page).getByText(shown).first().waitFor()
    let most = 0
    for (const width of WIDTHS) {
      await setWidth(page, width)
      const { count, cut } = await cutHeads(page)
      expect(cut, `${path} at ${width}`).toEqual([])
      most = Math.max(most, count)
    }
    expect(most, path).toBeGreaterThan(2)
  }
}

describe('no head of a table is cut', { timeout: TIMEOUT_MS }, () => {
  test('in the categories, side by side, and on the page of a part', async ({ open, shop }) => {
    const { body: categories } = await shop.call('GET', '/api/category')
    const { page } = await open()
    await expectWholeHeads(page, [
      ...categories.map(({ slug }: { slug: string }) => [`/parts/${slug}`, 'Quantity'] as const),
      ['/compare?sku=SC-912-M6-20&sku=SC-912-M10-60', 'Part number'],
      ['/compare?sku=SC-912-M6-20&sku=BB-608-2RS&sku=OR-3601-117-NBR&sku=GR-15-24', 'Part number'],
      ['/part/hx-933-m8-40', 'From pieces'],
      ['/parts?q=screw', 'Part number'],
    ])
  })

  test('in the lists of a customer and of an admin', async ({ open, shop, admin }) => {
    const { customer, product, order } = await createSale(shop, 0)
    const paid = await shop.order(customer, product, 12_500)
    await shop.pay(customer, paid)
    await shop.call('PUT', `/api/order/${paid._id}`, { body: { status: 'shipped' }, as: admin })
    const asCustomer = await open({ as: customer })
    await expectWholeHeads(asCustomer.page, [
      ['/dashboard/myorders', order.number],
      [`/dashboard/order/${paid._id}`, paid.number],
      [`/dashboard/order/${paid._id}/again`, 'Then'],
    ])
    const { page } = await open({ as: admin })
    await expectWholeHeads(page, [
      ['/dashboard/manageorders', order.number],
      [`/dashboard/order/${paid._id}`, paid.number],
      ['/dashboard/manageproducts?view=sheet', product.sku],
      ['/dashboard/alluser', ADMIN.email],
      ['/dashboard/overview', product.name],
      ['/dashboard/audit', paid.number],
      ['/dashboard/invoices', paid.number],
    ])
  })
})
