import { matchRoutes, type RouteObject, redirect, redirectDocument, replace } from 'react-router'
import { ProblemError } from './client.ts'

const TIMEOUT_MS = 15_000

/** A route as the page's own list of routes has it: with the addresses of its code. */
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
    /** React Router's list of all routes, and what it has loaded of them. */
    readonly __reactRouterManifest?: { readonly routes: Readonly<Record<string, ListedRoute>> }
    readonly __reactRouterRouteModules?: Readonly<Record<string, unknown>>
  }
}

/** Whether the router can show the page at that path without loading code. */
export const isCodeLoaded = (path: string): boolean => missingCode(path).length === 0

/**
 * What came of loading a page's code. `replaced`: its files are there no more, or the browser cannot take them, while
 * the page itself is there; a full load of it brings the code of today. `away`: the shop does not give it right now.
 */
export type CodeOutcome = 'loaded' | 'replaced' | 'away'

/**
 * Loads the code of the page at that path, before the router does it: where it cannot be loaded, the router reloads
 * the whole page, which without a connection ends at the browser's own error page. Never rejects.
 */
export async function loadCode(path: string): Promise<CodeOutcome> {
  const files = missingCode(path)
  const patience = AbortSignal.timeout(TIMEOUT_MS)
  const tooLate = new Promise<never>((_, reject) => patience.addEventListener('abort', reject))
  try {
    await Promise.race([Promise.all(files.map((file) => import(/* @vite-ignore */ file))), tooLate])
    return 'loaded'
  } catch {
    return whyMissing([...files, path], patience)
  }
}

const begun = new Set<string>()

/** Begins, once, to load a page's code, which may be wanted soon. A failure is left to {@link loadCode} to tell. */
export function loadCodeSoon(path: string): void {
  if (begun.has(path) || !navigator.onLine) return
  begun.add(path)
  for (const file of missingCode(path)) import(/* @vite-ignore */ file).catch(() => undefined)
}

/** Looks for what could not be loaded: an address that answers with a failure, or not at all, may answer later. */
async function whyMissing(addresses: readonly string[], signal: AbortSignal): Promise<CodeOutcome> {
  const look = (address: string) => fetch(address, { method: 'HEAD', cache: 'no-store', signal })
  try {
    const answers = await Promise.all(addresses.map(look))
    return answers.some(({ status }) => status >= 500 || status === 429) ? 'away' : 'replaced'
  } catch {
    return 'away'
  }
}

/** The files that the router has yet to load for the page at that path. */
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
 * A redirect of a `clientLoader` or a `clientMiddleware`, which the router follows without asking: the code is loaded
 * first. Rejects with a {@link ProblemError} where it cannot be.
 */
export async function redirectWithCode(address: string, isReplacing = false): Promise<Response> {
  const { pathname } = new URL(address, window.location.origin)
  const outcome = await loadCode(pathname)
  if (outcome === 'away')
    throw new ProblemError(
      0,
      'offline',
      'The next page could not be loaded. Check the connection and try again.',
    )
  if (outcome === 'replaced') return redirectDocument(address)
  return isReplacing ? replace(address) : redirect(address)
}
