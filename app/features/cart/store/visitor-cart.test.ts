import { beforeEach, expect, test, vi } from 'vitest'
import { stubStorage } from '#tests/support/browser-storage.ts'

/** The module has state, so each test imports it again. */
async function openTab() {
  vi.resetModules()
  return import('./visitor-cart.ts')
}

let storage: ReturnType<typeof stubStorage>

beforeEach(() => {
  storage = stubStorage('localStorage')
})

const lines = [
  { productId: 'a', quantity: 100, own: '4711', note: 'Left' },
  { productId: 'b', quantity: 0 },
]

test('a cart is kept for the next visit; an empty one leaves nothing', async () => {
  const first = await openTab()
  expect(first.readVisitorCart()).toEqual([])
  expect(first.writeVisitorCart(lines)).toBe(true)
  const next = await openTab()
  expect(next.readVisitorCart()).toEqual(lines)
  next.writeVisitorCart([])
  expect(storage.values.size).toBe(0)
})

// attack: stored-cart
test.each([
  ['no JSON', '{'],
  ['null', 'null'],
  ['another type', '"x"'],
  ['another version', JSON.stringify({ version: 2, lines })],
  ['no list', JSON.stringify({ version: 1, lines: { length: 1 } })],
  ['a text of many megabytes', JSON.stringify({ version: 1, lines, more: 'x'.repeat(150_000) })],
])('%s is read as an empty cart, which can be used', async (_, stored) => {
  storage.values.set('cart', stored)
  const tab = await openTab()
  expect(tab.readVisitorCart()).toEqual([])
  expect(tab.writeVisitorCart(lines)).toBe(true)
  expect(tab.readVisitorCart()).toEqual(lines)
})

// attack: stored-cart
test('lines that are none are left out, a part is there once, and more than 200 lines are not read', async () => {
  const faulty = [null, 1, {}, { productId: 1, quantity: 1 }, { productId: 'c', quantity: -1 }]
  const more = [
    { productId: 'd', quantity: 1.5 },
    { productId: 'e', quantity: '1' },
    { productId: 'f', quantity: 1, own: 4711 },
    ...lines,
    ...lines,
  ]
  const put = (stored: unknown) => storage.values.set('cart', JSON.stringify({ version: 1, lines: stored }))
  put([...faulty, ...more])
  const tab = await openTab()
  expect(tab.readVisitorCart()).toEqual(lines)
  put(Array.from({ length: 300 }, (_, index) => ({ productId: `p${index}`, quantity: 1 })))
  expect(tab.readVisitorCart()).toHaveLength(200)
})

test.each(['full', 'forbidden'] as const)(
  'while the storage is %s the cart is kept by the page',
  async (fault) => {
    const tab = await openTab()
    tab.writeVisitorCart([])
    storage.fault = fault
    expect(tab.writeVisitorCart(lines)).toBe(false)
    expect(tab.readVisitorCart()).toEqual(lines)
    storage.fault = undefined
    expect(tab.writeVisitorCart(tab.readVisitorCart())).toBe(true)
    expect((await openTab()).readVisitorCart()).toEqual(lines)
  },
)
