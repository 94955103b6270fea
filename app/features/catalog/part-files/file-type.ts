import { FILE_TYPES, type FileType } from '../states.ts'

const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

const BINARY_DXF = Buffer.from('AutoCAD Binary DXF\r\n\x1a\0', 'latin1')

/** The first group of a file, after remarks. */
const TEXT_DXF = /^\uFEFF?(?:\s*999\r?\n[^\n]*\n)*\s*0\r?\n\s*SECTION\r?\n/

const TEXT_STL = /^\s*solid\b[^\n]*\n\s*facet\s+normal\s/i

const STEP = /^\uFEFF?\s*ISO-10303-21\s*;/

/** So much of a file says which one it is, if it is a text. */
const HEAD_BYTES = 4096

/** The type of a file by its bytes; undefined for one that no part can have. Names and what the sender says do not count. */
export function typeOfFile(bytes: Buffer): FileType | undefined {
  const start = bytes.subarray(0, HEAD_BYTES)
  if (start.indexOf('%PDF-') === 0) return FILE_TYPES.pdf
  if (start.indexOf(PNG) === 0) return FILE_TYPES.png
  // Before the others: the free head of a binary file may begin like a text.
  if (isBinaryStl(bytes)) return FILE_TYPES.stl
  if (start.indexOf(BINARY_DXF) === 0) return FILE_TYPES.dxf
  const head = start.toString('utf8')
  if (STEP.test(head)) return FILE_TYPES.step
  if (TEXT_DXF.test(head)) return FILE_TYPES.dxf
  return TEXT_STL.test(head) ? FILE_TYPES.stl : undefined
}

/** 80 free bytes, the number of triangles, and 50 bytes for each. */
function isBinaryStl(bytes: Buffer): boolean {
  if (bytes.length < 84 + 50) return false
  return bytes.length === 84 + 50 * bytes.readUInt32LE(80)
}

/** Whether a STEP file was not cut off. */
export const isWholeStep = (bytes: Buffer): boolean =>
  /END-ISO-10303-21\s*;/.test(bytes.subarray(-HEAD_BYTES).toString('latin1'))
