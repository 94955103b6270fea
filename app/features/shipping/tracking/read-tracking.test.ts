import { expect, test } from 'vitest'
import type { Order, Shipment } from '#features/orders/schema.ts'
import { readTracking } from './read-tracking.ts'

const order = (number: string, more: Partial<Order> = {}): Order =>
  ({
    _id: `id of ${number}`,
    number,
    status: 'pending',
    payable: 10,
    lines: [{ quantity: 100 }],
    shipments: [],
    ...more,
  }) as unknown as Order

const ONE = order('K7QM-2XTB')
const TWO = order('M3PP-8QAA')
const THREE = order('ABCD-2345')

const sent = (...numbers: string[]): Partial<Order> => ({
  status: 'shipped',
  shipments: numbers.map((tracking) => ({ _id: `parcel ${tracking}`, tracking }) as Shipment),
})

/** What is planned, in words, and what is wrong. */
function read(text: string, orders = [ONE, TWO, THREE]) {
  const { planned, problems, untouched } = readTracking(text, orders)
  return {
    planned: planned.map((each) =>
      [each.order.number, each.shipment?.tracking, each.tracking, each.carrier].filter(Boolean).join(' '),
    ),
    problems,
    untouched: untouched.map(({ number }) => number),
  }
}

const ALL = { planned: ['K7QM-2XTB 1Z1', 'M3PP-8QAA 1Z2', 'ABCD-2345 1Z3'], problems: [], untouched: [] }

test('a column has the sequence of the chosen orders, and has to be as long', () => {
  expect(read('1Z1\n1Z2\r\n\n1Z3\n')).toEqual(ALL)
  expect(read('Tracking\n"1Z1"\n1Z2\n\'1Z3')).toEqual(ALL)
  expect(read('1Z1\n1Z2')).toEqual({
    planned: [],
    problems: [
      '3 orders are chosen, and 2 tracking numbers are pasted. With a column both have to be as many.',
    ],
    untouched: ['K7QM-2XTB', 'M3PP-8QAA', 'ABCD-2345'],
  })
})

test.each([
  'M3PP-8QAA\t1Z2\nabcd2345\t1Z3\nK7QM-2XTB\t1Z1',
  'M3PP-8QAA;1Z2;\nABCD-2345;1Z3;\nK7QM-2XTB;1Z1;',
  'tracking,order,weight\n1Z2,M3PP-8QAA,2\n"1Z3","ABCD-2345",1\n1Z1,k7qm-2xtb,3',
  'M3PP-8QAA 1Z2\nABCD-2345  1Z3\nK7QM-2XTB 1Z1',
])('a table names its orders, in any sequence: %j', (text) => {
  const { planned, ...rest } = read(text)
  expect(planned.sort()).toEqual([...ALL.planned].sort())
  expect(rest).toEqual({ problems: [], untouched: [] })
})

test('a line may have a carrier of its own; an order without a line stays as it is', () => {
  expect(read('K7QM-2XTB,1Z1,UPS\nM3PP-8QAA,"1Z,2",')).toEqual({
    planned: ['K7QM-2XTB 1Z1 UPS', 'M3PP-8QAA 1Z,2'],
    problems: [],
    untouched: ['ABCD-2345'],
  })
})

test('a quotation mark within a cell is a character of it, and nothing is cut off', () => {
  expect(read('K7QM-2XTB,1"2\nM3PP-8QAA,"3,UPS\nABCD-2345,"4"5').planned).toEqual([
    'K7QM-2XTB 1"2',
    'M3PP-8QAA "3 UPS',
    'ABCD-2345 "4"5',
  ])
})

test('a list that is too long is refused, not cut', () => {
  expect(read(`K7QM-2XTB\t1Z1\n${'x'.repeat(100_000)}`)).toMatchObject({
    planned: [],
    problems: ['The list has more than 100,000 characters.'],
  })
})

test('a line that does not say exactly what to do is named and does nothing', () => {
  const orders = [
    ONE,
    order('M3PP-8QAA', { status: undefined as never }),
    order('ABCD-2345', { refundedAmount: 10 }),
    order('EFGH-2345', sent('OLD')),
    order('JKMN-2345', sent('A', 'B')),
    order('PQRS-2345', sent('SAME')),
    order('TUVW-2345'),
  ]
  const lines = [
    'K7QM-2XTB;1',
    'M3PP-8QAA;2',
    'ABCD-2345;3',
    'EFGH-2345;NEW',
    'JKMN-2345;5',
    'PQRS-2345;SAME',
    'TUVW-2345;',
    'WXYZ-2345;8',
    'nonsense;9',
    'K7QM-2XTB;10',
  ]
  expect(read(lines.join('\n'), orders)).toEqual({
    planned: ['EFGH-2345 OLD NEW'],
    problems: [
      'Line 1, K7QM-2XTB: also in line 10',
      'Line 2, M3PP-8QAA: not paid yet',
      'Line 3, ABCD-2345: nothing of it ships any more',
      'Line 5, JKMN-2345: it has several shipments: change their tracking on its page',
      'Line 6, PQRS-2345: it has this tracking number already',
      'Line 7, TUVW-2345: no tracking number',
      'Line 8, WXYZ-2345: not among the chosen orders',
      'Line 9: “nonsense” is not an order number',
      'Line 10, K7QM-2XTB: also in line 1',
    ],
    untouched: [],
  })
  expect(read('number,weight\nK7QM-2XTB,2').problems).toEqual([
    'The first line has to name both columns, “number” and “tracking”, or none.',
  ])
  expect(read(`K7QM-2XTB,${'1'.repeat(65)}`).problems).toEqual([
    'Line 1, K7QM-2XTB: the tracking number has more than 64 characters',
  ])
  expect(read('')).toMatchObject({ planned: [], problems: [] })
})

test('a tracking number of several orders is asked about, also when it is spaced or in another case', () => {
  const sharedIn = (text: string) =>
    readTracking(text, [ONE, TWO, THREE]).shared.map(({ tracking, orders }) => [
      tracking,
      ...orders.map(({ number }) => number),
    ])
  expect(sharedIn('1z 9\n1Z9\n1Z3')).toEqual([['1z 9', 'K7QM-2XTB', 'M3PP-8QAA']])
  expect(sharedIn('M3PP-8QAA;1Z2\nABCD-2345;1Z2')).toEqual([['1Z2', 'M3PP-8QAA', 'ABCD-2345']])
  expect(sharedIn('1Z1\n1Z2\n1Z3')).toEqual([])
})
