import { parseSync, Visitor } from 'vite'
import { expect, test } from 'vitest'
import { importsOf, placeOf, sourcesIn } from './support/app-imports.ts'
import { readProjectFile } from './support/project.ts'

/** The features that keep the prices of the list or what is agreed: what they read of them is charged and quoted to nobody by them. */
const KEEPERS = ['agreed-prices', 'pricing', 'catalog', 'catalog-import', 'manage-products']

/** The other files of the server that read price breaks or compute with them. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'app/features/documents/parts/data-sheet.ts': 'It draws the product that documents.ts has the prices of.',
  'app/features/offers/records/read-offers.ts':
    'It shows the staff what the list says, beside the prices of the buyer.',
  'app/features/orders/placing/new-order.ts': 'It takes only a product that has the prices of its customer.',
  'app/features/planned-prices/applying/apply-due.ts': 'It puts planned prices on the list.',
  'app/features/planned-prices/plans/list-plans.ts':
    'It compares the list with what is planned for it, for the staff.',
  'app/features/planned-prices/plans/plan-prices.ts': 'It plans what the list will be.',
  'app/features/planned-prices/schema.ts': 'It is the shape of what is planned for the list.',
  'app/features/quote/line-terms.ts':
    'Browser and server judge a line with it by the prices that they give it.',
  'app/features/quote/quote.ts': 'It shows the prices that it asked for.',
  'app/features/sample-trade/placing/lines.ts': 'It reads what the quote answered its customer.',
}

const sources = sourcesIn('app')
const imports = importsOf(sources)

/** The files that run on the server, without those of pages, whose prices are everybody's or the answers of calls. */
function serverFiles(): string[] {
  const targets = Map.groupBy(
    imports.filter(({ isType }) => !isType),
    ({ file }) => file,
  )
  const reached = new Set<string>()
  const visit = (file: string): void => {
    if (reached.has(file) || !sources.includes(file)) return
    reached.add(file)
    for (const { target } of targets.get(file) ?? []) visit(target)
  }
  for (const file of sources) if (file === 'app/app.ts' || /\/worker\.ts$/.test(file)) visit(file)
  return [...reached]
}

/** Whether a file takes `prices` from an object or from its column, or computes with price breaks. */
function readsPrices(file: string): boolean {
  let isRead = imports.some(
    (use) => use.file === file && !use.isType && use.target === 'app/features/pricing/price-line.ts',
  )
  const check = (key: { readonly type: string; readonly name?: unknown }) => {
    if (key.type === 'Identifier' && key.name === 'prices') isRead = true
  }
  new Visitor({
    Literal: ({ value }) => {
      if (value === 'prices') isRead = true
    },
    MemberExpression: ({ property }) => check(property),
    ObjectPattern: ({ properties }) => {
      for (const property of properties) if (property.type === 'Property') check(property.key)
    },
  }).visit(parseSync(file, readProjectFile(file)).program)
  return isRead
}

test('only what keeps the list reads prices by itself: all else on the server asks `pricesFor` for a buyer', () => {
  const files = serverFiles()
  expect(files.length).toBeGreaterThan(300)
  const readers = files.filter((file) => !KEEPERS.includes(placeOf(file)?.feature ?? '') && readsPrices(file))
  expect(readers.sort()).toEqual(Object.keys(EXCEPTIONS))
})

test('only `pricesFor` says that a product has the prices of a buyer', () => {
  expect(sources.filter((file) => /\bas PricedFor\b/.test(readProjectFile(file)))).toEqual([])
})
