import { afterAll, beforeAll, expect, test } from 'vitest'
import { VISITOR } from '#features/agreed-prices/agreed-prices.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { quoteText } from '../quote.ts'

const HX = 'HX-933-M8-40'
const NH = 'NH-934-M8'

let app: TestApp

beforeAll(async () => {
  app = await createTestApp()
  await app.addProduct({ name: 'Hexagon screw M8 × 40, DIN 933', sku: HX, quantity: 100_000 })
  await app.addProduct({ name: 'Hexagon nut M8, DIN 934', sku: NH, quantity: 100_000 })
})
afterAll(() => app[Symbol.asyncDispose]())

/** What is said of the two parts: "HX 500", or "HX ?" with what the quantity may be. */
async function ask(text: string): Promise<string[]> {
  const { lines } = await quoteText(app.shop.db, VISITOR, text)
  return lines.flatMap(({ sku, quantity, problem, fixes = [] }) => {
    if (problem === 'unknown') return []
    const offers = fixes.flatMap((fix) => ('quantity' in fix ? fix.quantity : []))
    return `${sku?.slice(0, 2)} ${quantity ?? ['?', ...offers].join(' ')}`
  })
}

test.each<[string, string[]]>([
  [`Part number;Stock;Order qty\n${HX};5000;\n${NH};2000;500`, ['HX ?', 'NH 500']],
  [`Pos;Artikel;Menge;Preis\n10;${HX};500;0,12\n20;${NH};1.000;0,05`, ['HX 500', 'NH 1000']],
  [`Artikel;Bestand;Bestellmenge\n${HX};5000;\n${NH};2000;500`, ['HX ?', 'NH 500']],
  [`Réf;Qté;Stock;Prix\n${HX};500;9000;0,12\n${NH};;9000;0,12`, ['HX 500', 'NH ?']],
  [
    `Part No | MOQ | Pack | Qty | Unit price\n${HX} | 100 | 50 | 500 | 0.12\n${NH} | 100 | 50 |  | 0.12`,
    ['HX 500', 'NH ?'],
  ],
  [`| Part No | Stock | Qty |\n|---|---:|---|\n| ${HX} | 9000 | 500 |\n| | 9000 | 500 |`, ['HX 500']],
  [
    `Hello,\n\nplease quote:\nQty (pcs)\tPart number\tAvailable\n500\t${HX}\t7000\n\t${NH}\t200\n\nRegards`,
    ['HX 500', 'NH ?'],
  ],
  [`Our no;Manufacturer part no;Menge [Stk];VE\n4711;${HX};500;100\n4712;${NH};;100`, ['HX 500', 'NH ?']],
  [`Part number   Stock   Order qty\n${HX}   5000   500\n${NH}   200`, ['HX 500', 'NH ? 200']],
  [`Part number Stock Order qty\n${HX} 5000 500\n${NH} 200`, ['HX 500', 'NH ? 200']],
  [`Offer 4711\nPart,Stock,Qty\n${HX},5000,500\n${NH},200,`, ['HX 500', 'NH ?']],
  [`> Part;Stock;Qty\n> ${HX};5000;500`, ['HX 500']],
  [`;Qty;\n${HX};500;9000`, ['HX 500']],
  [`\tPart\tStock\tQty\n\t${HX}\t9000\t500`, ['HX 500']],
  [`Stock No.;Need;On hand\n${HX};500;300`, ['HX 500']],
  [`Part;Menge;Bestellmenge\n${HX};500;300`, ['HX 300']],
  [`Part;Qty ordered;Qty shipped\n${HX};500;300`, ['HX 500']],
  [`Part;Description;Qty\n${HX};replaces ${NH}, 900 pcs;500`, ['HX 500']],
  [`Part;Qty;Description\n${HX};500;2 boxes of 50`, ['HX 500']],
  [`Qty;Part\n50;${NH};`, ['NH 50']],
  // A page break, sums, and another table in the same mail.
  [`Part;Qty\n${HX};500\nTotal;500\nPart;Qty\n${NH};300\nTotal;;5500`, ['HX 500', 'NH 300']],
  [`Part;Qty;Stock\n${HX};500;9\n\nPart;Stock;Qty\n${NH};900;300`, ['HX 500', 'NH 300']],
  [`Part;Stock;Qty\n${HX};900;300\n\nand 500 x ${NH}`, ['HX 300', 'NH 500']],
  // The same row says another quantity below other names.
  [`Part;Qty;Stock\n${HX};500;300\nPart;Stock;Qty\n${HX};500;300`, ['HX 800']],
])('the name of a column decides: %j', async (text, said) => {
  expect(await ask(text)).toEqual(said)
})

test.each<[string, string[]]>([
  // No column is called a quantity.
  [`Artikel;Lagerbestand\n${HX};5000`, ['HX ?']],
  [`Part;Stock;Foo\n${HX};5000;300`, ['HX ? 300']],
  [`Part;Stock;Order\n${HX};5000;300`, ['HX ? 300']],
  [`Part Stock\n${HX} 5000`, ['HX ?']],
  // Several are, or a row does not fit the names.
  [`Part;Qty;Qty\n${HX};500;300\n${NH};;300`, ['HX ? 300 500', 'NH ? 300']],
  [`Part,Stock,Qty\n${HX},5,000,500`, ['HX ? 500 5000500']],
  [`Part;Name;Stock;Qty\n${HX};Screw;black;5000;500`, ['HX ? 500 5000']],
  // Packages are no pieces.
  [`Part;Qty (boxes)\n${HX};5`, ['HX ?']],
  [`Part;Menge in 100 St\n${HX};5`, ['HX ?']],
  [`Part;Qty;Unit\n${HX};500;box`, ['HX ?']],
  [`Our no;Your no;Qty\n${HX};${NH};500`, ['HX ?']],
])('what the names do not decide is a question: %j', async (text, said) => {
  expect(await ask(text)).toEqual(said)
})

test('a list without a quantity in its own column orders nothing', async () => {
  const { body } = await app.call('POST', '/api/quote', {
    body: { text: `Part number;Stock;Order qty\n${HX};5000;\n${NH};2000;500` },
  })
  expect(body).toMatchObject({ orderable: false, lines: [{ problem: 'no_quantity' }, { quantity: 500 }] })
  expect(body.lines).toHaveLength(2)
  expect(body.lines[0].unclear).toBeUndefined()
})

test('an unknown part of a table has the quantity of its column, also one that is described in words', async () => {
  const quoted = async (text: string) => (await quoteText(app.shop.db, VISITOR, text)).lines
  expect(await quoted('Artikel;Bestand;Menge\nXX-99;5000;500')).toMatchObject([
    { sku: 'XX-99', quantity: 500 },
  ])
  expect(await quoted('Bezeichnung;Bestand;Menge\nhexagon nut M8;5000;500')).toMatchObject([
    { described: 'wholly', quantity: 500, fixes: [{ sku: NH }] },
  ])
  expect(await quoted('Bezeichnung;Bestand;Menge\nhexagon nut M8;5000;')).toMatchObject([
    { described: 'wholly' },
  ])
  expect((await quoted('Bezeichnung;Bestand;Menge\nhexagon nut M8;5000;'))[0]?.quantity).toBeUndefined()
})

test('a line break in a cell does not tear its row', async () => {
  expect(await ask(`${HX};"Screw\nblack";500\n${NH};300`)).toEqual(['HX 500', 'NH 300'])
  expect(await ask(`Part\tName\tQty\n${HX}\t"Screw\n${NH}"\t500`)).toEqual(['HX 500'])
  // Without names it names two parts.
  expect(await ask(`${HX};"Screw\nreplaces ${NH}";500`)).toEqual(['HX ?'])
  expect(await ask(`${HX};500;"1/2\n${NH};300`)).toEqual(['HX ? 500', 'NH 300'])
})

test.each([
  ...[
    'DNP',
    'do not populate',
    'excluded from BOM',
    'on hold',
    'in stock',
    'cancelled',
    'not fitted',
    'n/a',
    'obsolete',
  ],
  ...[
    'discontinued',
    'nicht bestücken',
    'nicht bestueckt',
    'storniert',
    'entfällt',
    'auf Lager',
    'annulé',
    'ne pas monter',
  ],
  ...[
    'en stock',
    'Out of stock',
    'non monté',
    'gesperrt',
    'no longer needed',
    'ON-HOLD',
    'superseded',
    'supprimé',
  ],
])('"%s" makes the quantity a question in whatever column', async (word) => {
  for (const line of [
    `${HX};500;${word}`,
    `${HX};500;Screw;M8;${word}`,
    `${word};${HX};500`,
    `${HX};${word};500`,
    `${HX}\t500\t\t${word}`,
    `Part;Qty;Remark\n${HX};500;${word}`,
    `Remark;Part;Stock;Qty\n${word};${HX};9000;500`,
    `${HX} 500 pcs (${word})`,
  ])
    expect([line, await ask(line)]).toEqual([line, ['HX ? 500']])
})

test('a column for parts that are left out makes a question of what is in it', async () => {
  expect(await ask(`Part;Qty;DNP\n${HX};500;x\n${NH};500;no`)).toEqual(['HX ? 500', 'NH 500'])
  expect(await ask(`Part;Qty;Do not populate\n${HX};500;1\n${NH};500;`)).toEqual(['HX ? 500', 'NH 500'])
  expect(await ask(`~~${HX} 500~~\n${NH} 500`)).toEqual(['HX ?', 'NH 500'])
})

test('a part that another line orders too is a question of both sums', async () => {
  expect(await ask(`${HX} 500\n${HX} 300 on hold`)).toEqual(['HX ? 500 800'])
  expect(await ask(`Part;Qty;DNP\n${HX};500;\n${HX};300;yes`)).toEqual(['HX ? 500 800'])
  expect(await ask(`${HX} 500\n${HX} 3 dozen`)).toEqual(['HX ? 536'])
})
