import { expect, test } from 'vitest'
import { fileText, sizeText } from '../file-texts.ts'

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1 kB'],
  [1234, '1.2 kB'],
  [9949, '9.9 kB'],
  [9950, '10 kB'],
  [999_499, '999 kB'],
  [999_500, '1 MB'],
  [50_000_000, '50 MB'],
])('%i bytes are %s', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text)
})

test('a file is named by its kind, its type and its size', () => {
  expect(fileText({ kind: 'drawing', type: 'image/vnd.dxf', size: 1_250_000 })).toBe('Drawing, DXF, 1.3 MB')
})
