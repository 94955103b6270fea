import { isForStaff, type Page, pages } from '#app/routes.ts'

/** A new shop does not have them: they come with a text. */
export const WITHOUT_TEXT: ReadonlySet<string> = new Set(['/privacy', '/returns'])

export const publicPages = pages.filter(
  ({ access, path }) => access === 'everyone' && !WITHOUT_TEXT.has(path),
)
export const ownPages = pages.filter(({ access }) => access === 'signed in')
export const staffPages = pages.filter(isForStaff)

/** Whether the page shows nothing but where it leads. */
export const leadsOn = (path: string): boolean => path === '/signed-in'

/** How the pages of the own company and of its approvals are answered when the account has none. */
export const WITHOUT_COMPANY = /^404 GET \/api\/company(\/approvals)?$/

/** What a page is of, for each that is not at one address: the names stand for things of the shop. */
const EXAMPLES: Readonly<Record<string, string>> = {
  '/parts/:category': '/parts/{category}',
  '/compare': '/compare?sku=SC-912-M6-20&sku=SC-912-M10-60',
  '/reset-password': '/reset-password?token=sample',
  '/verify-email': '/verify-email?token=sample',
  '/new-email': '/new-email?token=sample',
  '/new-email/undo': '/new-email/undo?token=sample',
  '/part/:sku': '/part/{sku}',
  '/order/:productId': '/order/{product}',
  '/list/:token': '/list/{share}',
  '/join/:token': '/join/sample',
  '/pay/:token': '/pay/{token}',
  '/receipt/:token': '/receipt/{receipt}',
  '/dashboard/order/:id': '/dashboard/order/{order}',
  '/dashboard/order/:id/again': '/dashboard/order/{order}/again',
  '/dashboard/list/:id': '/dashboard/list/{list}',
  '/dashboard/offer/:id': '/dashboard/offer/{offer}',
  '/dashboard/manageoffer/:id': '/dashboard/manageoffer/{offer}',
  '/dashboard/payment/:id': '/dashboard/payment/{order}',
  '/dashboard/user-events/:email': '/dashboard/user-events/admin@example.com',
  '/dashboard/customer/:id': '/dashboard/customer/{user}',
  '/dashboard/customer/:id/order': '/dashboard/customer/{user}/order',
  '/dashboard/product/:id': '/dashboard/product/{product}',
  '/dashboard/import/:id': '/dashboard/import/{import}',
  '/*': '/nowhere',
}

/** Things of a shop by the names that examples give them, such as the id of an order. */
export type Things = Readonly<Record<string, string>>

/** An address of a page, with the names of things in braces. */
export function exampleOf({ path }: Pick<Page, 'path'>): string {
  const example = EXAMPLES[path] ?? path
  if (/[:*]/.test(example))
    throw new Error(`tests/support/pages.ts does not say what the page ${path} is of.`)
  return example
}

/** An address with these things in place of their names, or with `x`, which the shop does not have. */
export const filled = (example: string, things: Things): string =>
  example.replace(/\{(\w+)\}/g, (_, name: string) => things[name] ?? 'x')

export const addressOf = (page: Pick<Page, 'path'>, things: Things = {}): string =>
  filled(exampleOf(page), things)
