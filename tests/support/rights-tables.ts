import { pages } from '#app/routes.ts'
import { RIGHTS } from '#features/accounts/rights.ts'
import { createTestApp } from './test-app.ts'

const listed = (rights: readonly string[]): string =>
  rights.length === RIGHTS.length ? 'any of staff' : rights.join(' or ')

/** The calls of the staff with the right that each wants, for docs/security.md. */
export async function callRightsTable(): Promise<string[][]> {
  await using shop = await createTestApp()
  const rows = shop.app.calls.flatMap(({ method, path, door }) => {
    if (door?.right === undefined) return []
    const wanted = door.right === 'admin' ? 'admins only' : listed([door.right].flat())
    return [
      [`\`${method} ${path}\``, door.proof === 'bearer' ? wanted : `${wanted}, of what others do not see`],
    ]
  })
  return [
    ['call', 'right'],
    ...rows.sort(([one = ''], [other = '']) => (placeOf(one) < placeOf(other) ? -1 : 1)),
  ]
}

/** By path, then by method. */
const placeOf = (call: string): string => call.replace(/^`(\w+) (\S+)`$/, '$2 $1')

/** The pages of the dashboard that are for staff with the rights of each, for docs/security.md. */
export const pageRightsTable = (): string[][] => [
  ['page', 'right'],
  ...pages.flatMap(({ path, access }) =>
    typeof access === 'object' ? [[`\`${path}\``, listed(access)]] : [],
  ),
]
