import type { Person } from './customer.ts'
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
