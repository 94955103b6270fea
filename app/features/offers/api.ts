import { ownCall, staffCall } from '#features/accounts/calls.ts'
import { accountRefusals } from '#features/accounts/refusals.ts'
import { productRefusals } from '#features/catalog/refusals.ts'
import { companyRefusals } from '#features/companies/refusals.ts'
import { ORDER_DOCUMENT_LIMIT } from '#features/documents/api.ts'
import type { Documents } from '#features/documents/documents.ts'
import { orderRefusals } from '#features/orders/refusals.ts'
import { orderSchema } from '#features/orders/schema.ts'
import type { VatService } from '#features/tax/tax.ts'
import { idempotencyKeyField } from '#kit/input/fields.ts'
import { jsonAnswer, PAGING_HEADERS } from '#kit/server/describe.ts'
import { answerPage } from '#kit/server/paging.ts'
import type { Limit } from '#kit/server/rate-limit.ts'
import { createRouter, z } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import { MINUTE_MS } from '#kit/time.ts'
import { acceptOffer } from './accepting/accept-offer.ts'
import { askForOffer } from './asking/ask-offer.ts'
import { declineOffer, withdrawOffer } from './offering/end-offer.ts'
import { makeOffer } from './offering/make-offer.ts'
import { offerFile } from './records/offer-document.ts'
import { findOfferRow } from './records/offer-rows.ts'
import { listOffers, readOffer } from './records/read-offers.ts'
import {
  acceptOfferSchema,
  askOfferSchema,
  documentQuerySchema,
  endOfferSchema,
  makeOfferSchema,
  offerMessageSchema,
  offerSchema,
  offersQuerySchema,
  writeMessageSchema,
} from './schema.ts'
import { writeMessage } from './talking/messages.ts'

/** Each is a mail to the staff. @public */
export const OFFER_LIMIT: Limit = {
  name: 'offer',
  what: 'offers that are asked for, accepted or declined, and messages about them',
  account: 60,
  address: 600,
  windowMs: 10 * MINUTE_MS,
}

const ofOffer = { params: z.object({ id: z.string().meta({ description: 'The id of the offer.' }) }) }

const key = z.object({ 'idempotency-key': idempotencyKeyField.optional() })

const answer = jsonAnswer('The offer', offerSchema)

const { secondFactorRequired } = accountRefusals

const askRoute = ownCall('post', '/offer', {
  operationId: 'askForOffer',
  summary: 'Ask the shop for an offer',
  description:
    'For any whole quantities from 1, also beyond the stock and below the minimum. For the company of the caller, to whose address it goes unless the request has `deliverTo`. The staff with the right `orders` are told by mail. The e-mail has to be confirmed. The same `Idempotency-Key` asks once.',
  headers: key,
  body: askOfferSchema,
  limit: OFFER_LIMIT,
  answers: { 201: answer },
  refusals: [companyRefusals.emailNotVerified, orderRefusals.blocked, 'not_found', 'too_many', 'key_reused'],
})

const listRoute = ownCall('get', '/offer', {
  operationId: 'listOffers',
  summary: 'The offers that the caller may read, newest first',
  description:
    'Those that the caller asked for, as an approver or a manager those of the company too; staff with the right `orders` get those of all, with `own=true` theirs. `state=waiting` are those that wait for the shop. Without `limit` the first 100. `X-Total-Count` has their number, `Link` the next page.',
  query: offersQuerySchema,
  limit: 'reads',
  answers: { 200: jsonAnswer('The offers', z.array(offerSchema), PAGING_HEADERS) },
})

const readRoute = ownCall('get', '/offer/{id}', {
  operationId: 'getOffer',
  summary: 'An offer with its versions and messages',
  description:
    'To who asked, to approvers and managers of the company, and to staff with the right `orders`, who see stock, list price and agreed price of its parts too.',
  ...ofOffer,
  limit: 'reads',
  answers: { 200: answer },
  refusals: [secondFactorRequired],
})

const documentRoute = ownCall('get', '/offer/{id}/offer.pdf', {
  operationId: 'getOfferDocument',
  summary: 'A version of an offer as a PDF document',
  description: 'Without `revision` the newest. What a version says never changes.',
  ...ofOffer,
  query: documentQuerySchema,
  limit: ORDER_DOCUMENT_LIMIT,
  answers: {
    200: {
      description: 'The document',
      headers: {
        'Content-Disposition': { description: 'The file name.', schema: { type: 'string' }, required: true },
      },
      content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } },
    },
  },
  refusals: [secondFactorRequired],
})

const makeRoute = staffCall('orders', 'put', '/offer/{id}', {
  operationId: 'makeOffer',
  summary: 'Make the next version of an offer (admin)',
  description:
    'It replaces the version before, and who asked gets it by mail with its document. `validUntil` is the last day, in the time zone of the shop. Without `delivery` the first method that is offered counts; what it costs is kept. Refused (409 `revision_changed`) when there was another version since the `revision`.',
  ...ofOffer,
  body: makeOfferSchema,
  answers: { 200: answer },
  refusals: [productRefusals.revisionChanged, 'too_many', 'conflict'],
})

const messageRoute = ownCall('post', '/offer/{id}/message', {
  operationId: 'writeAboutOffer',
  summary: 'Write to the other side about an offer',
  description:
    'Who asked, approvers and managers of the company, and staff with the right `orders`. The other side is told by mail. At most 200. The same `Idempotency-Key` writes once.',
  ...ofOffer,
  headers: key,
  body: writeMessageSchema,
  limit: OFFER_LIMIT,
  answers: { 201: jsonAnswer('The message', offerMessageSchema) },
  refusals: [secondFactorRequired, 'too_many', 'key_reused'],
})

const acceptRoute = ownCall('post', '/offer/{id}/accept', {
  operationId: 'acceptOffer',
  summary: 'Accept the newest version of an offer: it becomes an order',
  description:
    'By who asked, or an approver or manager of the company. The order of who asked, at exactly the prices and quantities of the version: minimum, step and list do not count, and what the stock does not cover is on backorder. Limits and approvals hold as for any order; an approver who accepts approves as far as the own limit goes. Once: several at the same time place one order.',
  ...ofOffer,
  body: acceptOfferSchema,
  limit: OFFER_LIMIT,
  answers: { 201: jsonAnswer('The order', orderSchema) },
  refusals: [
    secondFactorRequired,
    'forbidden',
    orderRefusals.blocked,
    productRefusals.revisionChanged,
    orderRefusals.noTerms,
    orderRefusals.overCredit,
    orderRefusals.tooManyUnpaid,
    orderRefusals.tooManyCancelled,
    orderRefusals.tooMuchHeld,
    'conflict',
  ],
})

const declineRoute = ownCall('post', '/offer/{id}/decline', {
  operationId: 'declineOffer',
  summary: 'Decline an offer, or take back that it was asked for',
  description: 'By who asked, or an approver or manager of the company. The staff are told by mail.',
  ...ofOffer,
  body: endOfferSchema,
  isBodyOptional: true,
  limit: OFFER_LIMIT,
  answers: { 200: answer },
  refusals: [secondFactorRequired, 'forbidden', productRefusals.revisionChanged, 'conflict'],
})

const withdrawRoute = staffCall('orders', 'post', '/offer/{id}/withdraw', {
  operationId: 'withdrawOffer',
  summary: 'Withdraw an offer (admin)',
  description: 'It cannot be accepted any more. Who asked is told by mail, with the reason.',
  ...ofOffer,
  body: endOfferSchema,
  isBodyOptional: true,
  answers: { 200: answer },
  refusals: [productRefusals.revisionChanged, 'conflict'],
})

/** The calls of offers. */
export function offersApi(shop: Shop, documents: Documents, vat: VatService) {
  return createRouter('Companies')
    .openapi(askRoute, async (c) => {
      const user = c.get('user')
      const { 'idempotency-key': sent } = c.req.valid('header')
      const id = await askForOffer(shop, user, c.req.valid('json'), sent)
      return c.json(await readOffer(shop, user, id), 201)
    })
    .openapi(listRoute, async (c) =>
      answerPage(c, await listOffers(shop, c.get('user'), c.req.valid('query'))),
    )
    .openapi(readRoute, async (c) =>
      c.json(await readOffer(shop, c.get('user'), c.req.valid('param').id), 200),
    )
    .openapi(documentRoute, async (c) => {
      const { id } = c.req.valid('param')
      const offer = await findOfferRow(shop.db, id, c.get('user'))
      const { fileName, bytes } = await offerFile(shop.db, documents, offer, c.req.valid('query'))
      return c.body(bytes, 200, {
        'Content-Type': 'application/pdf',
        'Content-Disposition': `inline; filename="${fileName}"`,
      })
    })
    .openapi(makeRoute, async (c) => {
      const { id } = c.req.valid('param')
      const user = c.get('user')
      await makeOffer(shop, vat, user, id, c.req.valid('json'))
      return c.json(await readOffer(shop, user, id), 200)
    })
    .route('/', answeringApi(shop, vat))
}

/** What both sides say to an offer. */
const answeringApi = (shop: Shop, vat: VatService) =>
  createRouter('Companies')
    .openapi(messageRoute, async (c) => {
      const { 'idempotency-key': sent } = c.req.valid('header')
      const message = { offerId: c.req.valid('param').id, key: sent, ...c.req.valid('json') }
      return c.json(await writeMessage(shop, c.get('user'), message), 201)
    })
    .openapi(acceptRoute, async (c) => {
      const { id } = c.req.valid('param')
      return c.json(await acceptOffer(shop, vat, c.get('user'), id, c.req.valid('json')), 201)
    })
    .openapi(declineRoute, async (c) => {
      const { id } = c.req.valid('param')
      const user = c.get('user')
      await declineOffer(shop, user, id, c.req.valid('json') ?? {})
      return c.json(await readOffer(shop, user, id), 200)
    })
    .openapi(withdrawRoute, async (c) => {
      const { id } = c.req.valid('param')
      const user = c.get('user')
      await withdrawOffer(shop, user, id, c.req.valid('json') ?? {})
      return c.json(await readOffer(shop, user, id), 200)
    })

export type OffersApi = ReturnType<typeof offersApi>
