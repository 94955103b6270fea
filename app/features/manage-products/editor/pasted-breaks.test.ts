import { expect, test } from 'vitest'
import { pasteBreaks, readPastedBreaks } from './pasted-breaks.ts'

const LADDER = [
  { from: '1000', price: '0.05' },
  { from: '5000', price: '0.04' },
]

test.each([
  '1000\t0.05\r\n5000\t0.04\r\n',
  '1000;0.05\n5000;0.04',
  '1000 0.05\n5000 0.04',
  '1000:0.05 5000:0.04',
])('the price breaks %j are read', (text) => {
  expect(readPastedBreaks(text)).toEqual(LADDER)
})

test.each(['', '1000', '0.05', '1 000', '1,000', '1000\n5000', '1000\t0.05\tnew'])(
  '%j is pasted as a text, not as price breaks',
  (text) => {
    expect(readPastedBreaks(text)).toBeUndefined()
  },
)

test('pasted price breaks with two readings are read as their columns write the others', () => {
  expect(readPastedBreaks('1.250\t7,35\n2.000\t3,277')).toEqual([
    { from: '1250', price: '7,35' },
    { from: '2000', price: '3.2770' },
  ])
  expect(readPastedBreaks('500\t3,277')).toEqual([{ from: '500', price: '3,277' }])
})

test('pasted price breaks replace those from their place on; one of the minimum is the first', () => {
  const before = [
    { from: '', price: '0.07' },
    { from: '', price: '' },
  ]
  expect(pasteBreaks(before, 1, LADDER, 100)).toEqual([{ from: '', price: '0.07' }, ...LADDER])
  expect(pasteBreaks(before, 1, [{ from: '100', price: '0.06' }, ...LADDER], 100)).toEqual([
    { from: '', price: '0.06' },
    ...LADDER,
  ])
  expect(pasteBreaks(before, 0, LADDER, 100)).toEqual([{ from: '', price: '0.07' }, ...LADDER])
})
