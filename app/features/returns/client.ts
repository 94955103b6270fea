import { unwrap } from '#kit/browser/client.ts'
import { createClient } from '#kit/browser/typed-client.ts'
import type { ReturnsApi } from './api.ts'
import type { AskReturn, OrderReturns, Return } from './schema.ts'

/** The typed client for the calls of returns. */
export const returnsClient = createClient<ReturnsApi>()

export const paramOf = (id: string) => ({ id: encodeURIComponent(id) })

/** The returns of an own order. */
export const fetchOwnReturns = (orderId: string, signal?: AbortSignal): Promise<OrderReturns> =>
  unwrap(
    returnsClient.myorder[':id'].returns.$get(
      { param: paramOf(orderId) },
      { init: { signal: signal ?? null } },
    ),
  )

/** Asks to return pieces of an own order. A repeat with the same key asks once. */
export const askForReturn = (orderId: string, json: AskReturn, key: string): Promise<Return> =>
  unwrap(
    returnsClient.myorder[':id'].returns.$post({
      param: paramOf(orderId),
      header: { 'idempotency-key': key },
      json,
    }),
  )

/** Takes back a return of an own order of which nothing came back. */
export const withdrawReturn = ({ orderId, _id, revision }: Return): Promise<Return> =>
  unwrap(
    returnsClient.myorder[':id'].returns[':returnId'].withdraw.$post({
      param: { ...paramOf(orderId), returnId: encodeURIComponent(_id) },
      json: { revision },
    }),
  )
