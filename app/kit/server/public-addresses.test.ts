import type { ServerBuild } from 'react-router'
import { expect, test } from 'vitest'
import { PUBLIC_CACHE, publicCalls, publicPages } from './public-addresses.ts'
import { createRoute, createRouter, z } from './router.ts'

const HANDLE = { publicCache: { parameters: ['q'] } }

/** Pages by id, each with its path, its layout and its handle. */
const routesOf = (pages: Record<string, { path?: string; parentId?: string; handle?: unknown }>) =>
  Object.fromEntries(
    Object.entries(pages).map(([id, { handle, ...page }]) => [id, { id, ...page, module: { handle } }]),
  ) as unknown as ServerBuild['routes']

test('only pages that declare it are public, each at its full path', () => {
  const routes = routesOf({
    root: {},
    home: { parentId: 'root', handle: HANDLE },
    layout: { parentId: 'root' },
    dashboard: { parentId: 'layout', path: 'dashboard' },
    profile: { parentId: 'dashboard', path: 'profile', handle: { publicCache: { parameters: [] } } },
    undeclared: { parentId: 'dashboard', path: 'undeclared' },
    other: { parentId: 'root', path: 'other', handle: { breadcrumb: 'Other' } },
  })
  expect(publicPages(routes)).toEqual(
    new Map([
      ['/', new Set(['q'])],
      ['/dashboard/profile', new Set()],
    ]),
  )
})

test('a page with a path parameter, and a layout, cannot be declared public', () => {
  const page = { root: {}, page: { parentId: 'root', path: 'page/:id', handle: HANDLE } }
  expect(() => publicPages(routesOf(page))).toThrow('The page page cannot be cached')
  const layout = { root: { handle: HANDLE }, page: { parentId: 'root', path: 'page' } }
  expect(() => publicPages(routesOf(layout))).toThrow('The page root cannot be cached')
})

const call = (method: 'get' | 'post', path: string, declared = {}) => {
  const query = z.object({ q: z.string().optional(), limit: z.string().optional() })
  const route = createRoute({
    method,
    path,
    ...declared,
    request: { query },
    responses: { 200: { description: 'Done' } },
  })
  const router = createRouter().openapi(route, (c) => c.body(null, 200))
  return createRouter().route('/api', router).openAPIRegistry.definitions
}

test('calls that declare it are public, with their query parameters', () => {
  expect(publicCalls(call('get', '/list', PUBLIC_CACHE))).toEqual(
    new Map([['/api/list', new Set(['q', 'limit'])]]),
  )
  expect(publicCalls(call('get', '/list'))).toEqual(new Map())
})

test('a call that changes data, or has a path parameter, cannot be declared public', () => {
  expect(() => publicCalls(call('post', '/list', PUBLIC_CACHE))).toThrow('post /api/list cannot be cached')
  expect(() => publicCalls(call('get', '/list/{id}', PUBLIC_CACHE))).toThrow('cannot be cached')
})
