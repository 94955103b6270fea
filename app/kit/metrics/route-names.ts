import { TrieRouter } from 'hono/router/trie-router'

/** The pattern of the route that takes a request, such as `/api/part/:id`; `other` when none does. */
export type RouteNamer = (method: string, url: string) => string

/** Names come from the routes alone, so there are as many as routes, whatever is asked for. */
export function createRouteNamer(routes: readonly { method: string; path: string }[]): RouteNamer {
  const router = new TrieRouter<string>()
  for (const { method, path } of routes) router.add(method, path, path)
  return (method, url) => {
    const path = (url.split('?', 1)[0] ?? '/').replace(/\/_(root)?\.data$|\.data$/, '') || '/'
    const [found] = router.match(method === 'HEAD' ? 'GET' : method, path)
    const names = found.map(([name]) => name)
    const exact = names.findLast((name) => !name.endsWith('*'))
    // A group's own pattern says more than that of everything.
    return (
      exact ??
      names
        .filter((name) => !/^\/?\*$/.test(name))
        .sort(byLength)
        .at(-1) ??
      'other'
    )
  }
}

const byLength = (one: string, other: string): number => one.length - other.length
