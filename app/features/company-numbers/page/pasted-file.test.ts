import { expect, test } from 'vitest'
import { toFile } from './pasted-file.ts'

test.each([
  ['sku,own\nHX-1,A', 'sku,own\nHX-1,A'],
  ['"Own";"SKU";Name\nA;HX-1;Bolt', '"Own";"SKU";Name\nA;HX-1;Bolt'],
  ['HX-1\tA\nHX-2\tB', 'sku\town\nHX-1\tA\nHX-2\tB'],
  ['HX-1;A', 'sku;own\nHX-1;A'],
  ['HX-1,A', 'sku,own\nHX-1,A'],
  ['', 'sku,own\n'],
])('%j is the file %j', (text, file) => {
  expect(toFile(text)).toBe(file)
})
