import { type OpenAPIHono, z } from '@hono/zod-openapi'
import type { ServerBuild } from 'react-router'

/** Addresses whose response is the same for everyone. */
export interface PublicAddress {
  /** Such as `/list` or `/article/:id`; a parameter is one segment, which is not empty. */
  readonly path: string
  /** The names of the query parameters. `any`: all names, because some of them are data. */
  readonly parameters: ReadonlySet<string> | 'any'
  /**
   * Of a page: the values of React Router's own parameter that are also cached. It names the loaders whose data the
   * browser needs, so only the requests for data have it. A call has no such parameter: its names are data.
   */
  readonly loaders?: ReadonlySet<string>
}

/** `fixed`: an address without any parameter, of which there are few. `variable`: all others, of which there may be many. */
export type AddressKind = 'fixed' | 'variable'

/** The `handle` that the route module of a public page exports. */
export interface PublicPageHandle {
  /**
   * The page is the same for everyone, so the server may cache it. `parameters`: the query parameters that it reads, or
   * `any` when their names are data.
   */
  readonly publicCache: { readonly parameters: readonly string[] | 'any' }
}

type Calls = OpenAPIHono['openAPIRegistry']['definitions']

/**
 * The calls that are described with `publicCache`: with the parameters of their query schema, with any, or with none
 * (`bare`).
 */
export function publicCalls(definitions: Calls): PublicAddress[] {
  return definitions.flatMap((definition) => {
    const mark = definition.type === 'route' ? definition.route['x-public-cache'] : undefined
    if (definition.type !== 'route' || mark === undefined) return []
    const { method, request } = definition.route
    const path = definition.route.path.replace(/\{(\w+)\}/g, ':$1')
    const query: unknown = request?.query ?? z.object({})
    const isCacheable = method === 'get' && isSimple(path) && query instanceof z.ZodObject
    if (!isCacheable) throw new Error(`${method} ${path} cannot be cached: ${RULE}`)
    if (mark === 'any') return [{ path, parameters: mark }]
    return [{ path, parameters: new Set(mark === 'bare' ? [] : Object.keys(query.shape)) }]
  })
}

/** The pages with a module that exports a {@link PublicPageHandle}, and the requests for the data of their loaders. */
export function publicPages(routes: ServerBuild['routes']): PublicAddress[] {
  const layouts = new Set(Object.values(routes).map((route) => route?.parentId))
  return pagePaths(routes).flatMap(({ id, path }) => {
    const handle = routes[id]?.module.handle as Partial<PublicPageHandle> | undefined
    if (!handle?.publicCache) return []
    if (!isSimple(path) || layouts.has(id)) throw new Error(`The page ${id} cannot be cached: ${RULE}`)
    const declared = handle.publicCache.parameters
    const parameters = declared === 'any' ? declared : new Set(declared)
    return [
      { path: path === '/' ? '/_.data' : `${path}.data`, parameters, loaders: loadersOf(routes, id) },
      { path, parameters, loaders: new Set<string>() },
    ]
  })
}

/** The parameter in which React Router names the loaders whose data it needs; without it those of the whole page. */
const LOADERS_PARAMETER = '_routes'

/** Without a value this parameter is React Router's too. */
const INDEX_PARAMETER = 'index'

/** What a browser may ask for: some of the loaders of a page and its layouts, from the outside in. */
function loadersOf(routes: ServerBuild['routes'], id: string | undefined): ReadonlySet<string> {
  const chosen = (of: string | undefined): string[][] => {
    const route = of === undefined ? undefined : routes[of]
    if (!route) return [[]]
    const above = chosen(route.parentId)
    return route.module.loader ? above.flatMap((ids) => [ids, [...ids, route.id]]) : above
  }
  return new Set(
    chosen(id)
      .filter((ids) => ids.length > 0)
      .map((ids) => ids.join(',')),
  )
}

const RULE =
  'only a page or GET call can be, no layout, each parameter of its path is a segment, and its query schema is an object'

/** Whether each parameter is one whole segment. */
const isSimple = (path: string): boolean => /^(?:\/(?::\w+|[\w.-]*))+$/.test(path)

/** The path of every page, such as `/blog/:id`, and of every layout. */
export function pagePaths(routes: ServerBuild['routes']): readonly { id: string; path: string }[] {
  const pathOf = (id: string | undefined): string => {
    const route = id === undefined ? undefined : routes[id]
    return route ? `${pathOf(route.parentId)}${route.path ? `/${route.path}` : ''}` : ''
  }
  return Object.keys(routes).map((id) => ({ id, path: pathOf(id) || '/' }))
}

/** A longer address is rendered for its request only: no link of a page is nearly as long. */
const MAXIMUM_LENGTH = 2000

/**
 * Returns the function that finds the kind of an address, a path with its query; undefined when the address is not public,
 * has a parameter that is not declared or is very long.
 */
export function createKindOf(
  addresses: readonly PublicAddress[],
): (address: string) => AddressKind | undefined {
  const fixed = new Map<string, PublicAddress>()
  const patterns: { matches: RegExp; address: PublicAddress }[] = []
  for (const address of addresses) {
    if (address.path.includes(':')) patterns.push({ matches: patternOf(address.path), address })
    else fixed.set(address.path, address)
  }
  return (address) => {
    if (address.length > MAXIMUM_LENGTH) return undefined
    const mark = address.indexOf('?')
    const path = mark === -1 ? address : address.slice(0, mark)
    const found = fixed.get(path) ?? patterns.find(({ matches }) => matches.test(path))?.address
    if (!found || (mark !== -1 && !declares(found, address.slice(mark)))) return undefined
    return mark === -1 && fixed.has(path) ? 'fixed' : 'variable'
  }
}

const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+')}$`)

/** Whether the page or the call reads each parameter of a query. */
function declares({ parameters, loaders }: PublicAddress, search: string): boolean {
  const query = new URLSearchParams(search)
  if (loaders) {
    const asked = query.getAll(LOADERS_PARAMETER)
    if (asked.length > 1 || !asked.every((ids) => loaders.has(ids))) return false
    if (query.has(INDEX_PARAMETER, '')) return false
    query.delete(LOADERS_PARAMETER)
  }
  return parameters === 'any' || [...query.keys()].every((name) => parameters.has(name))
}
