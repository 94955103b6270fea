import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import { orderOfLines } from '../support/customer.ts'
import { test } from './journey.ts'
import { main } from './steps.ts'

/** The sizes, standards, part numbers and sums of the page that are on two lines. */
const brokenOf = (page: Page) =>
  page.evaluate(() => {
    const names = /\bM\d+ × \d+|\b(?:DIN|ISO) \d+|\b[A-Z]{2}-\d+-M\d+-\d+|\b\d+ × \d+ × \d+|\$\d[\d,.]*\d/g
    const broken: string[] = []
    for (const element of document.querySelectorAll('main :is(h1, h3, p, td, a, label)')) {
      const texts: { node: Text; from: number }[] = []
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      let text = ''
      while (walker.nextNode()) {
        const node = walker.currentNode as Text
        texts.push({ node, from: text.length })
        text += node.data
      }
      for (const { 0: name, index } of text.matchAll(names)) {
        const last = index + name.length - 1
        const from = texts.findLast((each) => each.from <= index)
        const to = texts.findLast((each) => each.from <= last)
        if (!from || !to) continue
        const range = document.createRange()
        range.setStart(from.node, index - from.from)
        range.setEnd(to.node, last - to.from + 1)
        const tops = [...range.getClientRects()].filter(({ width }) => width > 1).map(({ top }) => top)
        if (Math.max(...tops) - Math.min(...tops) > 9) broken.push(`${name} in ${text.slice(0, 60)}`)
      }
    }
    return broken
  })

test('no line ends within a size, a standard, a part number or a sum, in the lists of admins too', async ({
  open,
  shop,
  admin,
}) => {
  const customer = await shop.register()
  const products: Product[] = (await shop.call('GET', '/api/product?limit=100')).body
  const lines = ['SC-912-M6-20', 'SS-3760-25-40-7', 'TR-976-M10-1000'].map((sku) => {
    const product = products.find((each) => each.sku === sku)
    if (!product) throw new Error(`The samples have no ${sku}.`)
    return { product, quantity: product.minimum * 20 }
  })
  const placed = (await shop.call('POST', '/api/order', { body: orderOfLines(lines), as: customer })).body
  await shop.pay(customer, placed)
  for (const { product } of lines) await shop.order(customer, product)

  const { page } = await open({ as: admin, reducedMotion: 'reduce' })
  const own = (await open({ as: customer, reducedMotion: 'reduce' })).page
  for (const width of [1280, 768, 375]) {
    for (const each of [page, own]) await each.setViewportSize({ width, height: 900 })
    for (const [reader, path] of [
      [page, '/'],
      [page, '/part/sc-912-m6-20'],
      [page, '/parts?q=SC-912-M6-2O'],
      [page, '/dashboard/manageorders'],
      [page, `/dashboard/order/${placed._id}`],
      [page, '/dashboard/manageproducts'],
      [page, '/dashboard/manageproducts?view=sheet'],
      [page, `/dashboard/product/${lines[0]?.product._id}`],
      [own, `/dashboard/order/${placed._id}/again`],
    ] as const) {
      await reader.goto(path)
      await main(reader).getByText('M6 × 20').first().waitFor({ state: 'attached' })
      expect(await brokenOf(reader), `${path} at ${width} pixels`).toEqual([])
    }
  }
})
