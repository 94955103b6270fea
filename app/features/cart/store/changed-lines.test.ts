import { expect, test } from 'vitest'
import type { CartLine } from '../lines.ts'
import { changesBetween, joinCarts, rebase, withChanges } from './changed-lines.ts'

/** `{ a: 100 }` as lines. */
const lines = (quantities: Record<string, number>): CartLine[] =>
  Object.entries(quantities).map(([productId, quantity]) => ({ productId, quantity }))

test('changes are what was added, changed and removed, and lead from the one cart to the other', () => {
  const [before, after] = [lines({ a: 1, b: 2, c: 3 }), lines({ a: 1, b: 20, d: 4 })]
  const changes = changesBetween(before, after)
  expect(changes).toEqual({ b: after[1], d: after[2], c: null })
  expect(withChanges(before, changes)).toEqual(after)
  expect(changesBetween(after, after)).toEqual({})
})

test('what changed elsewhere is taken over, and what this page changed stays', () => {
  const before = lines({ a: 1, b: 2, c: 3 })
  const wanted = lines({ c: 3, a: 10, d: 4 })
  expect(rebase(wanted, before, before)).toBe(wanted)
  expect(rebase(wanted, before, lines({ a: 7, b: 2, e: 5 }))).toEqual(lines({ a: 10, e: 5, d: 4 }))
})

test("for a part in both carts the visitor's quantity counts, and what does not fit is left", () => {
  const account = lines({ a: 100, b: 200 })
  expect(joinCarts(account, lines({ b: 300, c: 400 }))).toEqual({
    joined: lines({ a: 100, b: 300, c: 400 }),
    rest: [],
  })
  const full = lines(Object.fromEntries(Array.from({ length: 199 }, (_, index) => [`p${index}`, 1])))
  expect(joinCarts(full, lines({ p7: 5, x: 1, y: 2 }))).toEqual({
    joined: [
      ...full.map((line) => (line.productId === 'p7' ? { ...line, quantity: 5 } : line)),
      ...lines({ x: 1 }),
    ],
    rest: lines({ y: 2 }),
  })
})

test('words of a line are a change, and a visitor without words takes none from the account', () => {
  const [before] = lines({ a: 100 })
  if (!before) throw new Error('There is a line.')
  const after = [{ ...before, note: 'Left' }]
  expect(withChanges([before], changesBetween([before], after))).toEqual(after)
  expect(joinCarts(after, lines({ a: 300 })).joined).toEqual([{ ...before, quantity: 300, note: 'Left' }])
  expect(joinCarts(after, [{ ...before, note: 'Right' }]).joined).toEqual([{ ...before, note: 'Right' }])
})
