import { strToU8, zipSync } from 'fflate'

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships'

/** An Excel workbook of one sheet, from the XML of its rows, with further files in it. */
export const workbook = (rows: string, others: Record<string, Uint8Array> = {}) =>
  workbookOf({ List: rows }, others)

/** An Excel workbook, from the XML of the rows of each sheet, with further files in it. */
export function workbookOf(sheets: Record<string, string>, others: Record<string, Uint8Array> = {}) {
  const named = Object.entries(sheets).map(([name, rows], index) => ({ name, rows, id: index + 1 }))
  const list = named.map(({ name, id }) => `<sheet name="${name}" sheetId="${id}" r:id="rId${id}"/>`)
  const relations = named.map(
    ({ id }) =>
      `<Relationship Id="rId${id}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${id}.xml"/>`,
  )
  const files = named.map(({ rows, id }) => [
    `xl/worksheets/sheet${id}.xml`,
    strToU8(`<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData></worksheet>`),
  ])
  return zipSync({
    'xl/workbook.xml': strToU8(
      `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${list.join('')}</sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': strToU8(
      `<Relationships xmlns="${PACKAGE}">${relations.join('')}</Relationships>`,
    ),
    ...Object.fromEntries(files),
    ...others,
  })
}

/** The cell of a text: `textCell('A1', 'Part')`. */
export const textCell = (at: string, text: string): string =>
  `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`

/** The XML of a row, the number of which is as Excel shows it. */
export const rowOfCells = (row: number, cells: readonly (string | number)[]): string =>
  `<row r="${row}">${cells
    .map((cell, at) => {
      const place = `${String.fromCharCode(65 + at)}${row}`
      return typeof cell === 'number' ? `<c r="${place}"><v>${cell}</v></c>` : textCell(place, cell)
    })
    .join('')}</row>`
