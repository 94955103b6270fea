import createClient from 'openapi-fetch'
import type { paths } from './api.ts'

/** Sends a request to the shop. */
type Send = (request: Request) => Promise<Response>

const connect = (send: Send, headers: Record<string, string> = {}) =>
  createClient<paths>({ baseUrl: 'http://localhost:3000', fetch: send, headers })

/** Orders 100 pieces of the newest product, reads the order, cancels it and reads it again. Returns the responses. */
export async function orderAndCancel(send: Send, token: string) {
  const client = connect(send, { Authorization: `Bearer ${token}` })
  const list = await client.GET('/api/product', { params: { query: { sort: 'newest', limit: '1' } } })
  const [product] = list.data ?? []
  if (!product) throw new Error('There is no product.')
  const order = await client.POST('/api/order', {
    params: { header: { 'idempotency-key': 'a generated client' } },
    body: {
      product: product.name,
      quantity: 100,
      totalPrice: Math.round(product.price * 10_000) / 100,
      phone: '+1 555 0100',
      address: '1 Sample Street, Sample Town',
    },
  })
  const path = { params: { path: { id: order.data?._id ?? '' } } }
  const read = await client.GET('/api/myorder/{id}', path)
  const cancelled = await client.DELETE('/api/myorder/{id}', path)
  const afterwards = await client.GET('/api/myorder/{id}', path)
  return {
    product: product._id,
    placed: order.data,
    read: read.data,
    deleted: cancelled.data?.deletedCount,
    cancelledAt: afterwards.data?.cancelledAt,
  }
}

/** Calls with type errors. Returns the statuses of their refusals. */
export async function misuse(send: Send) {
  const client = connect(send)
  // @ts-expect-error: an order has a quantity.
  const incomplete = await client.POST('/api/order', { body: { product: 'A part' } })
  // @ts-expect-error: no call has that path.
  const noSuchPath = await client.GET('/api/nothing')
  const unknown = await client.GET('/api/order/{id}', { params: { path: { id: 'unknown' } } })
  // @ts-expect-error: no refusal has that code.
  if (unknown.error?.code === 'no_such_code') throw new Error('The shop has no such code.')
  return [incomplete, noSuchPath, unknown].map(({ response }) => response.status)
}
