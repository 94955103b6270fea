import { toInternalPath } from '#kit/input/internal-path.ts'
import { invalidField } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import type { Endpoints } from '../google/endpoints.ts'

/** Every parameter of the sign-in service that holds a redirect target. */
const TARGETS = ['callbackURL', 'errorCallbackURL', 'newUserCallbackURL', 'redirectTo', 'returnTo'] as const

/** The body with its redirect targets as paths of the shop. Refuses (422) any other target. */
export function checkRedirectTargets<Body extends object>({ config }: Shop, body: Body): Body {
  const targets = TARGETS.flatMap((name) => {
    const target: unknown = Reflect.get(body, name)
    return typeof target === 'string' ? [[name, pathOf(name, target, config.trustedOrigins)] as const] : []
  })
  return { ...body, ...Object.fromEntries(targets) }
}

/** The same for the query of an address; returns the whole address. */
export function checkRedirectParameters({ config }: Shop, address: string): string {
  const url = new URL(address)
  for (const name of TARGETS) {
    const paths = url.searchParams.getAll(name).map((target) => pathOf(name, target, config.trustedOrigins))
    // Only one of repeated parameters remains: the library may read any of them.
    if (paths[0] !== undefined) url.searchParams.set(name, paths[0])
  }
  return url.href
}

/** Whether a `Location` is a page of the shop or Google's authorization endpoint. */
export function isKnownLocation(shop: Shop, google: Endpoints | undefined, location: string): boolean {
  if (toInternalPath(location, shop.config.trustedOrigins) !== undefined) return true
  return google !== undefined && location.startsWith(`${google.authorizationUrl}?`)
}

function pathOf(name: string, target: string, origins: readonly string[]): string {
  const path = toInternalPath(target, origins)
  if (path !== undefined) return path
  const detail = 'This has to lead to a page of the shop itself.'
  throw invalidField(name, detail)
}
