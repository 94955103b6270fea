import type { ServerBuild } from 'react-router'
import { expect, test } from 'vitest'
import { type PublicMark, publicCall } from '#kit/server/describe.ts'
import { createRouter, z } from '#kit/server/router.ts'
import { createKindOf, publicCalls, publicPages } from './public-addresses.ts'

const HANDLE = { publicCache: { parameters: ['q'] } }

interface PageOf {
  readonly path?: string
  readonly parentId?: string
  readonly handle?: unknown
  readonly loader?: () => unknown
}

/** Pages by id, each with its path, its layout, its handle and its loader. */
const routesOf = (pages: Record<string, PageOf>) =>
  Object.fromEntries(
    Object.entries(pages).map(([id, { handle, loader, ...page }]) => [
      id,
      { id, ...page, module: { handle, loader } },
    ]),
  ) as unknown as ServerBuild['routes']

const loader = () => undefined

test('only pages that declare it are public, each at its full path and with its data', () => {
  const routes = routesOf({
    root: { loader },
    home: { parentId: 'root', handle: HANDLE, loader },
    layout: { parentId: 'root' },
    dashboard: { parentId: 'layout', path: 'dashboard' },
    profile: { parentId: 'dashboard', path: 'profile', handle: { publicCache: { parameters: [] } } },
    undeclared: { parentId: 'dashboard', path: 'undeclared' },
    other: { parentId: 'root', path: 'other', handle: { breadcrumb: 'Other' } },
  })
  expect(publicPages(routes)).toEqual([
    { path: '/_.data', parameters: new Set(['q']), loaders: new Set(['root', 'home', 'root,home']) },
    { path: '/', parameters: new Set(['q']), loaders: new Set() },
    { path: '/dashboard/profile.data', parameters: new Set(), loaders: new Set(['root']) },
    { path: '/dashboard/profile', parameters: new Set(), loaders: new Set() },
  ])
})

test('a page may have parameters in its path, and any parameter in its query', () => {
  const handle = { publicCache: { parameters: 'any' } }
  expect(publicPages(routesOf({ root: {}, list: { parentId: 'root', path: 'list/:id', handle } }))).toEqual([
    { path: '/list/:id.data', parameters: 'any', loaders: new Set() },
    { path: '/list/:id', parameters: 'any', loaders: new Set() },
  ])
})

test.each(['page/*', 'page/:id?', 'page?', 'page/a:id', 'page/:id.html'])(
  'a page at %s cannot be declared public',
  (path) => {
    const page = { root: {}, page: { parentId: 'root', path, handle: HANDLE } }
    expect(() => publicPages(routesOf(page))).toThrow('The page page cannot be cached')
  },
)

test('a layout cannot be declared public', () => {
  const layout = { root: { handle: HANDLE }, page: { parentId: 'root', path: 'page' } }
  expect(() => publicPages(routesOf(layout))).toThrow('The page root cannot be cached')
})

const call = (method: 'get' | 'post', path: string, publicCache?: PublicMark) => {
  const query = z.object({ q: z.string().optional(), limit: z.string().optional() })
  const answers = { 200: { description: 'Done' } }
  const described = { operationId: 'sample', tags: [], summary: 'A sample', query, answers }
  const route = publicCall(method, path, { ...described, ...(publicCache && { publicCache }) })
  const router = createRouter().openapi(route, (c) => c.body(null, 200))
  return createRouter().route('/api', router).openAPIRegistry.definitions
}

test('calls that declare it are public, with their query parameters', () => {
  const parameters = new Set(['q', 'limit'])
  expect(publicCalls(call('get', '/list', true))).toEqual([{ path: '/api/list', parameters }])
  expect(publicCalls(call('get', '/list/{id}', true))).toEqual([{ path: '/api/list/:id', parameters }])
  expect(publicCalls(call('get', '/list', 'any'))).toEqual([{ path: '/api/list', parameters: 'any' }])
  expect(publicCalls(call('get', '/list', 'bare'))).toEqual([{ path: '/api/list', parameters: new Set() }])
  expect(publicCalls(call('get', '/list'))).toEqual([])
})

test('a call that changes data, or has a part of a segment as parameter, cannot be declared public', () => {
  expect(() => publicCalls(call('post', '/list', true))).toThrow('post /api/list cannot be cached')
  expect(() => publicCalls(call('get', '/list/{id}.pdf', true))).toThrow('cannot be cached')
})

const kindOf = createKindOf([
  { path: '/', parameters: new Set(['q']) },
  { path: '/list', parameters: 'any' },
  { path: '/list/:id.data', parameters: new Set(), loaders: new Set(['list', 'root', 'root,list']) },
  { path: '/list/:id', parameters: new Set(['q']) },
  { path: '/api/:kind/list', parameters: new Set() },
  { path: '/facets', parameters: 'any', loaders: new Set() },
  { path: '/facets.data', parameters: 'any', loaders: new Set(['facets']) },
])

test.each(['/', '/list'])('%s is a fixed address', (address) => {
  expect(kindOf(address)).toBe('fixed')
})

test.each([
  ...[
    '/?q=x',
    '/list?',
    '/list?material=brass',
    '/list/a',
    '/list/a?q=1&q=2',
    '/list/a%2fb',
    '/list/caf%c3%a9',
  ],
  ...['/list/A', '/list/%61', '/list/..%2f', '/list/a.data', '/list/a.data?_routes=list', '/api/any/list'],
  ...['/list/a.data?_routes=root,list', '/list/a.data?_routes=root%2Clist'],
  ...['/facets.data?_routes=facets&thread=M8', '/facets?index=5', '/list?_routes=x'],
])('%s is a variable address', (address) => {
  expect(kindOf(address)).toBe('variable')
})

test.each([
  ...['', 'list/a', '//', '/list/', '//list/a', '/list//a', '/list/a/', '/list/a/b', '/List/a', '/%6cist/a'],
  ...['/list/a?material=brass', '/list/a.data?material=brass', '/list/a?_routes=x', '/?_routes=x'],
  ...['/list/a.data?_routes=x', '/list/a.data?_routes=', '/list/a.data?_routes=list,root'],
  ...[
    '/list/a.data?_routes=list,list',
    '/list/a.data?_routes=list&_routes=list',
    '/list/a.data?_routes=root,x',
  ],
  ...['/facets?_routes=facets', '/facets.data?_routes=x', '/facets?index', '/facets.data?index=&thread=M8'],
  ...['/api//list', '/api/any/list/', '/api/any/list.data', 'http://shop.example/list/a'],
])('%j is not public', (address) => {
  expect(kindOf(address)).toBe(undefined)
})

test('an address of more than 2,000 characters is not public', () => {
  const ofLength = (start: string, length: number) => start.padEnd(length, 'x')
  expect(['/list/', '/list?q='].map((start) => kindOf(ofLength(start, 2000)))).toEqual([
    'variable',
    'variable',
  ])
  expect(['/list/', '/list?q='].map((start) => kindOf(ofLength(start, 2001)))).toEqual([undefined, undefined])
})
