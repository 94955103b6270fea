import { unwrap } from '#kit/browser/client.ts'
import { type FetchPage, unwrapPage } from '#kit/browser/paged-list.ts'
import { paramOf, returnsClient } from '../client.ts'
import type { OrderReturns, ReceiveReturn, RefundReturn, Return } from '../schema.ts'
import { returnFilters } from '../states.ts'

/** The calls of the staff. */

export const fetchOrderReturns = (orderId: string, signal?: AbortSignal): Promise<OrderReturns> =>
  unwrap(
    returnsClient.order[':id'].returns.$get(
      { param: paramOf(orderId) },
      { init: { signal: signal ?? null } },
    ),
  )

/** Requests a page of everyone's returns; `q` is the state, or empty for those that wait. */
export const fetchReturns: FetchPage<Return> = ({ q = '', ...page }, signal) => {
  const state = returnFilters.find((each) => each === q)
  return unwrapPage(
    returnsClient.returns.$get({ query: { ...(state && { state }), ...page } }, { init: { signal } }),
  )
}

type Opened = Parameters<(typeof returnsClient.order)[':id']['returns']['$post']>[0]['json']

export const openReturn = (orderId: string, json: Opened, key: string): Promise<Return> =>
  unwrap(
    returnsClient.order[':id'].returns.$post({
      param: paramOf(orderId),
      header: { 'idempotency-key': key },
      json,
    }),
  )

const stepsOf = returnsClient.return[':id']

export const acceptReturn = ({ _id, revision }: Return, instructions: string): Promise<Return> =>
  unwrap(stepsOf.accept.$post({ param: paramOf(_id), json: { revision, instructions } }))

export const declineReturn = ({ _id, revision }: Return, reason: string): Promise<Return> =>
  unwrap(stepsOf.decline.$post({ param: paramOf(_id), json: { revision, reason } }))

export const closeReturn = ({ _id, revision }: Return, reason: string): Promise<Return> =>
  unwrap(stepsOf.close.$post({ param: paramOf(_id), json: { revision, reason } }))

export const receiveReturn = (id: string, json: ReceiveReturn, key: string): Promise<Return> =>
  unwrap(stepsOf.receive.$post({ param: paramOf(id), header: { 'idempotency-key': key }, json }))

export const refundReturn = (id: string, json: RefundReturn, key: string): Promise<Return> =>
  unwrap(stepsOf.refund.$post({ param: paramOf(id), header: { 'idempotency-key': key }, json }))

export const replaceReturn = (id: string, json: { revision: number }, key: string): Promise<Return> =>
  unwrap(stepsOf.replace.$post({ param: paramOf(id), header: { 'idempotency-key': key }, json }))
