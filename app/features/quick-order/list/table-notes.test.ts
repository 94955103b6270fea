import { expect, test } from 'vitest'
import { listLines } from '#features/quote/read-lines.ts'
import { columnsText } from './table-notes.tsx'

const textOf = (head: string) =>
  listLines(`${head}\nHX-1;1;2;3`).flatMap(({ table }) => (table ? columnsText(table) : []))

test.each([
  ['Part number;Stock;Order qty', 'Quantity from the column “Order qty”; not read: “Stock”.'],
  ['Pos;Artikel;Menge;Preis', 'Quantity from the column “Menge”; not read: “Pos” and “Preis”.'],
  ['Part;Qty', 'Quantity from the column “Qty”.'],
  ['Part;Stock', 'No column has the name of a quantity; not read: “Stock”.'],
  ['Part;Qty;Qty open', '“Qty” and “Qty open” may be the quantity.'],
  [
    'Part;Qty;Pos;Min;Pack;Price;Total;Date;Stock',
    'Quantity from the column “Qty”; not read: “Pos”, “Min”, “Pack”, “Price”, “Total”, “Date” and 1 more.',
  ],
])('%s: %s', (head, text) => {
  expect(textOf(head)).toEqual([text])
})
