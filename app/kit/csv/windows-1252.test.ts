import { expect, test } from 'vitest'
import { encodeWindows1252, inWindows1252 } from './windows-1252.ts'

test('every character of the encoding is written as its byte', () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte).filter(
    (byte) => ![0x81, 0x8d, 0x8f, 0x90, 0x9d].includes(byte),
  )
  const text = new TextDecoder('windows-1252').decode(bytes)
  expect(inWindows1252(text)).toBe(text)
  expect(encodeWindows1252(text)).toEqual(bytes)
})

test.each([
  ['Čapek', 'Capek'],
  ['Łódź', '?ódz'],
  ['Scha\u0308fer', 'Schäfer'],
  ['ﬁn', 'fin'],
  ['東京 🔩 ½', '?? ? ½'],
  ['\ud800', '?'],
  ['a\u0081b', 'a?b'],
])('%j is replaced by %j', (text, replaced) => {
  expect(inWindows1252(text)).toBe(replaced)
})
