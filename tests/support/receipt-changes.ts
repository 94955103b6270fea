import type { Product } from '#features/catalog/schema.ts'
import { companyOf } from './agreed-prices.ts'
import { type Answer, orderFor, type Person } from './customer.ts'
import type { TestApp } from './test-app.ts'

/** Each call by which an admin records money of an order on account, by its name in the list of calls for admins. */
export function receiptChanges(
  place: () => { readonly app: TestApp; readonly admin: Person; readonly product: Product },
): Record<string, () => Promise<Answer>> {
  const send = (method: string, path: string, body?: object, key?: string) =>
    place().app.call(method, `/api/${path}`, {
      as: place().admin,
      ...(body && { body }),
      ...(key && { headers: { 'Idempotency-Key': key } }),
    })
  const recordReceipt = async (): Promise<{ answer: Answer; path: string }> => {
    const { app, admin, product } = place()
    const { _id, revision } = await companyOf(app, admin)
    const terms = { days: 30, credit: 1_000_000 }
    await send('PUT', `companies/${_id}`, { terms, blocked: false, revision })
    const order = { ...orderFor(product), payment: 'account' }
    const path = `order/${(await send('POST', 'order', order)).body._id}/receipts`
    const receipt = { amount: 1, at: '2026-01-01', reference: 'A sample' }
    return { answer: await send('POST', path, receipt, path), path }
  }
  return {
    'POST /api/order/sample/receipts': async () => (await recordReceipt()).answer,
    'DELETE /api/order/sample/receipts/sample': async () => {
      const { answer, path } = await recordReceipt()
      return send('DELETE', `${path}/${answer.body.receipts[0]._id}`)
    },
  }
}
