import { type Person, verifyEmail } from './customer.ts'
import { mailsIn } from './mailer.ts'
import type { TestApp } from './test-app.ts'

export const BILL_TO = {
  name: 'Ada Sample',
  company: 'Sample Works',
  street: '1 rue Exemple',
  postcode: '69001',
  city: 'Lyon',
  country: 'FR',
}

/** What a company is created with. */
export const COMPANY = { name: 'Sample Works', billTo: BILL_TO }

/** An account whose e-mail address is verified. */
export async function registerVerified(app: TestApp, name?: string): Promise<Person> {
  const person = await app.register({ ...(name !== undefined && { name }) })
  await verifyEmail(app.shop, person)
  return person
}

/** The token of the last invitation that was mailed to the address. */
export async function invitationOf(app: TestApp, { email }: Pick<Person, 'email'>): Promise<string> {
  const mails = await mailsIn(app.shop)
  const mail = mails.findLast(({ to, text }) => to === email && text?.includes('/join/'))
  return /\/join\/([0-9a-f]+)/.exec(mail?.text ?? '')?.[1] ?? ''
}

/** The manager of a new company. */
export async function foundCompany(app: TestApp, company: object = COMPANY): Promise<Person> {
  const manager = await registerVerified(app, 'Mia Manager')
  expectStatus(201, await app.call('POST', '/api/company', { as: manager, body: company }))
  return manager
}

/** Somebody whom the manager has invited. */
export async function inviteTo(app: TestApp, manager: Person, role: string, limits = {}): Promise<Person> {
  const person = await registerVerified(app, `Some ${role}`)
  const body = { email: person.email, role, limits }
  expectStatus(201, await app.call('POST', '/api/company/invitation', { as: manager, body }))
  return person
}

/** Somebody who has followed the invitation. */
export async function joinTo(app: TestApp, manager: Person, role: string, limits = {}): Promise<Person> {
  const person = await inviteTo(app, manager, role, limits)
  const body = { token: await invitationOf(app, person) }
  expectStatus(200, await app.call('POST', '/api/company/join', { as: person, body }))
  return person
}

function expectStatus(status: number, answer: { readonly status: number; readonly body: unknown }): void {
  if (answer.status !== status) throw new Error(`${answer.status}: ${JSON.stringify(answer.body)}`)
}
