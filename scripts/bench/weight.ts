import type { Request } from 'playwright-core'
import { launchBrowser, openWindow } from '../../tests/support/browser.ts'
import { emptyStorage } from '../../tests/support/running-shop.ts'
import { startBenchShop } from './bench-shop.ts'
import { atMost, type Figure } from './table.ts'

/** The sizes of the bodies that a first visit to the home page transfers, scrolled to its end. */
export async function benchWeight(): Promise<Figure[]> {
  await using storage = await emptyStorage('')
  await using shop = await startBenchShop({ storage, seed: 'demo' })
  const browser = await launchBrowser()
  const { page } = await openWindow(browser, shop.url)
  const requests: Request[] = []
  page.on('requestfinished', (request) => requests.push(request))
  await page.goto('/', { waitUntil: 'networkidle' })
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
  await browser.close()
  const of = (type: string) => bodies.filter((body) => body.type === type).map(({ kB }) => kB)
  return [
    atMost('home page, JavaScript in all', sum(of('script')), 120, 'kB'),
    atMost('home page, largest image', Math.max(...of('image')), 6, 'kB'),
  ]
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
