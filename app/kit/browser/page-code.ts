import { matchRoutes, type RouteObject, redirect, redirectDocument, replace } from 'react-router'
import { ProblemError } from './client.ts'

const TIMEOUT_MS = 15_000

/** A route in the manifest that React Router puts into the page, with the addresses of its code. */
interface ListedRoute {
  readonly id: string
  readonly parentId?: string
  readonly path?: string
  readonly index?: boolean
  readonly module: string
  readonly clientLoaderModule?: string
  readonly clientMiddlewareModule?: string
  readonly hydrateFallbackModule?: string
  readonly imports?: readonly string[]
}

declare global {
  interface Window {
    /** React Router's manifest of all routes, and the modules that it has loaded. */
    readonly __reactRouterManifest?: { readonly routes: Readonly<Record<string, ListedRoute>> }
    readonly __reactRouterRouteModules?: Readonly<Record<string, unknown>>
  }
}

/** Whether the router can show the page at that path without loading code. */
export const isCodeLoaded = (path: string): boolean => missingCode(path).length === 0

/**
 * The result of loading a page's code. `replaced`: its files no longer exist or cannot be run, but the page itself
 * exists; a full page load gets the current code. `unavailable`: the server does not answer right now.
 */
export type CodeOutcome = 'loaded' | 'replaced' | 'unavailable'

/**
 * Loads the code of the page at that path before the router does: when the router cannot load it, it reloads the whole
 * page, which without a connection shows the browser's own error page. Never rejects.
 */
export async function loadCode(path: string): Promise<CodeOutcome> {
  const files = missingCode(path)
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  const timedOut = new Promise<never>((_, reject) => timeout.addEventListener('abort', reject))
  try {
    await Promise.race([Promise.all(files.map((file) => import(/* @vite-ignore */ file))), timedOut])
    return 'loaded'
  } catch {
    return findCause([...files, path], timeout)
  }
}

const started = new Set<string>()

/** Preloads a page's code once. {@link loadCode} reports a failure. */
export function loadCodeSoon(path: string): void {
  if (started.has(path) || !navigator.onLine) return
  started.add(path)
  for (const file of missingCode(path)) import(/* @vite-ignore */ file).catch(() => undefined)
}

/** Requests the addresses that could not be loaded: after a server error or no response a later try may succeed. */
async function findCause(addresses: readonly string[], signal: AbortSignal): Promise<CodeOutcome> {
  const request = (address: string) => fetch(address, { method: 'HEAD', cache: 'no-store', signal })
  try {
    const responses = await Promise.all(addresses.map(request))
    return responses.some(({ status }) => status >= 500 || status === 429) ? 'unavailable' : 'replaced'
  } catch {
    return 'unavailable'
  }
}

/** The files that the router has not loaded yet for the page at that path. */
function missingCode(path: string): string[] {
  const { __reactRouterManifest: manifest, __reactRouterRouteModules: loaded } = window
  if (!manifest || !loaded) return []
  const listed = Object.values(manifest.routes)
  const routes = (matchRoutes(treeOf(listed), path) ?? [])
    .map(({ route }) => listed.find(({ id }) => id === route.id))
    .filter((route) => route !== undefined && !(route.id in loaded))
  return [...new Set(routes.flatMap((route) => (route ? filesOf(route) : [])))]
}

const filesOf = (route: ListedRoute): string[] =>
  [
    route.module,
    route.clientLoaderModule,
    route.clientMiddlewareModule,
    route.hydrateFallbackModule,
    ...(route.imports ?? []),
  ].filter((file) => file !== undefined)

const treeOf = (listed: readonly ListedRoute[], parentId?: string): RouteObject[] =>
  listed
    .filter((route) => route.parentId === parentId)
    .map(({ id, path, index }) => (index ? { id, path, index } : { id, path, children: treeOf(listed, id) }))

/**
 * A redirect for a `clientLoader` or a `clientMiddleware` that loads the code of the next page first. Rejects with a
 * {@link ProblemError} when the code cannot be loaded.
 */
export async function redirectWithCode(address: string, isReplacing = false): Promise<Response> {
  const { pathname } = new URL(address, window.location.origin)
  const outcome = await loadCode(pathname)
  if (outcome === 'unavailable')
    throw new ProblemError(
      0,
      'offline',
      'The next page could not be loaded. Check the connection and try again.',
    )
  if (outcome === 'replaced') return redirectDocument(address)
  return isReplacing ? replace(address) : redirect(address)
}
