import type { Browser, Request } from 'playwright-core'
import { CART_PATH } from '#features/cart/paths.ts'
import { launchBrowser, openWindow } from '../../tests/support/browser.ts'
import { emptyStorage } from '../../tests/support/running-shop.ts'
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

/** As it is sent. */
const MAXIMUM_JAVASCRIPT_KB = 130

/** The sizes of the bodies that a first visit to each public page transfers, scrolled to its end. */
export async function benchWeight(): Promise<Figure[]> {
  await using storage = await emptyStorage('')
  await using shop = await startBenchShop({ storage, seed: 'demo' })
  await using browser = await launchBrowser()
  const figures: Figure[] = []
  for (const [name, path] of Object.entries(PAGES)) {
    const bodies = await loadedAt(browser, shop.url, path)
    figures.push(
      atMost(`${name}, JavaScript in all`, sum(sizesOf(bodies, 'script')), MAXIMUM_JAVASCRIPT_KB, 'kB'),
    )
    if (path === '/')
      figures.push(atMost(`${name}, largest image`, Math.max(...sizesOf(bodies, 'image')), 6, 'kB'))
  }
  return figures
}

interface Body {
  readonly type: string
  readonly kB: number
}

async function loadedAt(browser: Browser, origin: string, path: string): Promise<Body[]> {
  const { page, leave } = await openWindow(browser, origin)
  const requests: Request[] = []
  page.on('requestfinished', (request) => requests.push(request))
  const answer = await page.goto(path, { waitUntil: 'networkidle' })
  if (!answer?.ok()) throw new Error(`${path} is answered with ${answer?.status()}`)
  for (let turns = 0; turns < 20; turns += 1) {
    await page.mouse.wheel(0, 500)
    await page.waitForTimeout(50)
  }
  await page.waitForLoadState('networkidle')
  const bodies = await Promise.all(
    requests.map(async (request) => ({
      type: request.resourceType(),
      kB: (await request.sizes()).responseBodySize / 1000,
    })),
  )
  await leave()
  return bodies
}

const sizesOf = (bodies: readonly Body[], type: string): number[] =>
  bodies.filter((body) => body.type === type).map(({ kB }) => kB)

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
