import type { App } from '#app/app.ts'
import type { Right } from '#features/accounts/rights.ts'

/** Method and path; a parameter of the path names nothing that the shop has. */
export type ApiCall = readonly [method: string, path: string]

type Call = App['calls'][number]

/** What makes a request of a call one of the staff, where the door lets others in too. */
const FOR_STAFF: Readonly<Record<string, string>> = {
  'GET /api/rating': '?hidden=true',
  'POST /api/quote': '?customer=nobody@example.com',
}

function forStaff([method, path]: ApiCall): ApiCall {
  const query = FOR_STAFF[`${method} ${path}`]
  if (query === undefined) throw new Error(`${method} ${path} is sometimes for the staff: say when`)
  return [method, `${path}${query}`]
}

const sampleOf = ({ method, path }: Call): ApiCall => [
  method,
  `${path.replace('{email}', 'nobody@example.com').replace(/\{\w+\}/g, 'sample')}`,
]

const opens = (wanted: string | readonly string[] | undefined, rights: readonly Right[]): boolean =>
  [wanted ?? []].flat().some((right) => rights.some((own) => own === right))

/** The calls of the shop by what their doors ask for. Guards refuse before bodies are read, so no call needs one. */
export function apiCalls({ calls }: Pick<App, 'calls'>) {
  const behind = (isMeant: (door: NonNullable<Call['door']>) => boolean): readonly ApiCall[] =>
    calls.filter(({ door }) => door && isMeant(door)).map(sampleOf)
  return {
    forCustomers: behind(({ proof, right }) => proof === 'bearer' && right === undefined),
    forAdmins: [
      ...behind(({ proof, right }) => proof === 'bearer' && right !== undefined),
      ...behind(({ proof }) => proof === 'sometimesBearer').map(forStaff),
    ],
    /** Those that none of these rights opens. */
    closedTo: (rights: readonly Right[]) => [
      ...behind(({ proof, right }) => proof === 'bearer' && right !== undefined && !opens(right, rights)),
      ...behind(({ proof, right }) => proof === 'sometimesBearer' && !opens(right, rights)).map(forStaff),
    ],
    withCookie: behind(({ proof }) => proof === 'cookie'),
    all: behind(() => true),
  }
}

/** The methods that the shop has at a path. */
export function methodsAt({ calls }: Pick<App, 'calls'>, path: string): readonly string[] {
  const isAt = (pattern: string) =>
    new RegExp(`^${pattern.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`).test(path)
  return [...new Set(calls.filter((call) => isAt(call.path)).map(({ method }) => method))]
}
