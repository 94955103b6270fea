import { expect, test } from 'vitest'
import routes, { pages } from '#app/routes.ts'
import { STAFF_PAGES } from '#features/dashboard/admin/admin-entries.tsx'
import { CUSTOMER_ENTRIES, PROFILE } from '#features/dashboard/frame/sidebar.tsx'
import { addressOf, exampleOf, ownPages, publicPages, staffPages, WITHOUT_TEXT } from './support/pages.ts'

const SIGNED_IN = 'features/accounts/pages/signed-in-layout.tsx'
const ADMINS = 'features/dashboard/pages/admin-layout.tsx'

type Route = { readonly file: string; readonly path?: string; readonly children?: readonly Route[] }

/** The pages of the routes, with the layouts around each. */
const placed = (among: readonly Route[], around: readonly string[] = []): [string, readonly string[]][] =>
  among.flatMap(({ file, children }) =>
    children ? placed(children, [...around, file]) : [[file, around] as [string, readonly string[]]],
  )

test('a layout keeps out of each page whom it is not for', () => {
  const layouts = new Map(placed(routes as Route[]))
  expect([...layouts.keys()].sort()).toEqual(pages.map(({ file }) => file).sort())
  const isBehind = (layout: string) => pages.filter(({ file }) => layouts.get(file)?.includes(layout))
  expect(isBehind(ADMINS)).toEqual(staffPages)
  expect(isBehind(SIGNED_IN)).toEqual(
    pages.filter(({ access, isRendered }) => access !== 'everyone' && !isRendered),
  )
})

test('a page for the signed in that visitors get from the server leads them to the sign-in page itself', async () => {
  const rendered = pages.filter(({ isRendered }) => isRendered)
  expect(rendered.length).toBeGreaterThan(0)
  expect(ownPages).toEqual(expect.arrayContaining(rendered))
  for (const { file } of rendered) {
    const { clientMiddleware } = (await import(/* @vite-ignore */ `../app/${file}`)) as {
      clientMiddleware?: readonly { name: string }[]
    }
    expect(
      clientMiddleware?.map(({ name }) => name),
      file,
    ).toEqual(['signedInOnly'])
  }
})

test('every page has an example at an address of its own', () => {
  const addresses = pages.map((page) => addressOf(page))
  expect(new Set(addresses).size).toBe(pages.length)
  expect(pages.map(exampleOf).filter((example) => /[:*]/.test(example))).toEqual([])
  expect([publicPages, ownPages, staffPages].flat()).toHaveLength(pages.length - WITHOUT_TEXT.size)
})

test('the sidebar or a page of it lists every page of staff that is of no single thing', () => {
  const single = staffPages.map(({ path }) => path).filter((path) => !path.includes(':'))
  expect(STAFF_PAGES.map(({ to }) => to).sort()).toEqual(single.sort())
  for (const { to, rights } of STAFF_PAGES)
    expect(staffPages.find(({ path }) => path === to)?.access, to).toEqual(rights)
})

test('the sidebar lists every page of customers in the dashboard that is of no single thing, or one above it', () => {
  const places = CUSTOMER_ENTRIES.map(({ to }) => to)
  const single = ownPages
    .map(({ path }) => path)
    .filter((path) => path.startsWith('/dashboard/') && !path.includes(':'))
  const ofProfile = PROFILE.below ?? []
  const isBelow = (path: string) =>
    [...places, ...ofProfile].some((to) => path === to || path.startsWith(`${to}/`))
  expect(single.filter((path) => !isBelow(path))).toEqual([])
  expect(single).toEqual(expect.arrayContaining(places))
})
