import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Page } from 'playwright-core'
import type { Product } from '#features/catalog/schema.ts'
import { launchBrowser, openWindow } from '../tests/support/browser.ts'
import type { Person } from '../tests/support/customer.ts'
import { ADMIN, emptyStorage, type RunningShop, startShop } from '../tests/support/running-shop.ts'
import { bringProgramsOrEnd } from './programs/bring.ts'
import {
  adminScreens,
  customerScreens,
  emptyShopScreens,
  newcomerScreens,
  type Scene,
  type Screen,
  visitorScreens,
} from './screenshots/screens.ts'

/**
 * Takes a picture of every screen at three widths, light and dark, into `screenshots/`, and prints their names. Words
 * after the task pick the screens whose names have one of them: `npm run screenshots -- order payment`. `--width 375`
 * takes them at that width alone, `--into FOLDER` adds them to what is there.
 */
const OWN_FOLDER = join(import.meta.dirname, '..', 'screenshots')
const SCHEMES = ['light', 'dark'] as const

const { values, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: {
    width: { type: 'string', multiple: true, default: ['375', '768', '1280'] },
    into: { type: 'string', default: OWN_FOLDER },
  },
})
const widths = values.width.map(Number)
const folder = values.into

bringProgramsOrEnd('chromium')

// Other folders keep their files.
if (folder === OWN_FOLDER) rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
await using resources = new AsyncDisposableStack()
const browser = await launchBrowser()
resources.defer(() => browser.close())

const shop = await openShop('demo')
const customer = await shop.register({ name: 'Sample Customer' })
const scene = await fill(shop, customer)
await walk(shop, visitorScreens)
await walk(shop, customerScreens(scene), customer)
await walk(shop, newcomerScreens, await shop.register({ name: 'Sample Newcomer' }))
await walk(shop, adminScreens, ADMIN)
await walk(await openShop('none'), emptyShopScreens, ADMIN)

async function openShop(seed: 'demo' | 'none'): Promise<RunningShop> {
  const storage = resources.use(await emptyStorage())
  return resources.use(await startShop({ storage, seed }))
}

/** Orders in every state, of several customers, and a customer who has told all about himself. */
async function fill(demo: RunningShop, buyer: Person): Promise<Scene> {
  const admin = await demo.signIn(ADMIN)
  const headers = { Cookie: buyer.cookie, Origin: demo.url }
  const body = {
    name: buyer.name,
    phone: '+1 555 0100',
    designation: 'Buyer',
    address: '1 Sample Street\nSample Town',
  }
  await demo.call('PUT', `/api/user/${encodeURIComponent(buyer.email)}`, { body, headers })
  const products = ((await demo.call('GET', '/api/product')).body as Product[]).filter(
    ({ quantity, price }) => quantity >= 1000 && price >= 0.05,
  )
  const [first, second, third, ...others] = products as [Product, Product, Product, ...Product[]]
  for (const product of others.slice(0, 4)) {
    await demo.order(await demo.register({ name: 'Another Customer' }), product, 250)
  }
  const shipped = await demo.pay(buyer, await demo.order(buyer, first, 1000))
  await demo.call('PUT', `/api/order/${shipped._id}`, { body: { status: 'shipped' }, as: admin })
  const paid = await demo.pay(buyer, await demo.order(buyer, second, 500))
  const [soldOut, nearlySoldOut] = [
    await demo.addProduct(admin, { name: 'Sample part, sold out', quantity: 60, image: first.image }),
    await demo.addProduct(admin, { name: 'Sample part, nearly sold out', quantity: 320, image: first.image }),
  ]
  await demo.addProduct(admin, { name: 'Sample part without a picture' })
  const unpaid = await demo.order(buyer, third, 100)
  return { product: first, soldOut, nearlySoldOut, paid, unpaid }
}

/** Every screen as somebody sees it; nobody in particular is a visitor. */
async function walk(
  site: RunningShop,
  screens: readonly Screen[],
  account?: { email: string; password: string },
): Promise<void> {
  const chosen = screens.filter(
    ({ name }) => wanted.length === 0 || wanted.some((word) => name.includes(word)),
  )
  if (chosen.length === 0) return
  const { page, leave } = await openWindow(browser, site.url, { reducedMotion: 'reduce' })
  if (account) await signIn(page, account)
  for (const screen of chosen) await take(page, screen)
  await leave()
}

async function signIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  await page.waitForURL('**/')
}

async function take(page: Page, { name, path, sign = 'h1', calls, act }: Screen): Promise<void> {
  if (calls) await page.route(calls[0], calls[1])
  for (const width of widths) {
    await page.setViewportSize({ width, height: width === 375 ? 800 : 900 })
    await page.goto(path)
    await page.evaluate(layOutWhole)
    await page.locator(sign).first().waitFor()
    await act?.(page)
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme })
      await page.evaluate(settle)
      const file = `${name}-${width}-${colorScheme}.png`
      await page.screenshot({ path: join(folder, file), fullPage: true })
      process.stdout.write(`${join(folder, file)}\n`)
    }
  }
  if (calls) await page.unroute(calls[0])
}

/** What a page leaves until it comes near the screen, and so would never be there, is on its picture too. */
function layOutWhole(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('* { content-visibility: visible !important }')
  document.adoptedStyleSheets = [sheet]
}

/** Pictures that wait for being scrolled to are on a whole page's picture too. */
async function settle(): Promise<void> {
  for (const image of document.images) image.loading = 'eager'
  await Promise.allSettled(Array.from(document.images, (image) => image.decode()))
  await document.fonts.ready
}
