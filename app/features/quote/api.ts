import type { Context, MiddlewareHandler } from 'hono'
import { findOrderingAccount, type SignedInUser } from '#features/accounts/accounts.ts'
import { findCaller, sometimesStaffCall, staffCall } from '#features/accounts/calls.ts'
import { emailSchema } from '#features/accounts/schema.ts'
import { priceBuyer } from '#features/agreed-prices/agreed-prices.ts'
import { findBuyingCompany } from '#features/companies/companies.ts'
import { currentSettings, sellerPlace } from '#features/settings/settings.ts'
import { askedByCustomer, askedByVisitor, type VatService } from '#features/tax/tax.ts'
import { invalidField } from '#kit/server/app-error.ts'
import { jsonAnswer, withChecks } from '#kit/server/describe.ts'
import { callerAddress, countHit, type Limit } from '#kit/server/rate-limit.ts'
import { createRouter, type RequestEnv, z } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import { countryName } from '#kit/text/country-name.ts'
import { MINUTE_MS } from '#kit/time.ts'
import { findExample } from './example/find-example.ts'
import { exampleRequestSchema, exampleSchema } from './example/schema.ts'
import {
  checkedDestination,
  type DeliveredLine,
  findTerms,
  readGivenVatId,
  refuseUndelivered,
  toQuotedTerms,
} from './order-terms.ts'
import { quoteLines, quoteText } from './quote.ts'
import { type QuoteRequest, quoteRequestSchema, quoteSchema } from './schema.ts'

export const QUOTE_LIMIT: Limit = { name: 'quote', what: 'quotes', address: 120, windowMs: MINUTE_MS }

/** Whether the quote is for a customer for whom staff enter an order. */
const isForCustomer = (c: Context): boolean => c.req.query('customer') !== undefined

const quoteRoute = sometimesStaffCall('orders', isForCustomer, 'post', '/quote', {
  operationId: 'quote',
  summary: 'What a list would cost, and what is wrong with it',
  description:
    'Either of `lines`, by part number in any case or by id, or of a pasted `text`: each of its lines has a part number and a quantity, in either order; below a row of column names the names say which column is which. At most 500 lines. Every line comes back in its sequence with what was `given`; a part named again is merged into its first line. A line that describes a part in words is `unknown` and has up to three parts as `fixes`, with their `facts`; one with another part number has the nearest. Only the first 20 unknown lines have them. With the access token of a member of a company its own part numbers are understood before the shop’s, and lines say what it calls their parts (`own`). With `deliverTo`, or `home` for the country of the seller, it says who delivers there, when and for how much, which tax is due, and what it comes to. Nothing is reserved.',
  query: z.object({
    customer: emailSchema
      .optional()
      .meta({ description: 'Of staff with `orders`: the e-mail of the account whose prices are meant.' }),
  }),
  body: quoteRequestSchema,
  answers: { 200: jsonAnswer('The quote', quoteSchema) },
  refusals: ['too_many_requests'],
})

const exampleRoute = staffCall('settings', 'post', '/settings/example', {
  operationId: 'getSettingsExample',
  tags: ['Shop'],
  summary: 'What parts would cost by settings that are not saved (admin)',
  description:
    'The settings as `PUT /api/settings` takes them; of the seller only name and address count, as far as they are complete. `weight` is in kg, `total` the sum of the parts in the currency of the shop. With `withVatId` the customer has a VAT ID of the country that VIES confirms. A method without `_id` has one for this answer. Changes nothing.',
  body: exampleRequestSchema,
  answers: { 200: jsonAnswer('The deliveries, the tax and what is to be paid', exampleSchema) },
})

/** The calls that quote a list, and an example of settings that are not saved. */
export function quoteApi(shop: Shop, vat: VatService) {
  const limit: MiddlewareHandler<RequestEnv> = async (c, next) => {
    await countHit(shop, QUOTE_LIMIT, { address: callerAddress(c, shop) })
    await next()
  }
  return createRouter('Orders')
    .openapi(withChecks(quoteRoute, limit), async (c) => {
      const { lines = [], text, ...asked } = c.req.valid('json')
      const user = await findCaller(c)
      const service = user
        ? askedByCustomer(shop, vat, user.id)
        : askedByVisitor(shop, vat, callerAddress(c, shop))
      const payer = await findPayer(shop, user, c.req.valid('query').customer)
      const company = payer && (await findBuyingCompany(shop.db, payer.id))
      const vatId = asked.vatId ?? company?.vatId
      const options = { terms: quoteTerms(shop, service, { ...asked, vatId }), company: company?.id }
      const buyer = payer && (await priceBuyer(shop, payer.id, company?.id))
      const quote =
        text === undefined
          ? quoteLines(shop.db, buyer, lines, options)
          : quoteText(shop.db, buyer, text, options)
      if (company) c.header('Cache-Control', 'private, no-store')
      return c.json(await quote, 200)
    })
    .openapi(exampleRoute, async (c) => c.json(await findExample(c.req.valid('json'), shop.now()), 200))
}

export type QuoteApi = ReturnType<typeof quoteApi>

/** Whose prices are quoted: the caller's, or those of the customer that the staff names. Refused (422): who cannot order. */
async function findPayer(shop: Shop, caller: SignedInUser | undefined, customer: string | undefined) {
  if (customer === undefined) return caller
  const account = await findOrderingAccount(shop, customer)
  if (!account) throw invalidField('customer', 'There is no customer with this e-mail address who can order.')
  return account
}

/** What finds the terms of the lines; undefined when the request names no destination. */
function quoteTerms(
  shop: Shop,
  vat: VatService,
  { deliverTo, home, delivery, vatId }: Omit<QuoteRequest, 'lines' | 'text'>,
) {
  const given = readGivenVatId(vatId)
  const asked = deliverTo && checkedDestination(deliverTo)
  if (!asked && !home) return undefined
  return async (lines: readonly DeliveredLine[], linesCents: number) => {
    const settings = await currentSettings(shop)
    // The order form of one part asks for no more than an address in one line: see `findDelivery`.
    const to = asked ?? { country: sellerPlace(settings).country }
    const question = { settings, lines, linesCents, to, delivery, vatId: given, now: shop.now() }
    const terms = await findTerms(vat, question)
    if (delivery !== undefined) refuseUndelivered(terms, question)
    const quoted = toQuotedTerms(terms, question)
    return asked ? quoted : { ...quoted, home: { country: to.country, name: countryName(to.country) } }
  }
}
