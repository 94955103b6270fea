import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import type { Product } from '#features/catalog/schema.ts'
import type { Order } from '#features/orders/orders.ts'
import { launchBrowser, openWindow, sessionOf } from '../tests/support/browser.ts'
import { orderOfLines, type Person } from '../tests/support/customer.ts'
import { LYON, ZURICH } from '../tests/support/delivery-shop.ts'
import { ADMIN, emptyStorage, type RunningShop, startShop } from '../tests/support/running-shop.ts'
import { readArguments } from './command.ts'
import { print } from './print.ts'
import { installProgramsOrExit } from './programs/install.ts'
import { cartScreens } from './screenshots/cart-screens.ts'
import { customerDeskScreens } from './screenshots/desk-screens.ts'
import { fillImports, firstImportScreens, importScreens } from './screenshots/import-screens.ts'
import { invoiceScreens, managedPaperScreens, paperScreens } from './screenshots/invoice-screens.ts'
import { linkPanelScreens, linkScreens } from './screenshots/link-screens.ts'
import { addressScreens, managedOrderScreens, orderScreens } from './screenshots/order-screens.ts'
import { overviewScreens } from './screenshots/overview-screens.ts'
import { productScreens } from './screenshots/product-screens.ts'
import type { Scene, Screen } from './screenshots/screen.ts'
import {
  adminScreens,
  customerScreens,
  emptyShopScreens,
  newcomerScreens,
  visitorScreens,
} from './screenshots/screens.ts'
import { sellerScreens } from './screenshots/seller-screens.ts'
import { settingsScreens } from './screenshots/settings-screens.ts'

const OWN_FOLDER = 'screenshots'
const SCHEMES = ['light', 'dark'] as const

const { values, words } = readArguments({
  name: 'screenshots',
  does: 'Takes a screenshot of every screen, light and dark, and prints the file names.',
  words: 'only the screens with one of these words in their name',
  options: {
    width: [['375', '768', '1280'], 'only this width; can be repeated'],
    into: [OWN_FOLDER, 'the folder; another one keeps its files'],
  },
})
const widths = values.width.map(Number)
const folder = values.into

installProgramsOrExit('chromium')

// Other folders keep their files.
if (folder === OWN_FOLDER) rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
await using resources = new AsyncDisposableStack()
const browser = await launchBrowser()
resources.defer(() => browser.close())

const shop = await openShop('demo')
const customer = await shop.register({ name: 'Sample Customer' })
const scene = await fill(shop, customer)
await takeAll(shop, [...visitorScreens, ...cartScreens])
await takeAll(shop, linkScreens(scene))
await takeAll(shop, customerScreens(scene), customer)
await takeAll(shop, orderScreens(scene), customer)
await takeAll(shop, paperScreens(scene), customer)
await takeAll(shop, linkPanelScreens(scene), customer)
await takeAll(shop, addressScreens(scene), await registerWithAddresses(shop))
await takeAll(shop, newcomerScreens, await shop.register({ name: 'Sample Newcomer' }))
await takeAll(shop, [...adminScreens, ...sellerScreens, ...settingsScreens, ...overviewScreens], ADMIN)
await takeAll(shop, invoiceScreens, ADMIN)
await takeAll(shop, [...managedOrderScreens(scene), ...managedPaperScreens(scene)], ADMIN)
await takeAll(shop, customerDeskScreens(scene), ADMIN)
await takeAll(shop, productScreens(scene), ADMIN)
await takeAll(shop, importScreens(await fillImports(shop)), ADMIN)
await takeAll(await openShop('none'), [...emptyShopScreens, ...firstImportScreens], ADMIN)

async function openShop(seed: 'demo' | 'none'): Promise<RunningShop> {
  const storage = resources.use(await emptyStorage())
  return resources.use(await startShop({ storage, seed }))
}

/** Creates orders in every state by several customers, and completes the profile of `buyer`. */
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
  const products = (await demo.call('GET', '/api/product')).body as Product[]
  const [first, second, third, ...others] = products.filter(
    ({ quantity, price, step }) => quantity >= 1000 && price >= 0.05 && step === 1,
  ) as [Product, Product, Product, ...Product[]]
  for (const product of others.slice(0, 4)) {
    await demo.order(await demo.register({ name: 'Another Customer' }), product, 250)
  }
  const shipped = await demo.pay(buyer, await demo.order(buyer, first, 1000))
  await demo.call('PUT', `/api/order/${shipped._id}`, { body: { status: 'shipped' }, as: admin })
  const paid = await demo.pay(buyer, await demo.order(buyer, second, 500))
  const view = { name: 'To ship, of a month', filter: { status: 'pending', days: 30 } }
  await demo.call('POST', '/api/order-views', { body: view, as: admin })
  const [soldOut, nearlySoldOut] = [
    await demo.addProduct(admin, { name: 'Sample part, sold out', quantity: 60, image: first.image }),
    await demo.addProduct(admin, { name: 'Sample part, nearly sold out', quantity: 320, image: first.image }),
  ]
  await demo.addProduct(admin, { name: 'Sample part without a picture' })
  const unpaid = await demo.order(buyer, third, 100)
  await addFiles(demo, admin, first)
  const inSteps = products.find(({ step }) => step > 1) ?? first
  const links = await createLinks(demo, [first, inSteps, second])
  const cancelled = await demo.order(buyer, second, 200)
  await demo.call('DELETE', `/api/myorder/${cancelled._id}`, { as: buyer })
  // Last, so that the lists begin with it.
  const several = await orderSeveral(demo, buyer, [first, inSteps, second])
  return { product: first, inSteps, soldOut, nearlySoldOut, shipped, paid, unpaid, cancelled, several, links }
}

/** A certificate and a drawing with a long title. */
async function addFiles(demo: RunningShop, admin: Person, product: Product): Promise<void> {
  const title = 'Drawing with all dimensions and tolerances of the head, the shank and the thread'
  for (const fields of [
    { kind: 'certificate', title: 'Inspection certificate 3.1' },
    { kind: 'drawing', title },
  ]) {
    const body = new FormData()
    body.append('file', new File(['%PDF-1.7', ' '.repeat(1_200_000)], 'sample.pdf'))
    for (const [name, value] of Object.entries(fields)) body.append(name, value)
    await demo.call('POST', `/api/product/${product._id}/file`, { as: admin, body })
  }
}

/** A customer with two addresses of the address book. */
async function registerWithAddresses(demo: RunningShop): Promise<Person> {
  const person = await demo.register({ name: 'Marie Sample' })
  for (const body of [
    {
      label: 'Warehouse',
      street: '2 Congress Avenue',
      city: 'Austin',
      region: 'TX',
      postcode: '78701',
      country: 'US',
    },
    {
      company: 'Atelier Sample',
      street: '1 rue de la République',
      postcode: '69001',
      city: 'Lyon',
      country: 'FR',
    },
  ])
    await demo.call('POST', '/api/address', {
      body: { name: person.name, phone: '+1 555 0142', ...body },
      as: person,
    })
  return person
}

/** The payment links of another customer's orders. */
async function createLinks(
  demo: RunningShop,
  products: readonly [Product, Product, Product],
): Promise<Scene['links']> {
  const engineer = await demo.register({ name: 'Sample Engineer' })
  const [product] = products
  const paid = await demo.order(engineer, product)
  const link = (order: Order): Promise<string> => demo.createLink(engineer, order)
  const links = {
    one: await link(await demo.order(engineer, product, 500)),
    several: await link(await orderSeveral(demo, engineer, products)),
    paid: await link(paid),
  }
  await demo.pay(engineer, paid)
  return links
}

/** An order of a thousand pieces of each product, which goes to Lyon and is billed to Zurich. */
async function orderSeveral(demo: RunningShop, buyer: Person, products: readonly Product[]): Promise<Order> {
  const lines = products.map((product) => ({ product, quantity: 1000 }))
  const { phone: _, address: __, ...order } = orderOfLines(lines)
  const terms = { deliverTo: LYON, billTo: ZURICH, delivery: 'express' }
  const body = { ...order, ...terms, poNumber: 'PO-4711', note: 'Deliver to gate 2.' }
  const answer = await demo.call('POST', '/api/order', { body, as: buyer })
  if (answer.status !== 201) throw new Error(`ordering failed: ${JSON.stringify(answer.body)}`)
  return answer.body
}

/** Takes the screenshots as the user with that account sees the screens; without an account as a visitor. */
async function takeAll(
  site: RunningShop,
  screens: readonly Screen[],
  account?: { email: string; password: string },
): Promise<void> {
  const chosen = screens.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)))
  if (chosen.length === 0) return
  const { page, leave } = await openWindow(browser, site.url, {
    reducedMotion: 'reduce',
    ...(account && { storageState: sessionOf(await site.signIn(account), site.url) }),
  })
  // Without what the tab keeps of the screen before, such as toasts and unsaved changes.
  await page.addInitScript(() => sessionStorage.clear())
  for (const screen of chosen) await take(page, screen)
  await leave()
}

async function take(page: Page, screen: Screen): Promise<void> {
  const { name, path, failing, loading, act } = screen
  const { ready = failing ? '[role=alert]:visible' : 'h1', intercepted = interceptedBy(failing, loading) } =
    screen
  if (intercepted) await page.route(intercepted[0], intercepted[1])
  for (const width of widths) {
    await page.setViewportSize({ width, height: width === 375 ? 800 : 900 })
    await page.goto(path)
    await page.evaluate(renderEverything)
    await page.locator(ready).first().waitFor()
    await act?.(page)
    // The act may have loaded the page again.
    await page.evaluate(renderEverything)
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme })
      await page.evaluate(loadImages)
      const file = `${name}-${width}-${colorScheme}.png`
      await page.screenshot({ path: join(folder, file), fullPage: true })
      print(join(folder, file))
    }
  }
  if (intercepted) await page.unroute(intercepted[0])
}

function interceptedBy(failing?: string, loading?: string): Screen['intercepted'] {
  if (failing) return [failing, (route) => route.fulfill({ status: 500 })]
  return loading ? [loading, () => undefined] : undefined
}

/** Renders content that the page would render only near the viewport. */
function renderEverything(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('* { content-visibility: visible !important }')
  document.adoptedStyleSheets = [sheet]
}

/** Loads the lazy images too, and waits for images and fonts. */
async function loadImages(): Promise<void> {
  for (const image of document.images) image.loading = 'eager'
  await Promise.allSettled(Array.from(document.images, (image) => image.decode()))
  await document.fonts.ready
}
