import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubStorage } from '#tests/support/browser-storage.ts'

let storage: ReturnType<typeof stubStorage>
let browserWindow: EventTarget
let tabStorage: ReturnType<typeof stubStorage>
let saved: unknown[]

beforeEach(() => {
  storage = stubStorage('localStorage')
  tabStorage = stubStorage('sessionStorage')
  browserWindow = new EventTarget()
  saved = [{ productId: 'a', quantity: 700 }]
  vi.stubGlobal('window', browserWindow)
  vi.stubGlobal('document', new EventTarget())
  vi.stubGlobal('fetch', async (_: string, { body }: { body?: string }) => {
    if (body) saved = JSON.parse(body).lines
    return Response.json({ lines: saved, totalPrice: 0, orderable: false })
  })
})

afterEach(() => {
  vi.unstubAllGlobals()
})

/** The store of a tab: the module has state, so each tab imports it again. */
async function openTab() {
  vi.resetModules()
  const store = await import('./cart-store.ts')
  const { writeAccessToken } = await import('#kit/browser/token-storage.ts')
  return { ...store, writeAccessToken }
}

const token = (): string => {
  const claims = { email: 'buyer@shop.example', exp: Date.now() / 1000 + 3600 }
  return `head.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`
}

test('pieces are added to those in the cart, and what was ordered leaves it unless it was changed meanwhile', async () => {
  const tab = await openTab()
  tab.addToCart('a', 100)
  tab.addToCart('b', 200)
  tab.addToCart('a', 50)
  expect([tab.piecesInCart('a'), tab.piecesInCart('b'), tab.piecesInCart('c')]).toEqual([150, 200, 0])
  tab.clearOrdered([
    { productId: 'a', quantity: 150 },
    { productId: 'b', quantity: 100 },
  ])
  expect([tab.piecesInCart('a'), tab.piecesInCart('b')]).toEqual([0, 200])
})

test('an order of some lines alone has them in the cart, with the words that they had, and leaves out all others', async () => {
  const tab = await openTab()
  const order = await import('./ordered-parts.ts')
  tab.addLines([
    { productId: 'a', quantity: 100, own: 'A-1' },
    { productId: 'b', quantity: 200 },
  ])
  order.leaveOut(['a'])
  const leftOut = () => ['a', 'b', 'c', 'd'].filter((id) => order.isLeftOut(order.orderedParts(), id))
  expect(leftOut()).toEqual(['a'])
  const lines = [
    { productId: 'a', quantity: 700 },
    { productId: 'c', quantity: 300 },
  ]
  expect(order.orderOnly(lines)).toBe(true)
  expect(JSON.parse(storage.values.get('cart') ?? '').lines).toEqual([
    { productId: 'b', quantity: 200 },
    { productId: 'a', quantity: 700, own: 'A-1' },
    { productId: 'c', quantity: 300 },
  ])
  // What is added later is not ordered either.
  expect(leftOut()).toEqual(['b', 'd'])
  order.leaveOutAlso(['c'])
  expect(leftOut()).toEqual(['b', 'c', 'd'])
  // The tab keeps it over a reload.
  vi.resetModules()
  const reloaded = await import('./ordered-parts.ts')
  expect(reloaded.orderedParts()).toEqual({ only: ['a'] })
  reloaded.leaveOut([])
  expect(reloaded.isLeftOut(reloaded.orderedParts(), 'b')).toBe(false)
})

test('of two tabs of a visitor none undoes what the other has added, and each follows', async () => {
  const [one, other] = [await openTab(), await openTab()]
  one.addToCart('a', 100)
  other.addToCart('b', 200)
  expect(one.addToCart('c', 300)).toBe(true)
  browserWindow.dispatchEvent(Object.assign(new Event('storage'), { key: 'cart' }))
  for (const tab of [one, other]) expect(['a', 'b', 'c'].map(tab.piecesInCart)).toEqual([100, 200, 300])
})

test('a full cart refuses another line, and only that', async () => {
  const tab = await openTab()
  tab.changeCart(() => Array.from({ length: 200 }, (_, index) => ({ productId: `p${index}`, quantity: 1 })))
  expect(tab.addToCart('a', 100)).toBe(false)
  expect(tab.piecesInCart('a')).toBe(0)
  expect(tab.addToCart('p7', 100)).toBe(true)
  expect(tab.piecesInCart('p7')).toBe(101)
})

test('at the sign-in the cart joins, with what is added before the code is loaded; at the sign-out nothing of it stays', async () => {
  const tab = await openTab()
  tab.addToCart('v', 300)
  tab.writeAccessToken(token())
  tab.addToCart('a', 50)
  await vi.waitFor(() => expect(tab.piecesInCart('a')).toBe(750), 20_000)
  await vi.waitFor(() => expect(saved).toHaveLength(2), 20_000)
  expect(saved).toEqual([
    { productId: 'a', quantity: 750 },
    { productId: 'v', quantity: 300 },
  ])
  tab.writeAccessToken(null)
  expect(['a', 'v'].map(tab.piecesInCart)).toEqual([0, 0])
  expect([...storage.values.keys()]).toEqual([])
})

test('what was pasted stays when a visitor signs in or the shop ends the session, and goes when the user signs out', async () => {
  const tab = await openTab()
  const { signOutByUser, storeToken } = await import('#features/accounts/browser-session.ts')
  tab.piecesInCart('a')
  tabStorage.values.set('pad', 'A-1 100')
  for (const next of [token(), null, token()]) {
    tab.writeAccessToken(next)
    expect(tabStorage.values.get('pad')).toBe('A-1 100')
  }
  await signOutByUser()
  expect(tabStorage.values.has('pad')).toBe(false)
  // The next visitor's.
  tabStorage.values.set('pad', 'A-2 200')
  storeToken(token())
  expect(tabStorage.values.get('pad')).toBe('A-2 200')
})
