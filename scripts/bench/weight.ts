import type { Browser, Request } from 'playwright-core'
import { CART_PATH } from '#features/cart/paths.ts'
import { openWindow, sessionOf } from '../../tests/support/browser.ts'
import type { Person } from '../../tests/support/customer.ts'
import { CATEGORY_PAGE, inBrowser, PART_PAGE } from './shops.ts'
import { atMost, type Figure } from './table.ts'

const PAGES = {
  'home page': '/',
  'overview of categories': '/parts',
  'category page': CATEGORY_PAGE,
  'part page': PART_PAGE,
  'comparison of parts': '/compare',
  'cart with the pad': CART_PATH,
}

const SIGN_IN_PAGES = { 'page of signing in': '/login', 'page of registering': '/register' }

/** As it is sent; that of the home page includes the headers. */
const MAXIMUM_JAVASCRIPT_KB = 130
const MAXIMUM_FILES = 12
const MAXIMUM_IMAGE_KB = 6

/** With the code of forms. */
const MAXIMUM_SIGN_IN_KB = 142

/** With the code of forms and addresses, which public pages do not load. */
const MAXIMUM_CHECKOUT_KB = 150

/** The sizes of what a first visit to each public page transfers, scrolled to its end, and of the checkout. */
export const benchWeight = (): Promise<Figure[]> =>
  inBrowser(async (shop, browser) => {
    const figures: Figure[] = []
    for (const [name, path] of Object.entries(PAGES)) {
      const { kB, headersKB, files, largestImageKB } = await weigh(browser, shop.url, path)
      const script = (what: string, size: number) =>
        atMost(`${name}, JavaScript in all${what}`, size, MAXIMUM_JAVASCRIPT_KB, 'kB')
      figures.push(script('', kB))
      if (path !== '/') continue
      figures.push(
        script(' with its headers', kB + headersKB),
        atMost(`${name}, files of JavaScript`, files, MAXIMUM_FILES, ''),
        atMost(`${name}, largest image`, largestImageKB, MAXIMUM_IMAGE_KB, 'kB'),
      )
    }
    for (const [name, path] of Object.entries(SIGN_IN_PAGES)) {
      const { kB } = await weigh(browser, shop.url, path)
      figures.push(atMost(`${name}, JavaScript in all`, kB, MAXIMUM_SIGN_IN_KB, 'kB'))
    }
    // That of a customer with a part in the cart and the form of an address open.
    const customer = await shop.register()
    const [part] = (await shop.call('GET', '/api/product')).body
    const lines = [{ productId: part._id, quantity: part.minimum }]
    await shop.call('PUT', '/api/cart', { body: { lines }, as: customer })
    const { kB } = await weigh(browser, shop.url, '/checkout', customer)
    return [...figures, atMost('checkout, JavaScript in all', kB, MAXIMUM_CHECKOUT_KB, 'kB')]
  })

/** What a page and its scripts weigh, in kB. */
async function weigh(browser: Browser, origin: string, path: string, as?: Person) {
  const { page, leave } = await openWindow(browser, origin, as && { storageState: sessionOf(as, origin) })
  const requests: Request[] = []
  page.on('requestfinished', (request) => requests.push(request))
  const answer = await page.goto(path, { waitUntil: 'networkidle' })
  if (!answer?.ok()) throw new Error(`${path} is answered with ${answer?.status()}`)
  for (let turns = 0; turns < 20; turns += 1) {
    await page.mouse.wheel(0, 500)
    await page.waitForTimeout(50)
  }
  await page.waitForLoadState('networkidle')
  const sizesOf = (type: string) =>
    Promise.all(requests.filter((each) => each.resourceType() === type).map((each) => each.sizes()))
  const [scripts, images] = [await sizesOf('script'), await sizesOf('image')]
  await leave()
  return {
    files: scripts.length,
    kB: scripts.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0) / 1000,
    headersKB: scripts.reduce((sum, { responseHeadersSize }) => sum + responseHeadersSize, 0) / 1000,
    largestImageKB: Math.max(...images.map(({ responseBodySize }) => responseBodySize)) / 1000,
  }
}
