import { describe, expect, test } from 'vitest'
import { judgeLine } from './line-terms.ts'
import {
  chosenRepair,
  orderableTotalText,
  repairingQuantities,
  repairsText,
  sumUp,
  withQuantity,
} from './repairs.ts'
import type { QuoteLine } from './schema.ts'

const TERMS = {
  minimum: 200,
  step: 100,
  prices: [
    { from: 200, price: 0.1 },
    { from: 1000, price: 0.08 },
  ],
}

/** A line of a part with 1,250 pieces in stock. */
function lineOf(quantity: number | undefined, available = 1250): QuoteLine {
  const part = { sku: 'A-1', productId: 'a', product: 'Sample part', image: '/a.svg', available, ...TERMS }
  const judged = judgeLine({ ...TERMS, quantity: available }, quantity)
  return { given: 'A-1', ...part, ...(quantity !== undefined && { quantity }), ...judged }
}

const UNKNOWN: QuoteLine = {
  given: 'A-2 100',
  quantity: 100,
  problem: 'unknown',
  fixes: [{ sku: 'A-1', name: 'Sample part', image: '/a.svg' }],
}

describe('a line with another quantity', () => {
  test('is judged by the rules of the shop, without what was wrong before', () => {
    expect(withQuantity(lineOf(50), 300)).toEqual(lineOf(300))
    expect(withQuantity(lineOf(300), 50)).toEqual(lineOf(50))
    expect(withQuantity(lineOf(undefined), 900)).toEqual(lineOf(900))
  })

  test('is the same object for the same quantity, so that its row is not rendered again', () => {
    const line = lineOf(300)
    expect(withQuantity(line, 300)).toBe(line)
    expect(withQuantity(line, 400)).toBe(withQuantity(line, 400))
  })

  test('stays unknown', () => {
    expect(withQuantity(UNKNOWN, 300)).toEqual({ ...UNKNOWN, quantity: 300 })
  })
})

const UNCLEAR: QuoteLine = {
  ...lineOf(undefined),
  unclear: ['A-1 2 boxes of 500'],
  fixes: [{ quantity: 1000 }],
}

test.each([
  ['no quantity', lineOf(undefined), [200], undefined],
  ['an unclear quantity', UNCLEAR, [1000], undefined],
  ['an unclear quantity below the minimum', { ...UNCLEAR, fixes: [{ quantity: 36 }] }, [200], undefined],
  [
    'unclear quantities between two steps, above the stock and right',
    { ...UNCLEAR, fixes: [950, 1400, 300].map((quantity) => ({ quantity })) },
    [300, 900, 1000, 1200],
    undefined,
  ],
  ['an unclear quantity without an offer', { ...UNCLEAR, fixes: undefined }, [], undefined],
  ['zero pieces', lineOf(0), [200], undefined],
  ['below the minimum', lineOf(50), [200], 200],
  ['nearer to one step', lineOf(480), [400, 500], 500],
  ['a little above a step', lineOf(1010, 1350), [1000, 1100], 1000],
  ['between two steps', lineOf(1050, 1350), [1000, 1100], undefined],
  ['far from every step', lineOf(450), [400, 500], undefined],
  ['below a step that is not in stock', lineOf(1280), [1200], undefined],
  ['a little above the last step in stock', lineOf(1210), [1200], 1200],
  ['out of stock', lineOf(2000), [1200], undefined],
  ['sold out', lineOf(500, 150), [], undefined],
  ['below the minimum of a part that is sold out', lineOf(50, 150), [], undefined],
  ['an unknown part', UNKNOWN, [], undefined],
  ['a right line', lineOf(300), [], undefined],
])(
  '%s: the quantities that repair it, and the one that repairs it with all others',
  (_name, line, quantities, chosen) => {
    expect([repairingQuantities(line), chosenRepair(line)]).toEqual([quantities, chosen])
  },
)

test('what was repaired is said by kind', () => {
  const repair = (problem: QuoteLine['problem']) => ({ problem })
  expect(repairsText([repair('below_minimum'), repair('off_step'), repair('below_minimum')])).toBe(
    '2 lines raised to the minimum and 1 line set to the nearest step.',
  )
})

test('only a line that can be ordered has a total', () => {
  expect([lineOf(300), lineOf(50), lineOf(undefined), UNKNOWN].map(orderableTotalText)).toEqual([
    '$30.00',
    ...['–', '–', '–'],
  ])
})

test('the total to pay is that of the lines that can be ordered', () => {
  const { wrong, right, rightTotal, repairable, advised } = sumUp([
    lineOf(300),
    lineOf(900),
    lineOf(50),
    lineOf(undefined),
    UNKNOWN,
  ])
  expect(rightTotal).toBe(120)
  expect([right.length, wrong.length, repairable.length]).toEqual([2, 3, 1])
  expect(advised.map(({ quantity }) => quantity)).toEqual([900])
})
