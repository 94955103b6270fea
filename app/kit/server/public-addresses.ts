import { type OpenAPIHono, z } from '@hono/zod-openapi'
import type { ServerBuild } from 'react-router'

/** The paths with the same response for everyone, each with the names of its query parameters. */
export type PublicAddresses = ReadonlyMap<string, ReadonlySet<string>>

/** The `handle` that the route module of a public page exports. */
export interface PublicPageHandle {
  /** The page is the same for everyone, so the server may cache it. `parameters`: the query parameters that it reads. */
  readonly publicCache: { readonly parameters: readonly string[] }
}

/** Marks a call in its `createRoute`: its response is the same for everyone, so the server may cache it. */
export const PUBLIC_CACHE = { 'x-public-cache': true } as const

type Calls = OpenAPIHono['openAPIRegistry']['definitions']

/** The calls marked with {@link PUBLIC_CACHE}, with the parameters of their query schema. */
export function publicCalls(definitions: Calls): PublicAddresses {
  const addresses = new Map<string, ReadonlySet<string>>()
  for (const definition of definitions) {
    if (definition.type !== 'route' || definition.route['x-public-cache'] !== true) continue
    const { method, path, request } = definition.route
    const query: unknown = request?.query ?? z.object({})
    const isCacheable = method === 'get' && isFixed(path) && query instanceof z.ZodObject
    if (!isCacheable) throw new Error(`${method} ${path} cannot be cached: ${RULE}`)
    addresses.set(path, new Set(Object.keys(query.shape)))
  }
  return addresses
}

/** The pages with a module that exports a {@link PublicPageHandle}. */
export function publicPages(routes: ServerBuild['routes']): PublicAddresses {
  const addresses = new Map<string, ReadonlySet<string>>()
  const layouts = new Set(Object.values(routes).map((route) => route?.parentId))
  for (const { id, path } of pagePaths(routes)) {
    const handle = routes[id]?.module.handle as Partial<PublicPageHandle> | undefined
    if (!handle?.publicCache) continue
    if (!isFixed(path) || layouts.has(id)) throw new Error(`The page ${id} cannot be cached: ${RULE}`)
    addresses.set(path, new Set(handle.publicCache.parameters))
  }
  return addresses
}

const RULE =
  'only a page or GET call at a path without parameters can be, no layout, and its query schema is an object'

const isFixed = (path: string): boolean => !/[:*{]/.test(path)

/** The path of every page, such as `/blog/:id`, and of every layout. */
export function pagePaths(routes: ServerBuild['routes']): readonly { id: string; path: string }[] {
  const pathOf = (id: string | undefined): string => {
    const route = id === undefined ? undefined : routes[id]
    return route ? `${pathOf(route.parentId)}${route.path ? `/${route.path}` : ''}` : ''
  }
  return Object.keys(routes).map((id) => ({ id, path: pathOf(id) || '/' }))
}
