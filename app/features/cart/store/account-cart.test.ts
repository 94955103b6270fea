import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { notify } from '#kit/ui/overlay/toaster.tsx'
import { stubStorage } from '#tests/support/browser-storage.ts'
import type { Cart, CartLine } from '../lines.ts'
import { AccountCart } from './account-cart.ts'
import { readVisitorCart, writeVisitorCart } from './visitor-cart.ts'

const EMAIL = 'buyer@shop.example'

const lines = (quantities: Record<string, number>): CartLine[] =>
  Object.entries(quantities).map(([productId, quantity]) => ({ productId, quantity }))

/** The shop, as far as a cart needs it. */
let shop: {
  lines: CartLine[]
  /** Every call so far. */
  calls: string[]
  /** Answers a call instead of the shop; undefined lets the shop answer. */
  intercept(method: string): Promise<Response | undefined>
}
let opened: AccountCart[]
let told: unknown[]
let tokens: ReturnType<typeof stubStorage>
const page = Object.assign(new EventTarget(), { hidden: false })

beforeEach(() => {
  vi.useFakeTimers()
  shop = { lines: [], calls: [], intercept: async () => undefined }
  opened = []
  told = []
  for (const kind of ['error', 'success'] as const)
    vi.spyOn(notify, kind).mockImplementation((text) => String(told.push(text)))
  tokens = stubStorage('localStorage')
  stubStorage('sessionStorage')
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('document', page)
  vi.stubGlobal('fetch', async (_: string, init: { method?: string; body: string; keepalive?: boolean }) => {
    const { method = 'GET', body, keepalive } = init
    shop.calls.push(method)
    // As browsers do.
    if (keepalive && body.length > 65_536) throw new TypeError('Failed to fetch')
    const answer = await shop.intercept(method)
    if (answer) return answer
    if (method === 'PUT') shop.lines = JSON.parse(body).lines
    return Response.json({ lines: shop.lines, totalPrice: 0, orderable: false })
  })
  signIn(EMAIL)
})

afterEach(() => {
  for (const cart of opened) cart.close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function signIn(email: string): void {
  const claims = Buffer.from(JSON.stringify({ email, exp: Date.now() / 1000 + 3600 })).toString('base64url')
  tokens.values.set('accessToken', `head.${claims}.signature`)
}

/** The cart in a tab. */
function openCart() {
  const tab = { shown: { lines: [], state: 'loading' } as Cart }
  const cart = new AccountCart(EMAIL, (next) => {
    tab.shown = next
  })
  opened.push(cart)
  return Object.assign(tab, {
    cart,
    set: (productId: string, quantity: number) =>
      cart.change((now) => [...now.filter((line) => line.productId !== productId), { productId, quantity }]),
  })
}

const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms)

const problem = (status: number, errors?: object[]) =>
  Response.json({ status, code: 'x', detail: `Refused ${status}.`, errors }, { status })

const offline = () => Promise.reject(new TypeError('fetch failed'))

test("the visitor's cart joins at once, for a part in both with its quantity, and is deleted when the shop has it", async () => {
  shop.lines = lines({ a: 100, b: 200 })
  writeVisitorCart(lines({ b: 300, c: 400 }))
  let answer = () => {}
  shop.intercept = (method) =>
    method === 'GET'
      ? Promise.resolve(undefined)
      : new Promise((resolve) => (answer = () => resolve(undefined)))
  const tab = openCart()
  expect(tab.shown).toEqual({ lines: lines({ b: 300, c: 400 }), state: 'loading' })
  await wait(0)
  expect(readVisitorCart()).toEqual(lines({ b: 300, c: 400 }))
  answer()
  await wait(0)
  expect(tab.shown).toEqual({ lines: lines({ a: 100, b: 300, c: 400 }), state: 'ready' })
  expect(shop.lines).toEqual(tab.shown.lines)
  expect(readVisitorCart()).toEqual([])
  expect(shop.calls).toEqual(['GET', 'PUT'])
})

test('nothing is lost when the joining fails: it is tried again, and what is typed meanwhile counts, also after a reload', async () => {
  shop.lines = lines({ a: 100 })
  writeVisitorCart(lines({ b: 300 }))
  shop.intercept = (method) => (method === 'PUT' ? offline() : Promise.resolve(undefined))
  const tab = openCart()
  await wait(0)
  expect(tab.shown).toEqual({ lines: lines({ a: 100, b: 300 }), state: 'failed' })
  expect(told).toEqual([expect.stringContaining('could not be saved')])
  tab.set('b', 500)
  tab.cart.close()
  expect(readVisitorCart()).toEqual(lines({ b: 300 }))
  const reloaded = openCart()
  await wait(0)
  expect(reloaded.shown.lines).toEqual(lines({ a: 100, b: 500 }))
  shop.intercept = async () => undefined
  await wait(5000)
  expect(reloaded.shown).toEqual({ lines: lines({ a: 100, b: 500 }), state: 'ready' })
  expect(shop.lines).toEqual(lines({ a: 100, b: 500 }))
  expect(readVisitorCart()).toEqual([])
  expect(told.at(-1)).toBe('The cart is saved.')
})

test('several changes are saved together; one during a call is saved after it', async () => {
  const tab = openCart()
  await wait(0)
  for (const quantity of [1, 10, 100]) tab.set('a', quantity)
  expect(tab.shown.lines).toEqual(lines({ a: 100 }))
  shop.intercept = async (method) => {
    if (method === 'PUT' && shop.calls.filter((call) => call === 'PUT').length === 1) tab.set('b', 200)
    return undefined
  }
  await wait(300)
  expect(shop.lines).toEqual(lines({ a: 100 }))
  await wait(300)
  expect(shop.lines).toEqual(lines({ a: 100, b: 200 }))
  expect(shop.calls).toEqual(['GET', 'PUT', 'PUT'])
})

test('a change to lines that another device has changed since keeps both', async () => {
  shop.lines = lines({ a: 100, b: 100 })
  const tab = openCart()
  await wait(10_000)
  shop.lines = lines({ b: 700, c: 800 })
  tab.set('d', 400)
  await wait(300)
  expect(shop.lines).toEqual(lines({ b: 700, c: 800, d: 400 }))
  expect(tab.shown.lines).toEqual(shop.lines)
})

test('a change before the lines are known is made to them', async () => {
  shop.lines = lines({ a: 100 })
  const tab = openCart()
  tab.cart.change((now) => {
    const before = now.find(({ productId }) => productId === 'a')?.quantity ?? 0
    return [{ productId: 'a', quantity: before + 50 }]
  })
  expect(tab.shown).toEqual({ lines: lines({ a: 50 }), state: 'loading' })
  await wait(300)
  expect(shop.lines).toEqual(lines({ a: 150 }))
})

test('two tabs join the cart of the visitor once, and each follows the other', async () => {
  vi.useRealTimers()
  writeVisitorCart(lines({ a: 100 }))
  const [one, other] = [openCart(), openCart()]
  await vi.waitFor(() => expect([one.shown.state, other.shown.state]).toEqual(['ready', 'ready']))
  expect(shop.calls.filter((call) => call === 'PUT')).toHaveLength(1)
  other.cart.change(() => lines({ b: 200 }))
  await vi.waitFor(() => expect(one.shown.lines).toEqual(lines({ b: 200 })))
  expect(shop.lines).toEqual(lines({ b: 200 }))
})

// attack: shared-computer
test('when the session has ended, what is not saved is kept for the next sign-in of the same account only', async () => {
  const tab = openCart()
  await wait(0)
  shop.intercept = async () => problem(401)
  tab.set('a', 100)
  await wait(300)
  expect(tokens.values.has('accessToken')).toBe(false)
  expect(told).toEqual(['Refused 401.'])
  tab.cart.close()
  shop.intercept = async () => undefined
  signIn('other@shop.example')
  const shown: Cart[] = []
  opened.push(new AccountCart('other@shop.example', (next) => shown.push(next)))
  await wait(300)
  expect(shown.at(-1)).toEqual({ lines: [], state: 'ready' })
  opened.at(-1)?.close()
  signIn(EMAIL)
  const again = openCart()
  await wait(300)
  expect(again.shown).toEqual({ lines: lines({ a: 100 }), state: 'ready' })
  expect(shop.lines).toEqual(lines({ a: 100 }))
})

test.each(['x', '1', '{}', '{"changes":{"a":"x"},"visitor":{"lines":[],"rest":[]}}'])(
  'unsaved changes that cannot be read, such as %s, are no changes',
  async (stored) => {
    shop.lines = lines({ a: 100 })
    sessionStorage.setItem(`unsaved-cart:${EMAIL}`, stored)
    const tab = openCart()
    await wait(0)
    expect(tab.shown).toEqual({ lines: shop.lines, state: 'ready' })
  },
)

test('lines that the shop does not know are removed, and it is said; the others are saved', async () => {
  writeVisitorCart(lines({ made: 1, a: 100, up: 2 }))
  const pointers = [
    { pointer: '#/lines/0/productId', detail: '' },
    { pointer: '#/lines/2/productId', detail: '' },
  ]
  let refusals = 0
  shop.intercept = async (method) =>
    method === 'PUT' && refusals++ === 0 ? problem(422, pointers) : undefined
  const tab = openCart()
  await wait(300)
  expect(tab.shown).toEqual({ lines: lines({ a: 100 }), state: 'ready' })
  expect(shop.lines).toEqual(lines({ a: 100 }))
  expect(readVisitorCart()).toEqual([])
  expect(told).toEqual([expect.stringContaining('2 parts')])
})

test('what does not fit into one cart stays in the browser, and it is said', async () => {
  shop.lines = lines(Object.fromEntries(Array.from({ length: 199 }, (_, index) => [`p${index}`, 1])))
  writeVisitorCart(lines({ a: 100, b: 200 }))
  openCart()
  await wait(300)
  expect(shop.lines).toHaveLength(200)
  expect(readVisitorCart()).toEqual(lines({ b: 200 }))
  expect(told).toEqual([expect.stringContaining('1 line from before')])
})

test('a cart that the shop refuses is told with its sentence and not sent again until it is changed', async () => {
  const tab = openCart()
  await wait(0)
  shop.intercept = async (method) => (method === 'PUT' ? problem(422) : undefined)
  tab.set('a', 100)
  await wait(100_000)
  expect(tab.shown).toEqual({ lines: lines({ a: 100 }), state: 'failed' })
  expect(told).toEqual(['Refused 422.'])
  expect(shop.calls).toEqual(['GET', 'PUT'])
  shop.intercept = async () => undefined
  tab.set('b', 200)
  await wait(300)
  expect(shop.lines).toEqual(lines({ a: 100, b: 200 }))
})

// attack: shared-computer
test('after the end, or under another session, nothing is shown and nothing is sent', async () => {
  const tab = openCart()
  await wait(0)
  tab.set('a', 100)
  const before = shop.calls.length
  signIn('other@shop.example')
  await wait(1000)
  expect(shop.calls).toHaveLength(before)
  signIn(EMAIL)
  tab.cart.close()
  tab.shown = { lines: [], state: 'ready' }
  await wait(1000)
  await tab.cart.refresh()
  expect(tab.shown.lines).toEqual([])
  expect(shop.calls).toHaveLength(before)
})

test('what is not saved is sent when the page is hidden; a page that becomes visible reads again', async () => {
  const tab = openCart()
  await wait(0)
  tab.set('a', 100)
  page.hidden = true
  page.dispatchEvent(new Event('visibilitychange'))
  await wait(0)
  expect(shop.lines).toEqual(lines({ a: 100 }))
  await wait(10_000)
  shop.lines = lines({ b: 200 })
  page.hidden = false
  page.dispatchEvent(new Event('visibilitychange'))
  await wait(0)
  expect(tab.shown.lines).toEqual(lines({ b: 200 }))
})

test('a cart with so many words that a browser would not send it while the page is left is saved', async () => {
  const tab = openCart()
  await wait(0)
  const long = Array.from({ length: 200 }, (_, at) => ({
    productId: `p${at}`,
    quantity: 100,
    note: 'x'.repeat(300),
  }))
  tab.cart.change(() => long)
  await wait(1000)
  expect([tab.shown.state, shop.lines.length]).toEqual(['ready', 200])
})
