import { COMPANY } from './company.ts'
import type { Answer, Person } from './customer.ts'
import type { TestApp } from './test-app.ts'

/** Agrees prices with the company of a member, as the staff does. */
export async function agreePrices(
  app: Pick<TestApp, 'call'>,
  admin: Person,
  companyId: string,
  prices: readonly object[],
): Promise<void> {
  const answer = await app.call('PUT', `/api/companies/${companyId}/prices`, { as: admin, body: { prices } })
  if (answer.status !== 200) throw new Error(`${answer.status}: ${JSON.stringify(answer.body)}`)
}

/** The id of the company of a member. */
export const companyIdOf = async (app: Pick<TestApp, 'call'>, member: Person): Promise<string> =>
  (await app.call('GET', '/api/company', { as: member })).body._id

/** Lets the company of a member pay less than the list. */
export async function setDiscount(
  app: Pick<TestApp, 'call'>,
  admin: Person,
  companyId: string,
  discount: number,
): Promise<void> {
  const path = `/api/companies/${companyId}`
  const { revision } = (await app.call('GET', path, { as: admin })).body
  const answer = await app.call('PUT', path, { as: admin, body: { discount, revision } })
  if (answer.status !== 200) throw new Error(`${answer.status}: ${JSON.stringify(answer.body)}`)
}

/** The company of an account, which is founded if there is none. */
export async function companyOf(app: Pick<TestApp, 'call'>, as: Person): Promise<Answer['body']> {
  await app.call('POST', '/api/company', { as, body: COMPANY })
  return (await app.call('GET', '/api/company', { as })).body
}

/** Agrees a price with the own company of somebody of the staff. */
export async function agreeOwn(app: Pick<TestApp, 'call'>, as: Person, sku: string): Promise<Answer> {
  const { _id } = await companyOf(app, as)
  const body = { prices: [{ sku, prices: [{ from: 100, price: 0.01 }] }] }
  return app.call('PUT', `/api/companies/${_id}/prices`, { as, body })
}
