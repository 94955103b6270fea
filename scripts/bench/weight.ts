import type { Browser, Request } from 'playwright-core'
import { CART_PATH } from '#features/cart/paths.ts'
import { launchBrowser, openWindow, sessionOf } from '../../tests/support/browser.ts'
import { emptyStorage, type RunningShop } from '../../tests/support/running-shop.ts'
import { CATEGORY_PAGE, PART_PAGE } from './pages.ts'
import { startBenchShop } from './shops.ts'
import { atMost, type Figure } from './table.ts'

const PAGES = {
  'home page': '/',
  'overview of categories': '/parts',
  'category page': CATEGORY_PAGE,
  'part page': PART_PAGE,
  'comparison of parts': '/compare',
  'cart with the pad': CART_PATH,
}

/** As it is sent; that of the home page includes the headers. */
const MAXIMUM_JAVASCRIPT_KB = 130
const MAXIMUM_FILES = 12

/** With the code of forms and addresses, which public pages do not load. */
const MAXIMUM_CHECKOUT_KB = 150

/** The sizes of what a first visit to each public page transfers, scrolled to its end, and of the checkout. */
export async function benchWeight(): Promise<Figure[]> {
  await using storage = await emptyStorage('')
  await using shop = await startBenchShop({ storage, seed: 'demo' })
  await using browser = await launchBrowser()
  const figures: Figure[] = []
  for (const [name, path] of Object.entries(PAGES)) {
    const files = await loadedAt(browser, shop.url, path)
    const scripts = files.filter(({ type }) => type === 'script')
    const inAll = (part: 'bodyKB' | 'headersKB') => scripts.reduce((sum, file) => sum + file[part], 0)
    figures.push(atMost(`${name}, JavaScript in all`, inAll('bodyKB'), MAXIMUM_JAVASCRIPT_KB, 'kB'))
    if (path !== '/') continue
    const images = files.filter(({ type }) => type === 'image').map(({ bodyKB }) => bodyKB)
    const withHeaders = inAll('bodyKB') + inAll('headersKB')
    figures.push(
      atMost(`${name}, JavaScript in all with its headers`, withHeaders, MAXIMUM_JAVASCRIPT_KB, 'kB'),
      atMost(`${name}, files of JavaScript`, scripts.length, MAXIMUM_FILES, ''),
      atMost(`${name}, largest image`, Math.max(...images), 6, 'kB'),
    )
  }
  figures.push(await checkoutWeight(shop, browser))
  return figures
}

/** The checkout of a customer with a part in the cart and the form of an address open. */
async function checkoutWeight(shop: RunningShop, browser: Browser): Promise<Figure> {
  const customer = await shop.register()
  const [part] = (await shop.call('GET', '/api/product')).body
  const lines = [{ productId: part._id, quantity: part.minimum }]
  await shop.call('PUT', '/api/cart', { body: { lines }, as: customer })
  const files = await loadedAt(browser, shop.url, '/checkout', sessionOf(customer, shop.url))
  const scripts = files.filter(({ type }) => type === 'script')
  const inAll = scripts.reduce((sum, { bodyKB }) => sum + bodyKB, 0)
  return atMost('checkout, JavaScript in all', inAll, MAXIMUM_CHECKOUT_KB, 'kB')
}

interface LoadedFile {
  readonly type: string
  readonly bodyKB: number
  readonly headersKB: number
}

async function loadedAt(
  browser: Browser,
  origin: string,
  path: string,
  storageState?: ReturnType<typeof sessionOf>,
): Promise<LoadedFile[]> {
  const { page, leave } = await openWindow(browser, origin, storageState && { storageState })
  const requests: Request[] = []
  page.on('requestfinished', (request) => requests.push(request))
  const answer = await page.goto(path, { waitUntil: 'networkidle' })
  if (!answer?.ok()) throw new Error(`${path} is answered with ${answer?.status()}`)
  for (let turns = 0; turns < 20; turns += 1) {
    await page.mouse.wheel(0, 500)
    await page.waitForTimeout(50)
  }
  await page.waitForLoadState('networkidle')
  const files = await Promise.all(
    requests.map(async (request) => {
      const { responseBodySize, responseHeadersSize } = await request.sizes()
      return {
        type: request.resourceType(),
        bodyKB: responseBodySize / 1000,
        headersKB: responseHeadersSize / 1000,
      }
    }),
  )
  await leave()
  return files
}
