import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Answer, Person, ShopCalls } from './customer.ts'
import type { TestApp } from './test-app.ts'

interface Place {
  readonly call: ShopCalls['call']
  readonly admin: () => Person
  readonly paidOrder: () => Promise<{ customer: Person; id: string }>
}

/** Each call by which an admin changes a return, by its name in the list of calls for admins. */
export function returnChanges({ call, admin, paidOrder }: Place): Record<string, () => Promise<Answer>> {
  const ofReturn = (id: string, step: string, body: object) =>
    call('POST', `/api/return/${id}/${step}`, {
      as: admin(),
      headers: { 'Idempotency-Key': `${step} of ${id}` },
      body,
    })

  /** A return of a shipped order: opened by an admin, or asked for by its customer. */
  async function returned(by: 'admin' | 'customer'): Promise<{ answer: Answer; id: string }> {
    const { id: order, customer } = await paidOrder()
    await call('POST', `/api/order/${order}/shipments`, { as: admin(), body: {} })
    const body = { lines: [{ position: 0, quantity: 10 }], reason: 'faulty' }
    const answer =
      by === 'admin'
        ? await call('POST', `/api/order/${order}/returns`, {
            as: admin(),
            body: { ...body, instructions: 'A sample.' },
          })
        : await call('POST', `/api/myorder/${order}/returns`, { as: customer, body })
    return { answer, id: answer.body._id }
  }

  async function cameBack(): Promise<{ answer: Answer; id: string; revision: number }> {
    const { id } = await returned('admin')
    const lines = [{ position: 0, restocked: 10, scrapped: 0 }]
    const answer = await ofReturn(id, 'receive', { revision: 1, lines })
    return { answer, id, revision: answer.body.revision }
  }

  return {
    'POST /api/order/sample/returns': async () => (await returned('admin')).answer,
    'POST /api/return/sample/accept': async () =>
      ofReturn((await returned('customer')).id, 'accept', { revision: 1, instructions: 'A sample.' }),
    'POST /api/return/sample/decline': async () =>
      ofReturn((await returned('customer')).id, 'decline', { revision: 1, reason: 'A sample.' }),
    'POST /api/return/sample/receive': async () => (await cameBack()).answer,
    'POST /api/return/sample/refund': async () => {
      const { id, revision } = await cameBack()
      return ofReturn(id, 'refund', { revision, amount: 0.01 })
    },
    'POST /api/return/sample/replace': async () => {
      const { id, revision } = await cameBack()
      return ofReturn(id, 'replace', { revision })
    },
    'POST /api/return/sample/close': async () => {
      const { id, revision } = await cameBack()
      return ofReturn(id, 'close', { revision, reason: 'A sample.' })
    },
  }
}

/** An admin opens a return of another sample order, of which a piece comes to stock, and replaces it with one that is thrown away. */
export async function replaceSome(app: TestApp, admin: Person, besides: string): Promise<void> {
  const other = await app.shop.db
    .selectFrom('orders')
    .select('id')
    .where('status', '=', 'shipped')
    .where(sql<boolean>`refunded_cents = 0 and dispute is null and id <> ${besides}`)
    .executeTakeFirstOrThrow()
  const send = async (path: string, body: object) => (await app.call('POST', path, { as: admin, body })).body
  const returned = { lines: [{ position: 0, quantity: 2 }], reason: 'other', instructions: 'A sample.' }
  const { _id } = await send(`/api/order/${other.id}/returns`, returned)
  const received = { revision: 1, lines: [{ position: 0, restocked: 1, scrapped: 1 }] }
  await send(`/api/return/${_id}/receive`, received)
  expect((await send(`/api/return/${_id}/replace`, { revision: 2 })).state).toBe('settled')
}
