import { expect, test } from 'vitest'
import { MAIN_CALLS } from '#app/api-document.ts'
import { createTestApp, readDocument } from './support/test-app.ts'

test('every call has a unique operation id, its security scheme and its refusals', async () => {
  await using shop = await createTestApp()
  const { paths, tags: described } = await readDocument(shop.app)
  const operations = Object.values(paths as Record<string, Record<string, Record<string, object>>>).flatMap(
    Object.values,
  )
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length)
  expect(operations.filter(({ security, tags }) => !security || !tags)).toEqual([])
  const named = operations.flatMap(({ tags }) => tags as string[])
  expect([...new Set(named)].sort()).toEqual(described.map(({ name }: { name: string }) => name).sort())
  const signedIn = operations.filter(({ security }) => Object.keys(security).length > 0)
  expect(signedIn.filter(({ responses }) => !('401' in responses)).map((o) => o.operationId)).toEqual([
    'signOut',
    'getSession',
  ])
})

test('every call but those of the sign-in service has a door', async () => {
  await using shop = await createTestApp()
  const { calls } = shop.app
  const ofSignIn = calls.filter(({ path }) => path.startsWith('/api/auth/'))
  expect(calls.filter(({ door }) => !door)).toEqual(ofSignIn)
})

test('a call whose summary says that it is for admins is behind the door of the staff, and the other way round', async () => {
  await using shop = await createTestApp()
  const { paths } = await readDocument(shop.app)
  const summaries = shop.app.calls.map(({ method, path, door }) => {
    const { operationId, summary } = paths[path][method.toLowerCase()]
    return {
      operationId,
      says: /\(admin\)$/.test(summary),
      wants: door?.proof === 'bearer' && 'right' in door,
    }
  })
  const differ = summaries.filter(({ says, wants }) => says !== wants).map(({ operationId }) => operationId)
  // Their summaries say it in other words.
  expect(differ).toEqual(['listUsers', 'makeAdmin', 'setRights', 'unmakeAdmin'])
})

test('/api/docs says which calls need a token or a cookie', async () => {
  await using shop = await createTestApp()
  const articles = (await shop.call('GET', '/api/docs')).body.split('<article ').slice(1)
  const about = (call: string) => articles.find((article: string) => article.includes(`<code>${call}</code>`))
  expect(about('GET /api/product')).not.toContain('Needs')
  expect(about('POST /api/order')).toContain('Needs an access token')
  expect(about('POST /api/login')).toContain('Needs the cookie')
})

test('/api/docs begins with the twenty calls of the specification, and its contents lead to every call once', async () => {
  await using shop = await createTestApp()
  const { paths } = (await readDocument(shop.app)) as { paths: Record<string, Record<string, object>> }
  const names = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const { body } = await shop.call('GET', '/api/docs')
  const headings = [...body.matchAll(/<article id="(\w+)"><h3><code>([^<]*)<\/code>/g)]
  const shown = headings.map(([, , name]) => String(name))
  expect(MAIN_CALLS.calls).toHaveLength(20)
  expect(shown.slice(0, 20)).toEqual(MAIN_CALLS.calls)
  expect(shown.toSorted()).toEqual(names.toSorted())
  const contents = /<nav.*?<\/nav>/s.exec(body)?.[0] ?? ''
  const links = new Set([...contents.matchAll(/href="#([\w-]+)"/g)].map(([, id]) => id))
  const ids = [...body.matchAll(/ id="([\w-]+)"/g)].map(([, id]) => id)
  expect([...links].filter((id) => !ids.includes(id))).toEqual([])
  expect(headings.filter(([, id]) => !links.has(id))).toEqual([])
  expect(new Set(ids).size).toBe(ids.length)
})

test('the type of a refusal is a URL of /api/docs', async () => {
  await using shop = await createTestApp()
  const { body } = await shop.call('GET', '/api/order/unknown')
  const [page, code] = body.type.split('#')
  expect((await shop.call('GET', page)).body).toContain(`<li id="${code}">`)
})
