import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Answer, Person } from '#tests/support/customer.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import type { FileColumn, Reading } from '../schema.ts'
import { fieldNamed } from './field-words.ts'

let app: TestApp
let admin: Person

beforeAll(async () => {
  app = await createTestApp({ RATE_LIMITS: 'sign-in' })
  admin = await app.registerAdmin()
  const attributes = [
    { key: 'length', label: 'Length', unit: 'mm', kind: 'number' },
    { key: 'thread', label: 'Thread', kind: 'text' },
  ]
  await app.call('PUT', '/api/category/screws', { as: admin, body: { name: 'Hex screws', attributes } })
})
afterAll(() => app[Symbol.asyncDispose]())

const CSV = { 'Content-Type': 'text/csv' }

const columnsOf = (text: string): Promise<Answer> =>
  app.call('POST', '/api/import/columns', { body: text, as: admin, headers: CSV })

const fieldsOf = async (text: string): Promise<(string | undefined)[]> =>
  (await columnsOf(text)).body.columns.map(({ field }: FileColumn) => field)

const formOf = (text: string, fields: Record<string, unknown>, name = 'parts.csv'): FormData => {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.append(field, JSON.stringify(value))
  form.append('file', new File([text], name))
  return form
}

const send = (text: string, reading: Partial<Reading>): Promise<Answer> =>
  app.call('POST', '/api/import', { body: formOf(text, { reading }), as: admin })

const rowsOf = async (id: string): Promise<Answer['body'][]> =>
  (await app.call('GET', `/api/import/${id}`, { as: admin })).body.rows

const stored = async () => ({
  imports: await app.shop.db.selectFrom('imports').selectAll().orderBy('id').execute(),
  columns: await app.shop.db.selectFrom('import_columns').selectAll().orderBy('heads').execute(),
  products: await app.shop.db.selectFrom('products').selectAll().orderBy('id').execute(),
})

test.each<[string | undefined, string[]]>([
  [
    'sku',
    ['Part No.', 'Art.-Nr.', 'Artikelnummer', 'Réf.', 'Référence', 'Código', 'Codice articolo', 'Artikelnr'],
  ],
  [
    'name',
    ['Bezeichnung', 'Désignation', 'Denominación', 'Denominazione', 'Omschrijving', 'Nazwa', 'Benämning'],
  ],
  [
    'price',
    ['Unit price', 'VK netto', 'Preis (EUR)', 'Prix HT', 'Precio', 'Prezzo unitario', 'Prijs', 'Cena netto'],
  ],
  ['quantity', ['Stock', 'Lagerbestand', 'Qté en stock', 'Existencias', 'Giacenza', 'Voorraad', 'Ilość']],
  ['category', ['Product group', 'Warengruppe', 'Famille', 'Categoría', 'Grupa']],
  ['origin', ['COO', 'Ursprungsland', "Pays d'origine", 'País de origen']],
  ['customsCode', ['HS code', 'Zolltarifnummer', 'Code douanier', 'TARIC']],
  ['weight', ['Weight (g)', 'Gewicht [g]', 'Poids (g)']],
  ['minimum', ['MOQ', 'Mindestmenge', 'Qté mini']],
  ['image', ['Picture', 'Bilddatei', 'Photo']],
  // What would have to be calculated, or is somebody else's.
  [
    undefined,
    ['Preis je 100', 'Price per 1000', 'Weight (kg)', 'Gewicht', 'EK', 'Supplier part no', 'EAN', 'Foo', ''],
  ],
])('a head means %s', (field, heads) => {
  for (const head of heads) expect([head, fieldNamed(head)]).toEqual([head, field])
})

test('columns are known by their names, by attributes and by their cells', async () => {
  const [one, two] = [await app.addProduct(), await app.addProduct()]
  const { status, body } = await columnsOf(
    `Was;Bezeichnung;VK netto;Length (mm);Gruppe X;Bild X;Sonst\n${one.sku};A;0,05;40;Hex screws;a.PNG;ja\n${two.sku};B;0,06;50;hex screws;b.jpg;nein\n`,
  )
  expect(status).toBe(200)
  expect(body.columns.map(({ field, why }: FileColumn) => [field, why])).toEqual([
    ['sku', 'content'],
    ['name', 'name'],
    ['price', 'name'],
    ['attribute:length', 'name'],
    ['category', 'content'],
    ['image', 'content'],
    [undefined, undefined],
  ])
  expect(body).toMatchObject({ rows: 2, headRow: 1, isOwn: false, knownParts: 2, unknownParts: 0 })
  expect(body.columns[2].samples).toEqual(['0,05', '0,06'])
})

test('categories that the shop does not have are named, where a column is that of categories or can be', async () => {
  const skus = Array.from({ length: 21 }, (_, at) => `N-${at}`)
  const rows = skus.map((sku, at) => `${sku};${at % 2 ? 'Rivets' : 'hex screws'};Kind ${at};Box;${at}`)
  const { body } = await columnsOf(`Artikelnummer;Warengruppe;Art;Form;Zahl\n${rows.join('\n')}\n`)
  const named = body.columns.map(({ newCategories }: FileColumn) => newCategories)
  // Not of part numbers, of more than twenty, nor of numbers.
  expect(named).toEqual([undefined, ['Rivets'], undefined, ['Box'], undefined])
  expect(body.columns.map(({ isNumber }: FileColumn) => isNumber)).toEqual([
    ...[undefined, undefined, undefined, undefined],
    true,
  ])
  const many = Array.from({ length: 60 }, (_, at) => `N-${at};Group ${at}`)
  const cut = await columnsOf(`Artikelnummer;Warengruppe\n${many.join('\n')}\n`)
  expect(cut.body.columns[1]).not.toHaveProperty('newCategories')
})

test('a name that says a number is not believed of a column of words', async () => {
  expect(await fieldsOf('Art. Nr.;Preis\nA;auf Anfrage\nB;auf Anfrage\n')).toEqual(['sku', undefined])
})

test('heads below a title are found, and the rows above are no parts', async () => {
  const one = await app.addProduct()
  const file = `Preisliste 2027;;\n;;\nArtikelnummer;Preis;Bestand\n${one.sku};0,5;7\n`
  const { body } = await columnsOf(file)
  expect([body.headRow, body.rows]).toEqual([3, 1])
  const columns = body.columns.map(({ field }: FileColumn) => field)
  const made = await send(file, { headRow: 3, columns })
  expect(made.body.counts).toEqual({ added: 0, changed: 1, unchanged: 0, wrong: 0 })
  expect((await rowsOf(made.body._id))[0].row).toBe(4)
})

test('a number of two readings is asked, unless other numbers of its column settle it', async () => {
  const asked = await columnsOf('Artikelnummer;Preis\nA;1.234\nB;2\n')
  expect(asked.body.columns[1]).toMatchObject({ twoWays: { text: '1.234', smaller: 1.234, larger: 1234 } })
  const settled = await columnsOf('Artikelnummer;Preis\nA;1.234\nB;2,50\n')
  expect(settled.body.columns[1].twoWays).toBeUndefined()
})

test('what was said of a number of two readings holds; unsaid, its row is wrong', async () => {
  const one = await app.addProduct()
  const file = `Artikelnummer;Preis\n${one.sku};1.234\n`
  const read = async (reading: Partial<Reading>) => {
    const { body } = await send(file, { columns: ['sku', 'price'], ...reading })
    return (await rowsOf(body._id))[0]
  }
  expect((await read({})).errors[0].detail).toContain('can be 1.234 or 1,234')
  const priceOf = (row: Answer['body']) =>
    row.changes.find(({ field }: { field: string }) => field === 'price').to
  expect(priceOf(await read({ marks: { price: '.' } }))).toBe(1.234)
  expect(priceOf(await read({ marks: { price: ',' } }))).toBe(1234)
})

test('what columns meant is remembered for files with the same heads, also for their wrong rows, and forgotten', async () => {
  const one = await app.addProduct()
  const heads = 'Nr X;Geld;Rest'
  expect(await fieldsOf(`${heads}\n${one.sku};1.234;a\n`)).toEqual(['sku', undefined, undefined])
  const reading: Reading = { columns: ['sku', 'price', ''], marks: { price: '.' }, newParts: 'refuse' }
  const { body } = await send(`${heads}\n${one.sku};1.234;a\nNONE;x;b\n`, reading)
  expect(body.counts).toMatchObject({ changed: 1, wrong: 1 })
  const again = await columnsOf(`${heads}\nOTHER;2,5;c\n`)
  expect(again.body.columns.map(({ field, why }: FileColumn) => [field, why])).toEqual([
    ['sku', 'remembered'],
    ['price', 'remembered'],
    ['', 'remembered'],
  ])
  expect(again.body.remembered).toEqual({ marks: { price: '.' }, newParts: 'refuse' })
  const wrong = await app.call('GET', `/api/import/${body._id}/wrong.csv`, { as: admin })
  expect(wrong.body.split('\r\n')[0]).toBe('Nr X,Geld,problem')
  const heldBy = app.shop.db.selectFrom('import_columns').select('heads')
  const before = (await heldBy.execute()).length
  const age = app.shop.db.updateTable('import_columns').set({ used_at: app.shop.now() - 731 * 86_400_000 })
  await age.where('reading', 'like', '%refuse%').execute()
  await app.runJobs('delete old imports')
  expect((await heldBy.execute()).length).toBe(before - 1)
})

test('new parts get what is said for all of them, categories by their names, and prices with the currency of the shop', async () => {
  const { body } = await send('Nr;Name;VK;Art\nNEW-A;New A;$ 0.25;HEX SCREWS\nNEW-B;New B;0.5 USD;screws\n', {
    columns: ['sku', 'name', 'price', 'category'],
    newParts: 'add',
    values: { quantity: '0', description: 'A screw.', image: '/drawings/sample.svg' },
  })
  expect(body.counts).toEqual({ added: 2, changed: 0, unchanged: 0, wrong: 0 })
  expect((await app.call('POST', `/api/import/${body._id}/apply`, { as: admin })).status).toBe(200)
  const added = (await app.call('GET', '/api/part/NEW-B')).body
  expect(added).toMatchObject({ category: 'screws', price: 0.5, quantity: 0, description: 'A screw.' })
  expect((await app.call('GET', '/api/part/NEW-A')).body.price).toBe(0.25)
  const other = await send('Nr;VK\nNEW-A;€ 3\n', { columns: ['sku', 'price'] })
  expect((await rowsOf(other.body._id))[0].errors[0].detail).toBe('"€ 3" is not a number.')
})

test('a file that changes parts says of an unknown number that there is none, and which are near', async () => {
  await app.addProduct({ sku: 'QX-933-M8-40', name: 'QX 40' })
  const file = 'sku,price\nQX-933-M8-4O,1\n'
  const own = await app.call('POST', '/api/import', { body: file, as: admin, headers: CSV })
  const said = await send('Nr,Text,Geld\nQX-933-M8-4O,A part,1\n', {
    columns: ['sku', 'name', 'price'],
    newParts: 'refuse',
  })
  for (const { body } of [own, said]) {
    expect(body.counts).toMatchObject({ added: 0, wrong: 1 })
    expect((await rowsOf(body._id))[0].errors).toEqual([
      { column: 'sku', detail: 'No such part. Near it: QX-933-M8-40.' },
    ])
  }
})

test.each<[string, unknown, string]>([
  ['an unknown meaning', { columns: ['sku', 'colour'] }, '#/columns/1'],
  ['two columns for one field', { columns: ['sku', 'sku'] }, '#/columns/1'],
  ['no part numbers', { columns: ['name', 'price'] }, '#/sku'],
  ['an unknown mark', { columns: ['sku', 'price'], marks: { price: ';' } }, '#/reading/marks/price'],
  ['too many columns', { columns: Array.from({ length: 1001 }, () => '') }, '#/reading/columns'],
  ['more columns than the file has', { columns: ['sku', 'price', 'name'] }, '#/reading'],
  ['no object', 'sku', '#/reading'],
])('a reading with %s is refused, and nothing changes', async (_, reading, pointer) => {
  const before = await stored()
  const refused = await app.call('POST', '/api/import', {
    body: formOf('A,B\nX,1\n', { reading }),
    as: admin,
  })
  expect([refused.status, refused.body.code, refused.body.errors[0].pointer]).toEqual([
    422,
    'invalid',
    pointer,
  ])
  expect(await stored()).toEqual(before)
})

test('reading the columns changes nothing, and is for staff with the right', async () => {
  const before = await stored()
  expect((await columnsOf('sku,price\nA,1\n')).body).toMatchObject({ isOwn: true })
  expect((await columnsOf('')).status).toBe(422)
  expect((await app.call('POST', '/api/import/columns', { body: 'sku\nA', headers: CSV })).status).toBe(401)
  expect(await stored()).toEqual(before)
})

test('an import whose columns were said is compared again as it was said', async () => {
  const one = await app.addProduct()
  const { body } = await send(`Nr;Geld\n${one.sku};1.234\n`, {
    columns: ['sku', 'price'],
    marks: { price: ',' },
  })
  const again = await app.call('POST', `/api/import/${body._id}/compare`, { as: admin })
  expect(again.status).toBe(201)
  expect((await rowsOf(again.body._id))[0].changes).toContainEqual({
    field: 'price',
    from: one.price,
    to: 1234,
  })
})
