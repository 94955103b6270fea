import type { Context, MiddlewareHandler } from 'hono'
import type { Guards } from '#features/accounts/accounts.ts'
import { findCaller } from '#features/accounts/calls.ts'
import { findParts, suggest } from '#features/catalog/catalog.ts'
import type { Product, Suggestions } from '#features/catalog/schema.ts'
import { findMembership, type Membership } from '#features/companies/companies.ts'
import type { Db } from '#kit/db/db.ts'
import { MAXIMUM_SEARCH_LENGTH } from '#kit/input/search-length.ts'
import { answerPage } from '#kit/server/paging.ts'
import type { Shop } from '#kit/shop.ts'
import { findOwnBeginning } from '../numbers/own-numbers.ts'
import { ownKey } from '../own-key.ts'

/** The public calls that answer a member of a company what is the company's. */
const MEMBER_CALLS = ['/product', '/suggestion'] as const

const ADDRESSES: ReadonlySet<string> = new Set(MEMBER_CALLS.map((path) => `/api${path}`))

const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD'

/** Whether a request with an access token is one that the company of its caller decides, so that no answer for everybody is sent. */
export const isForMember =
  ({ db }: Pick<Shop, 'db'>, findUserBy: Guards['findUserBy']) =>
  async (request: Request): Promise<boolean> => {
    if (!isRead(request.method) || !ADDRESSES.has(new URL(request.url).pathname)) return false
    const user = await findUserBy(request.headers.get('authorization') ?? '')
    return user !== undefined && (await findMembership(db, user.id)) !== undefined
  }

/** What a member gets is kept nowhere. */
const KEPT_NOWHERE = 'private, no-store'

type MemberAnswer = (c: Context, member: Membership, q: string) => Promise<Response | undefined>

/** Answers members of a company first; everybody else, and what says nothing of the company, gets the public answer. */
const membersFirst =
  ({ db }: Shop, answer: MemberAnswer): MiddlewareHandler =>
  async (c, next) => {
    if (!isRead(c.req.method) || c.req.header('authorization') === undefined) return next()
    const user = await findCaller(c)
    const member = user && (await findMembership(db, user.id))
    if (!member) return next()
    const q = c.req.query('q')?.trim() ?? ''
    c.header('Cache-Control', KEPT_NOWHERE)
    const answered = q === '' || q.length > MAXIMUM_SEARCH_LENGTH ? undefined : await answer(c, member, q)
    if (answered) return answered
    await next()
    // The public answer may be kept; refusals never are.
    if (c.res.status < 400) c.header('Cache-Control', KEPT_NOWHERE)
  }

/** A search for an own number of the company finds the part of that number alone. */
export const searchForMembers = (shop: Shop): MiddlewareHandler =>
  membersFirst(shop, async (c, { company_id }, q) => {
    if (Object.keys(c.req.query()).some((name) => name !== 'q' && name !== 'limit')) return undefined
    const part = await findOwnPart(shop.db, company_id, q)
    return part && answerPage(c, { rows: [part], total: 1, next: undefined })
  })

async function findOwnPart(db: Db, companyId: string, q: string): Promise<Product | undefined> {
  // The number that is the text is before those that go on behind it.
  const [part] = await findPartsOf(db, companyId, q, 1)
  return part && ownKey(part.own) === ownKey(q) ? part.product : undefined
}

const MOST_SUGGESTED = 8

/** Suggests the parts whose own numbers begin with what is typed before all others. */
export const suggestToMembers = (shop: Shop): MiddlewareHandler =>
  membersFirst(shop, async (c, { company_id }, q) => {
    const own = await findPartsOf(shop.db, company_id, q, MOST_SUGGESTED)
    if (own.length === 0) return undefined
    const { categories, parts } = await suggest(shop.db, q)
    const skus = new Set(own.map(({ product }) => product.sku))
    const suggestions: Suggestions = {
      categories,
      parts: [
        ...own.map(({ own, product: { sku, name, image, price } }) => ({ sku, name, image, price, own })),
        ...parts.filter(({ sku }) => !skus.has(sku)),
      ].slice(0, MOST_SUGGESTED),
    }
    return c.json(suggestions, 200)
  })

/** The parts for sale whose own numbers begin with a text, that of which it is the whole number first. */
async function findPartsOf(db: Db, companyId: string, text: string, most: number) {
  const numbers = await findOwnBeginning(db, companyId, text, most)
  const products =
    numbers.length === 0
      ? []
      : await findParts(
          db,
          numbers.map(({ sku }) => sku),
        )
  return numbers.flatMap(({ own }, at) => {
    const product = products[at]
    return product ? [{ own, product }] : []
  })
}
