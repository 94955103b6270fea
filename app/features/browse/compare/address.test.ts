import { expect, test } from 'vitest'
import { comparePath, readAddress } from './address.ts'

const read = (query: string) => readAddress(new URLSearchParams(query))

test('part numbers keep their sequence; repeated and empty ones are left out', () => {
  expect(read('sku=B&sku=a&sku=&sku=+&sku=b&sku=+A+&sku=C').skus).toEqual(['B', 'a', 'C'])
  expect(read('').skus).toEqual([])
})

test('only the first four part numbers are read', () => {
  expect(read('sku=1&sku=2&sku=3&sku=4')).toMatchObject({ skus: ['1', '2', '3', '4'], isCut: false })
  expect(read('sku=1&sku=2&sku=2&sku=3&sku=4')).toMatchObject({ skus: ['1', '2', '3', '4'], isCut: false })
  expect(read('sku=1&sku=2&sku=3&sku=4&sku=5')).toMatchObject({ skus: ['1', '2', '3', '4'], isCut: true })
})

test('the path of an address has the same content', () => {
  expect(comparePath([])).toBe('/compare')
  expect(comparePath(['A-1', 'B/2'])).toBe('/compare?sku=A-1&sku=B%2F2')
  const path = comparePath(['A'], { quantity: '1,000', onlyDifferences: true })
  expect(read(path.slice(path.indexOf('?')))).toEqual({
    skus: ['A'],
    isCut: false,
    quantity: '1,000',
    onlyDifferences: true,
  })
})
