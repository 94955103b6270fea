import { expect, test } from 'vitest'
import { decodeInParts, decodeText } from './decode-text.ts'

const TEXT = 'HX-933-M8-40;500;Müller\r\nHX-933-M8-50;1 000;½\r\n'

const utf16 = (text: string, isLittle: boolean): Uint8Array => {
  const view = new DataView(new ArrayBuffer(text.length * 2))
  for (const [at, unit] of [...text].entries()) view.setUint16(at * 2, unit.charCodeAt(0), isLittle)
  return new Uint8Array(view.buffer)
}

const latin = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0))

test.each([
  ['UTF-8', new TextEncoder().encode(TEXT)],
  ['UTF-8 with a mark', new TextEncoder().encode(`\ufeff${TEXT}`)],
  ['UTF-16, little-endian', utf16(`\ufeff${TEXT}`, true)],
  ['UTF-16, big-endian', utf16(`\ufeff${TEXT}`, false)],
  ['UTF-16 without a mark', utf16(TEXT, true)],
  ['UTF-16 without a mark, big-endian', utf16(TEXT, false)],
  ['Windows-1252', latin(TEXT)],
])('reads %s', (_name, bytes) => {
  expect(decodeText(bytes)).toEqual({ text: TEXT })
})

test('reads no text from other files', () => {
  expect(decodeText(new Uint8Array())).toEqual({ text: '' })
  expect(decodeText(latin('PK\u0003\u0004\u0014'))).toEqual({ problem: 'spreadsheet' })
  expect(decodeText(latin('\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1'))).toEqual({
    problem: 'spreadsheet',
  })
  expect(decodeText(latin('%PDF-1.7\n'))).toEqual({ problem: 'pdf' })
  expect(decodeText(latin('\u0089PNG\r\n\u001a\n\0\0\0\rIHDR'))).toEqual({ problem: 'binary' })
})

test('other work goes on while a large file is checked, and its parts can be read more than once', async () => {
  const bytes = latin('Müller;'.repeat(50_000))
  let turns = 0
  const found = await decodeInParts(bytes, async () => {
    turns += 1
  })
  expect(turns).toBe(Math.ceil(bytes.length / 65_536) + 1)
  if ('problem' in found) throw new Error(found.problem)
  for (let n = 0; n < 2; n++) expect([...found.parts].join('')).toBe('Müller;'.repeat(50_000))
})
