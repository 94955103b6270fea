import { mkdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Page, Route } from 'playwright-core'
import { pages, type Page as ShopPage } from '#app/routes.ts'
import type { Product } from '#features/catalog/schema.ts'
import { launchBrowser, loaded, openWindow, sessionOf } from '../tests/support/browser.ts'
import type { Person } from '../tests/support/customer.ts'
import { exampleOf, filled, ownPages, publicPages, staffPages } from '../tests/support/pages.ts'
import { ADMIN, emptyStorage, type RunningShop, startShop } from '../tests/support/running-shop.ts'
import { createThings } from '../tests/support/things.ts'
import { readArguments } from './command.ts'
import { print } from './print.ts'
import { installProgramsOrExit } from './programs/install.ts'
import { type Act, STATES } from './screenshots/states.ts'

const OWN_FOLDER = 'screenshots'
const SCHEMES = ['light', 'dark'] as const

const { values, words } = readArguments({
  name: 'screenshots',
  does: 'Takes a screenshot of every page and of some of their states, light and dark, and prints the file names.',
  words: 'only the screens with one of these words in their name',
  options: {
    width: [['375', '768', '1280'], 'only this width; can be repeated'],
    into: [OWN_FOLDER, 'the folder; another one keeps its files'],
  },
})
const widths = values.width.map(Number)
const folder = values.into

/** How long after a page is loaded it shows that calls fail, or are not answered yet. */
const SHOWN_AFTER_MS = 1000

const ANSWERS = {
  failing: (route: Route) => route.fulfill({ status: 500 }),
  loading: () => undefined,
}

/** Admins see these pages otherwise than their customers do. */
const FOR_ADMINS = 'admin-'
const isShared = ({ path }: ShopPage): boolean => /^.dashboard(.order..id)?$/.test(path)

const nameOf = ({ file }: ShopPage): string => basename(file, '.tsx')

/** A page at an address with things in braces, with what is done there, and what its calls are answered. */
interface Screen {
  readonly name: string
  readonly path: string
  readonly acts?: readonly Act[]
  readonly calls?: keyof typeof ANSWERS
}

installProgramsOrExit('chromium')

// Other folders keep their files.
if (folder === OWN_FOLDER) rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
await using resources = new AsyncDisposableStack()
const browser = await launchBrowser()
resources.defer(() => browser.close())

const shop = await openShop('demo')
const admin = await shop.signIn(ADMIN)
const { customer, things } = await createThings(shop, admin)
await fillLists(shop)

const isSingle = ({ path }: ShopPage): boolean => !path.includes(':')
const screensOf = (among: readonly ShopPage[], before = ''): Screen[] =>
  among.map((page) => ({ name: before + nameOf(page), path: exampleOf(page) }))
/** The page whose name a state begins with: of several the longest, since `order` begins `order-details` too. */
function pageOf(state: string): ShopPage {
  const named = pages.filter((page) => state.startsWith(`${nameOf(page)}-`))
  const [page] = named.toSorted((one, other) => nameOf(other).length - nameOf(one).length)
  if (!page) throw new Error(`There is no page with whose name the state ${state} begins.`)
  return page
}
/** The states of the pages; with `FOR_ADMINS` those that admins see otherwise. */
const statesOf = (among: readonly ShopPage[], before = ''): Screen[] =>
  Object.entries(STATES).flatMap(([name, parts]) => {
    const page = pageOf(name.replace(FOR_ADMINS, ''))
    if (name.startsWith(FOR_ADMINS) !== (before === FOR_ADMINS) || !among.includes(page)) return []
    const at = parts.find((part) => typeof part === 'string') ?? ''
    const acts = parts.filter((part) => typeof part !== 'string')
    return [{ name, path: at.startsWith('/') ? at : exampleOf(page) + at, acts }]
  })
/** The pages while their calls fail, and while they are not answered yet. */
const withoutAnswers = (among: readonly ShopPage[]): Screen[] =>
  (['failing', 'loading'] as const).flatMap((calls) =>
    screensOf(among).map((screen) => ({ ...screen, name: `${screen.name}-${calls}`, calls })),
  )
const sandboxMail = { name: 'sandbox-mail', path: '/sandbox/mail' }
await takeAll(shop, [...screensOf(publicPages), ...statesOf(publicPages), sandboxMail])
await takeAll(shop, [...screensOf(ownPages), ...withoutAnswers(ownPages), ...statesOf(ownPages)], customer)
await takeAll(shop, screensOf(ownPages.filter(isSingle), 'new-'), await shop.register())
const shared = ownPages.filter(isShared)
await takeAll(shop, [...screensOf(shared, FOR_ADMINS), ...statesOf(shared, FOR_ADMINS)], admin)
await takeAll(shop, [...screensOf(staffPages), ...withoutAnswers(staffPages), ...statesOf(staffPages)], admin)
const emptyShop = await openShop('none')
const inEmptyShop = screensOf([...publicPages, ...staffPages].filter(isSingle), 'empty-')
await takeAll(emptyShop, inEmptyShop, await emptyShop.signIn(ADMIN))

async function openShop(seed: 'demo' | 'none'): Promise<RunningShop> {
  const storage = resources.use(await emptyStorage())
  return resources.use(await startShop({ storage, seed }))
}

/** Orders of several customers, one of them shipped, and products that are nearly sold out. */
async function fillLists(demo: RunningShop): Promise<void> {
  const products: Product[] = (await demo.call('GET', '/api/product')).body
  for (const product of products.filter(({ price, step }) => price >= 0.05 && step === 1).slice(0, 4)) {
    const buyer = await demo.register({ name: 'Another Customer' })
    const order = await demo.pay(buyer, await demo.order(buyer, product, 250))
    if (product === products[0])
      await demo.call('PUT', `/api/order/${order._id}`, { body: { status: 'shipped' }, as: admin })
  }
  const [pictured, ...others] = products
  if (pictured) {
    const images = [pictured, ...others.slice(0, 3)].map(({ image, name }) => ({ image, alt: name }))
    const body = { revision: pictured.revision, images }
    await demo.call('PUT', `/api/product/${pictured._id}/pictures`, { body, as: admin })
  }
  for (const quantity of [60, 320])
    await demo.addProduct(admin, { name: `Sample part of which ${quantity} are left`, quantity })
}

/** Takes the screenshots as that user sees the screens; without one as a visitor. */
async function takeAll(site: RunningShop, screens: readonly Screen[], user?: Person): Promise<void> {
  const chosen = screens.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)))
  if (chosen.length === 0) return
  const { page, leave } = await openWindow(browser, site.url, {
    reducedMotion: 'reduce',
    ...(user && { storageState: sessionOf(user, site.url) }),
  })
  // Without what the tab keeps of the screen before, such as toasts and unsaved changes.
  await page.addInitScript(() => sessionStorage.clear())
  for (const screen of chosen) await take(page, screen)
  await leave()
}

async function take(page: Page, { name, path, calls, acts = [] }: Screen): Promise<void> {
  if (calls) await page.route(/\/api\/(?!auth|login|admin)/, ANSWERS[calls])
  for (const width of widths) {
    await page.setViewportSize({ width, height: width === 375 ? 800 : 900 })
    await page.goto(filled(path, things))
    await page.evaluate(renderEverything)
    if (calls) await page.waitForTimeout(SHOWN_AFTER_MS)
    else await loaded(page)
    for (const act of acts) await act(page)
    // They may have loaded the page again.
    await page.evaluate(renderEverything)
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme })
      await page.evaluate(loadImages)
      const file = join(folder, `${name}-${width}-${colorScheme}.png`)
      await page.screenshot({ path: file, fullPage: true })
      print(file)
    }
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' })
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
