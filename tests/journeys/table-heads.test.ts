import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { loaded } from '../support/browser.ts'
import { addressOf, leadsOn, ownPages, publicPages, staffPages } from '../support/pages.ts'
import { createThings } from '../support/things.ts'
import { setWidth } from './axe.ts'
import { test } from './journey.ts'
import { main } from './steps.ts'

const WIDTHS = [375, 768, 1280, 1920]

const TIMEOUT_MS = 240_000

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

/** Opens each page, and measures its heads at every width; resolves to the number of pages that have some. */
async function expectWholeHeads(page: Page, paths: readonly string[]): Promise<number> {
  let withHeads = 0
  for (const path of paths) {
    await page.goto(path)
    await loaded(page)
    if ((await main(page).locator('th').count()) === 0) continue
    let most = 0
    for (const width of WIDTHS) {
      await setWidth(page, width)
      const { count, cut } = await cutHeads(page)
      expect(cut, `${path} at ${width}`).toEqual([])
      most = Math.max(most, count)
    }
    if (most > 2) withHeads += 1
  }
  return withHeads
}

describe('no head of a table is cut', { timeout: TIMEOUT_MS }, () => {
  test('in the categories, side by side, and on the page of a part', async ({ open, shop, admin }) => {
    const { body: categories } = await shop.call('GET', '/api/category')
    const { things } = await createThings(shop, admin)
    const { page, expectErrors } = await open()
    expectErrors(/^404 GET \/nowhere$/)
    const paths = [
      ...categories.map(({ slug }: { slug: string }) => `/parts/${slug}`),
      '/compare?sku=SC-912-M6-20&sku=BB-608-2RS&sku=OR-3601-117-NBR&sku=GR-15-24',
      '/parts?q=screw',
      ...publicPages.filter(({ path }) => !leadsOn(path)).map((each) => addressOf(each, things)),
    ]
    expect(await expectWholeHeads(page, paths)).toBeGreaterThan(categories.length)
  })

  test('in the lists of a customer and of an admin', async ({ open, shop, admin }) => {
    const { customer, things } = await createThings(shop, admin)
    const addresses = (among: typeof ownPages) => among.map((each) => addressOf(each, things))
    const asCustomer = await open({ as: customer })
    expect(await expectWholeHeads(asCustomer.page, addresses(ownPages))).toBeGreaterThan(2)
    const { page } = await open({ as: admin })
    const asAdmin = [...addresses(staffPages), '/dashboard/manageproducts?view=sheet']
    expect(await expectWholeHeads(page, asAdmin)).toBeGreaterThan(5)
  })
})
