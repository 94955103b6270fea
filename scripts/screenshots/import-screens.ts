import type { Page } from 'playwright-core'
import type { Product } from '#features/catalog/schema.ts'
import { csvLine } from '#kit/csv/csv-line.ts'
import { ADMIN, type RunningShop } from '../../tests/support/running-shop.ts'
import { press, type Screen } from './screen.ts'

/** The ids of imports: ready with every kind of row, ready and outdated, applied, and undone. */
interface Imports {
  readonly ready: string
  readonly outdated: string
  readonly applied: string
  readonly undone: string
}

export async function fillImports(shop: RunningShop): Promise<Imports> {
  const as = await shop.signIn(ADMIN)
  const headers = { 'Content-Type': 'text/csv' }
  const products = (await shop.call('GET', '/api/product?limit=40')).body as Product[]
  const upload = async (name: string, lines: readonly string[]): Promise<string> =>
    (await shop.call('POST', `/api/import?name=${name}`, { body: lines.join('\n'), as, headers })).body._id
  const priced = (factor: number) =>
    products.map(({ sku, price, quantity }) => `${sku},${(price * factor).toFixed(4)},${quantity + 500}`)
  const undone = await upload('prices-2026-week-45.csv', ['sku,price,quantity', ...priced(1.02)])
  await shop.call('POST', `/api/import/${undone}/apply`, { as })
  await shop.call('POST', `/api/import/${undone}/undo`, { as })
  const applied = await upload('prices-2026-week-46.csv', ['sku,price,quantity', ...priced(1)])
  await shop.call('POST', `/api/import/${applied}/apply`, { as })
  const outdated = await upload('prices-2026-week-48.csv', ['sku,price,quantity', ...priced(1.1)])
  const first = products[0] as Product
  const body = { change: 5, reason: 'Found when counting.' }
  await shop.call('POST', `/api/product/${first._id}/stock`, { body, as })
  const factors = [0.9, 1, 1.2]
  const mixed = products.map(({ sku, price, name, quantity }, row) => {
    const renamed = row % 7 === 3 ? `${name}, improved` : name
    const shown = row % 9 === 4 ? 'about one' : (price * (factors[row % factors.length] ?? 1)).toFixed(4)
    return csvLine([sku, shown, renamed, quantity]).trim()
  })
  const added = 'NEW-1,0.5,New part,100'
  const ready = await upload('prices-2026-week-47.csv', ['sku,price,name,quantity', added, ...mixed])
  return { ready, outdated, applied, undone }
}

const CSV = { name: 'prices.csv', mimeType: 'text/csv' }

const choose = (text: string) => (page: Page) =>
  page.getByLabel('Choose a file').setInputFiles({ ...CSV, buffer: Buffer.from(text) })

export const importScreens = ({ ready, outdated, applied, undone }: Imports): readonly Screen[] => [
  { name: 'imports', path: '/dashboard/import', ready: 'table' },
  {
    name: 'imports-reading',
    path: '/dashboard/import',
    loading: '**/api/import?name=*',
    act: choose('sku\nA'),
  },
  { name: 'imports-refused', path: '/dashboard/import', act: choose('sku,colour\nA,red') },
  { name: 'imports-failing', path: '/dashboard/import', failing: '**/api/import?limit=*' },
  { name: 'import', path: `/dashboard/import/${ready}`, ready: 'td' },
  { name: 'import-wrong', path: `/dashboard/import/${ready}?kind=wrong`, ready: 'td' },
  { name: 'import-filtered', path: `/dashboard/import/${ready}?kind=prices_rise`, ready: 'td' },
  { name: 'import-left-out', path: `/dashboard/import/${ready}`, ready: 'td', act: press(/^Leave out/) },
  { name: 'import-conflict', path: `/dashboard/import/${outdated}`, ready: 'td', act: press(/^Apply/) },
  { name: 'import-applied', path: `/dashboard/import/${applied}`, ready: 'td' },
  { name: 'import-undone', path: `/dashboard/import/${undone}`, ready: 'td' },
  { name: 'import-loading', path: `/dashboard/import/${ready}`, ready: 'main', loading: '**/api/import/*' },
  { name: 'import-unknown', path: '/dashboard/import/unknown' },
]

export const firstImportScreens: readonly Screen[] = [{ name: 'imports-none', path: '/dashboard/import' }]
