import { expect, test } from 'vitest'
import { FILE_TYPES } from '../states.ts'
import { dispositionOf, keptName } from './file-name.ts'
import { isWholeStep, typeOfFile } from './file-type.ts'

/** An STL file of so many triangles, whose free head begins with a text. */
function binaryStl(triangles: number, head = ''): Buffer {
  const file = Buffer.alloc(84 + 50 * triangles)
  file.write(head)
  file.writeUInt32LE(triangles, 80)
  return file
}

test.each([
  ['STEP', Buffer.from('ISO-10303-21;\nHEADER;'), FILE_TYPES.step],
  ['STEP after blanks', Buffer.from('\uFEFF \r\nISO-10303-21;\nHEADER;'), FILE_TYPES.step],
  ['binary STL', binaryStl(2), FILE_TYPES.stl],
  ['binary STL that begins like a text one', binaryStl(1, 'solid x'), FILE_TYPES.stl],
  ['text STL', Buffer.from('solid nut\r\n  facet normal 0 0 1\r\n'), FILE_TYPES.stl],
  ['text DXF', Buffer.from('  0\r\nSECTION\r\n  2\r\nHEADER'), FILE_TYPES.dxf],
  ['text DXF with a remark', Buffer.from('999\nmade by x\n0\nSECTION\n2\nHEADER'), FILE_TYPES.dxf],
  ['binary DXF', Buffer.from('AutoCAD Binary DXF\r\n\x1a\0x', 'latin1'), FILE_TYPES.dxf],
  ['PDF', Buffer.from('%PDF-1.4'), FILE_TYPES.pdf],
  ['PNG', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), FILE_TYPES.png],
  ['binary STL that is cut off', binaryStl(2).subarray(0, -1), undefined],
  ['the text "solid"', Buffer.from('solid ground'), undefined],
  ['zip', Buffer.from('PK\x03\x04'), undefined],
  ['page', Buffer.from('<html>%PDF-1.4'), undefined],
  ['nothing', Buffer.alloc(0), undefined],
])('%s is known by its bytes', (_what, bytes, type) => {
  expect(typeOfFile(bytes)).toBe(type)
})

test('a STEP file is whole when it has its end', () => {
  expect(isWholeStep(Buffer.from('ISO-10303-21;\nENDSEC;\nEND-ISO-10303-21;\r\n\r\n'))).toBe(true)
  expect(isWholeStep(Buffer.from('ISO-10303-21;\nENDSEC;\n'))).toBe(false)
})

test.each([
  ['../../etc/nut.STP', FILE_TYPES.step, 'nut.STP'],
  ['C:\\parts\\nut.step', FILE_TYPES.step, 'nut.step'],
  ['nut\0\r\n.pdf', FILE_TYPES.pdf, 'nut.pdf'],
  ['setup.exe', FILE_TYPES.pdf, 'setup.exe.pdf'],
  ['nut.step', FILE_TYPES.pdf, 'nut.step.pdf'],
  ['', FILE_TYPES.png, 'file.png'],
  ['a/', FILE_TYPES.dxf, 'file.dxf'],
  [`${'x'.repeat(300)}.pdf`, FILE_TYPES.pdf, `${'x'.repeat(196)}.pdf`],
  [`${'x'.repeat(195)}😀😀.pdf`, FILE_TYPES.pdf, `${'x'.repeat(195)}.pdf`],
  ['\uD800.pdf', FILE_TYPES.pdf, '\uFFFD.pdf'],
  ['nut\u202Efdp\u2028.exe\u2066', FILE_TYPES.pdf, 'nutfdp.exe.pdf'],
])('the name %j is kept as one that ends like its type', (given, type, name) => {
  expect(keptName(given, type)).toBe(name)
})

test('a download has its whole name', () => {
  expect(dispositionOf("a'b*(ü).pdf")).toBe(
    `attachment; filename="a-b----.pdf"; filename*=UTF-8''a%27b%2A%28%C3%BC%29.pdf`,
  )
})
