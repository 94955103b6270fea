import { expect, test } from 'vitest'
import type { OrderLine } from '#features/orders/schema.ts'
import {
  addedText,
  compareLines,
  editedOf,
  isChanged,
  linesOf,
  wantedLines,
  withLine,
  withPart,
} from './edited-lines.ts'

const line = (productId: string, quantity: number): OrderLine => ({
  productId,
  sku: productId.toUpperCase(),
  product: `Part ${productId}`,
  quantity,
  unitPrice: 1,
  lineTotal: quantity,
})

const order = { lines: [line('a', 100), line('b', 200)] }
const edited = order.lines.map(editedOf)

test('the lines as they are change nothing, however the quantity is written', () => {
  expect(isChanged(compareLines(order, edited))).toBe(false)
  expect(isChanged(compareLines(order, withLine(edited, 'b', { text: ' 200 ' })))).toBe(false)
  expect(isChanged(compareLines(order, withLine(edited, 'b', { text: '0.2k' })))).toBe(false)
  expect(isChanged(compareLines(order, withLine(edited, 'b', { text: '300' })))).toBe(true)
  expect(isChanged(compareLines(order, withLine(edited, 'b', { isRemoved: true })))).toBe(true)
})

test('a line that another tab added meanwhile is shown as removed', () => {
  const now = { lines: [...order.lines, line('c', 300)] }
  const compared = compareLines(now, edited)
  expect(compared[2]).toMatchObject({ productId: 'c', isRemoved: true, was: { quantity: 300 } })
  expect(wantedLines(compared).map(({ productId }) => productId)).toEqual(['a', 'b'])
})

test('a part is added with its pieces, else with its minimum, and to the line that has it', () => {
  const part = {
    given: 'c',
    productId: 'c',
    sku: 'C',
    product: 'Part c',
    available: 1000,
    minimum: 150,
    step: 1,
  }
  const quoted = { ...part, prices: [{ from: 150, price: 1 }] }
  expect(withPart(edited, quoted).at(-1)).toMatchObject({ productId: 'c', text: '150' })
  const again = withPart(edited, { ...quoted, productId: 'b', quantity: 50 })
  expect(again.map(({ text }) => text)).toEqual(['100', '250'])
  const removed = withLine(edited, 'b', { isRemoved: true })
  expect(withPart(removed, { ...quoted, productId: 'b', quantity: 150 })[1]).toMatchObject({
    text: '150',
    isRemoved: false,
  })
  expect(withPart(edited, { given: 'x', problem: 'unknown' })).toEqual(edited)
  expect(addedText(edited, quoted)).toBe('C was added.')
  expect(addedText(removed, { ...quoted, sku: 'B', productId: 'b' })).toBe('B was added.')
  const more = { ...quoted, sku: 'B', productId: 'b', quantity: 800 }
  expect(addedText(edited, more)).toBe('B was in the order already: 200 → 1,000.')
})

test.each([undefined, '', {}, [1, null, { productId: 1 }]])('%j is no draft of lines', (kept) => {
  expect(linesOf(kept) ?? []).toEqual([])
})

test('a draft is read as it was written', () => {
  expect(linesOf(edited)).toEqual(edited)
})
