import { TrieRouter } from 'hono/router/trie-router'

/** Returns the pattern of the route of a request, such as `/api/part/:id`; `other` when no route matches. */
export type RouteNamer = (method: string, url: string) => string

/** Only routes become names, so the number of names does not grow with the requests. */
export function createRouteNamer(routes: readonly { method: string; path: string }[]): RouteNamer {
  const router = new TrieRouter<string>()
  for (const { method, path } of routes) router.add(method, path, path)
  return (method, url) => {
    const path = (url.split('?', 1)[0] ?? '/').replace(/\/_(root)?\.data$|\.data$/, '') || '/'
    const [found] = router.match(method === 'HEAD' ? 'GET' : method, path)
    const names = found.map(([name]) => name)
    const exact = names.findLast((name) => !name.endsWith('*'))
    // The pattern of a group is more specific than that of all paths.
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
