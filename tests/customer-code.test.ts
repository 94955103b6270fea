import { globSync, readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { CODE_LIST, type CodeList } from '../scripts/list-code.ts'
import { STAFF_FEATURES } from './support/app-imports.ts'

/** A route of the built shop, with the addresses of the files that a browser loads for it. */
interface Route {
  readonly parentId?: string
  readonly module: string
  readonly imports?: readonly string[]
  readonly clientLoaderModule?: string
  readonly clientMiddlewareModule?: string
}

const ADMIN_LAYOUT = 'features/dashboard/pages/admin-layout'

/** Modules of the features of staff and below a folder `admin`, and the packages that only they use. */
const OF_ADMINS = new RegExp(
  `^app/features/(?:(?:${STAFF_FEATURES.join('|')})/|.*/admin/)(?!paths\\.ts$)|/(?:cmdk|@visx|d3-\\w+)/`,
)

let code: CodeList
let entry: Pick<Route, 'module' | 'imports'>
let routes: Readonly<Record<string, Route>>
beforeAll(() => {
  code = JSON.parse(readFileSync(CODE_LIST, 'utf8'))
  const [file = ''] = globSync('build/client/assets/manifest-*.js')
  ;({ entry, routes } = JSON.parse(readFileSync(file, 'utf8').replace(/^[^{]*|;\s*$/g, '')))
})

/** The route and those around it. */
const pathOf = (id: string): readonly string[] => {
  const parent = routes[id]?.parentId
  return parent === undefined ? [id] : [...pathOf(parent), id]
}

const customerRoutes = (): string[] => Object.keys(routes).filter((id) => !pathOf(id).includes(ADMIN_LAYOUT))

/** The files of a page, without those that it loads later. */
function filesOf(id: string): Set<string> {
  const used = [entry, ...pathOf(id).map((each) => routes[each])]
  const addresses = used.flatMap((route) => {
    const { module, imports = [], clientLoaderModule, clientMiddlewareModule } = (route ?? entry) as Route
    return [module, ...imports, clientLoaderModule, clientMiddlewareModule].filter(
      (file) => file !== undefined,
    )
  })
  return new Set(addresses.map((address) => address.slice(1)))
}

const withoutQuery = (module: string): string => module.split('?')[0] ?? module

/** The modules that the pages of customers import, and what those import. */
function modulesOfCustomers(): Set<string> {
  const pages = new Set(customerRoutes().map((id) => `app/${id}.tsx`))
  const found = new Set(Object.keys(code.imports).filter((module) => pages.has(withoutQuery(module))))
  // A set can be extended while it is read.
  for (const module of found) for (const imported of code.imports[module] ?? []) found.add(imported)
  return found
}

const loadedBy = (id: string): string[] =>
  [...filesOf(id)].flatMap((file) => code.files[file] ?? []).map(withoutQuery)

test('no page of customers loads a module of admins', () => {
  const ids = customerRoutes()
  expect(ids.length).toBeGreaterThan(20)
  const shared = new Set([...modulesOfCustomers()].map(withoutQuery))
  for (const id of ids) {
    const loaded = loadedBy(id).filter((module) => module.startsWith('app/features/'))
    expect(loaded.length, id).toBeGreaterThan(0)
    expect(
      loaded.filter((module) => !shared.has(module)),
      `${id}: used by no page of customers`,
    ).toEqual([])
    expect(
      loadedBy(id).filter((module) => OF_ADMINS.test(module)),
      `${id}: only for admins`,
    ).toEqual([])
  }
})

test('the pages of admins do load such modules', () => {
  const overview = loadedBy('features/overview/pages/overview')
  expect(overview.some((module) => OF_ADMINS.test(module) && module.startsWith('node_modules/'))).toBe(true)
})

test('no page loads the code of the 3-D view with it', () => {
  const ofView = /\/three\/|\/models\/viewer\/(model-viewer|model-stage|scene)\./
  expect(
    Object.values(code.files)
      .flat()
      .filter((module) => ofView.test(module)).length,
  ).toBeGreaterThan(3)
  for (const id of Object.keys(routes)) {
    expect(
      loadedBy(id).filter((module) => ofView.test(module)),
      id,
    ).toEqual([])
  }
})

test('no page loads code of the server', () => {
  const ofServer = /node_modules\/(kysely|pg|better-sqlite3|pino)\//
  const modules = Object.values(code.files).flat()
  expect(modules.length).toBeGreaterThan(500)
  expect(modules.filter((module) => ofServer.test(module))).toEqual([])
})

test.each([
  ['features/site/pages/home', 8],
  ['features/browse/pages/category', 13],
  ['features/browse/pages/part', 14],
])('the page %s is in few files: each has headers of its own', (id, most) => {
  expect(filesOf(id).size).toBeGreaterThan(3)
  expect(filesOf(id).size).toBeLessThan(most)
})

test('the checkout loads nothing that only placed orders show', () => {
  const doors = ['app/features/order-page/order-page.ts', 'app/features/orders/shown.ts']
  const shown = doors.flatMap((door) => code.imports[door] ?? [])
  expect(shown.length).toBeGreaterThan(10)
  const ofPlaced = [...shown, 'app/features/orders/left-to-ship.ts']
  expect(loadedBy('features/checkout/pages/checkout').filter((module) => ofPlaced.includes(module))).toEqual(
    [],
  )
})

test('all pages list what they import in one order: it makes the list of pages smaller', () => {
  for (const [id, { imports = [] }] of Object.entries(routes)) {
    const common = entry.imports?.filter((file) => imports.includes(file)) ?? []
    expect(imports.slice(0, common.length), id).toEqual(common)
  }
})
