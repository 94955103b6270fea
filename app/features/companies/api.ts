import { ownCall, staffCall } from '#features/accounts/calls.ts'
import { REVISION_CHANGED } from '#kit/problem.ts'
import { jsonAnswer, PAGING_HEADERS } from '#kit/server/describe.ts'
import { answerPage } from '#kit/server/paging.ts'
import type { Limit } from '#kit/server/rate-limit.ts'
import { createRouter, z } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import { DAY_MS, MINUTE_MS } from '#kit/time.ts'
import { invite, joinCompany, listInvitations, withdrawInvitation } from './invitations/invitations.ts'
import { changeMember, removeMember } from './members/members.ts'
import { changeCompany, createCompany, readOwnCompany, readOwnTerms } from './own/own-company.ts'
import { companyRefusals } from './refusals.ts'
import {
  changeCompanySchema,
  changeMemberSchema,
  companySchema,
  invitationSchema,
  inviteSchema,
  joinSchema,
  newCompanySchema,
  ownTermsSchema,
} from './schema.ts'
import { findCompany, listCompanies, manageCompany } from './staff/manage-companies.ts'
import {
  listCompaniesSchema,
  listedCompanySchema,
  manageCompanySchema,
  managedCompanySchema,
} from './staff/schema.ts'

/** @public */
export const COMPANY_LIMIT: Limit = {
  name: 'company',
  what: 'changes of a company and of its members, and tries to join one',
  account: 200,
  address: 2000,
  windowMs: MINUTE_MS,
}

/** Each sends a mail with words of a stranger. @public */
export const INVITATION_LIMIT: Limit = {
  name: 'invitation',
  what: 'invitations to a company',
  account: 100,
  address: 500,
  windowMs: DAY_MS,
}

const deleted = jsonAnswer('How many were deleted', z.object({ deletedCount: z.number() }))
const ofMember = { params: z.object({ id: z.string().meta({ description: 'The `_id` of the member.' }) }) }
const ofInvitation = {
  params: z.object({ id: z.string().meta({ description: 'The id of the invitation.' }) }),
}
const theCompany = jsonAnswer('The company', companySchema)

const createRoute = ownCall('post', '/company', {
  operationId: 'createCompany',
  summary: 'Create a company, of which the caller is the manager',
  description: 'An account is in one company at most, and its e-mail has to be confirmed.',
  body: newCompanySchema,
  limit: COMPANY_LIMIT,
  answers: { 201: theCompany },
  refusals: [companyRefusals.emailNotVerified, companyRefusals.inCompany],
})

const getRoute = ownCall('get', '/company', {
  operationId: 'getCompany',
  summary: 'The company of the caller, with its members',
  description: 'Approvers and managers see the limits of all members, others their own.',
  limit: 'reads',
  answers: { 200: theCompany },
  refusals: ['not_found'],
})

const termsRoute = ownCall('get', '/company/terms', {
  operationId: 'getOwnTerms',
  summary: 'On what terms the caller can order on account',
  description: 'Empty for whoever pays by card. Approvers and managers see what is left of the credit.',
  limit: 'reads',
  answers: { 200: jsonAnswer('The terms', ownTermsSchema) },
})

const changeRoute = ownCall('put', '/company', {
  operationId: 'changeCompany',
  summary: 'Replace name, billing address and VAT ID of the own company (manager)',
  description: 'Refused (409) when it was changed since the `revision`.',
  body: changeCompanySchema,
  limit: COMPANY_LIMIT,
  answers: { 200: theCompany },
  refusals: ['not_found', 'forbidden', REVISION_CHANGED],
})

const invitationsRoute = ownCall('get', '/company/invitation', {
  operationId: 'listInvitations',
  summary: 'The open invitations of the own company, newest first (manager)',
  limit: 'reads',
  answers: { 200: jsonAnswer('The invitations', z.array(invitationSchema)) },
  refusals: ['not_found', 'forbidden'],
})

const inviteRoute = ownCall('post', '/company/invitation', {
  operationId: 'inviteMember',
  summary: 'Invite an e-mail address to the own company (manager)',
  description:
    'It gets a mail with a link for 7 days, which that address alone can use, once; an earlier link to it ends. At most 50 are open at once.',
  body: inviteSchema,
  limit: INVITATION_LIMIT,
  answers: { 201: jsonAnswer('The invitation', invitationSchema) },
  refusals: ['not_found', 'forbidden', 'conflict', 'too_many'],
})

const withdrawRoute = ownCall('delete', '/company/invitation/{id}', {
  operationId: 'withdrawInvitation',
  summary: 'Withdraw an invitation (manager)',
  ...ofInvitation,
  limit: COMPANY_LIMIT,
  answers: { 200: deleted },
  refusals: ['forbidden'],
})

const joinRoute = ownCall('post', '/company/join', {
  operationId: 'joinCompany',
  summary: 'Join the company that invited the caller’s e-mail address',
  description: 'An invitation that is used, withdrawn, too old or another’s is refused as an unknown one.',
  body: joinSchema,
  limit: COMPANY_LIMIT,
  answers: { 200: theCompany },
  refusals: ['not_found', companyRefusals.emailNotVerified, companyRefusals.inCompany],
})

const memberRoute = ownCall('put', '/company/member/{id}', {
  operationId: 'changeMember',
  summary: 'Set role and limits of a member of the own company (manager)',
  ...ofMember,
  body: changeMemberSchema,
  limit: COMPANY_LIMIT,
  answers: { 200: theCompany },
  refusals: ['forbidden', companyRefusals.lastManager],
})

const removeRoute = ownCall('delete', '/company/member/{id}', {
  operationId: 'removeMember',
  summary: 'Take a member out of the own company (manager), or leave it',
  description: 'Who goes keeps the account and the own orders, and nothing else of the company.',
  ...ofMember,
  limit: COMPANY_LIMIT,
  answers: { 200: deleted },
  refusals: ['forbidden', companyRefusals.lastManager],
})

const ofCompany = { params: z.object({ id: z.string().meta({ description: 'The id of the company.' }) }) }
const managed = jsonAnswer('The company', managedCompanySchema)

/** Who looks after people, and after money: the terms of companies. */
const MAY_MANAGE = ['people', 'money'] as const

const listRoute = staffCall(MAY_MANAGE, 'get', '/companies', {
  operationId: 'listCompanies',
  summary: 'All companies, newest first (admin)',
  description: 'Without `limit` the first 100. `X-Total-Count` has their number, `Link` the next page.',
  query: listCompaniesSchema,
  answers: { 200: jsonAnswer('The companies', z.array(listedCompanySchema), PAGING_HEADERS) },
})

const readRoute = staffCall(MAY_MANAGE, 'get', '/companies/{id}', {
  operationId: 'readCompany',
  summary: 'A company with its members (admin)',
  ...ofCompany,
  answers: { 200: managed },
})

const manageRoute = staffCall(MAY_MANAGE, 'put', '/companies/{id}', {
  operationId: 'manageCompany',
  summary: 'Block or unblock a company, set its discount and its terms, note something on it (admin)',
  description:
    'What is absent stays. A blocked company orders nothing and reads everything. Its members never see the note. With `terms` it orders on account, null ends that; they want the right `money`, the rest wants `people`. Refused (409) when it was changed since the `revision`.',
  ...ofCompany,
  body: manageCompanySchema,
  answers: { 200: managed },
  refusals: [REVISION_CHANGED],
})

/** The calls of companies: what the caller may do depends on the role in the own one. */
export function companiesApi(shop: Shop) {
  return createRouter('Companies')
    .openapi(createRoute, async (c) =>
      c.json(await createCompany(shop, c.get('user'), c.req.valid('json')), 201),
    )
    .openapi(getRoute, async (c) => c.json(await readOwnCompany(shop.db, c.get('user')), 200))
    .openapi(termsRoute, async (c) => c.json(await readOwnTerms(shop.db, c.get('user')), 200))
    .openapi(changeRoute, async (c) =>
      c.json(await changeCompany(shop, c.get('user'), c.req.valid('json')), 200),
    )
    .openapi(invitationsRoute, async (c) => c.json(await listInvitations(shop, c.get('user')), 200))
    .openapi(inviteRoute, async (c) => c.json(await invite(shop, c.get('user'), c.req.valid('json')), 201))
    .openapi(withdrawRoute, async (c) => {
      await withdrawInvitation(shop, c.get('user'), c.req.valid('param').id)
      return c.json({ deletedCount: 1 }, 200)
    })
    .openapi(joinRoute, async (c) => {
      await joinCompany(shop, c.get('user'), c.req.valid('json').token)
      return c.json(await readOwnCompany(shop.db, c.get('user')), 200)
    })
    .openapi(memberRoute, async (c) => {
      await changeMember(shop, c.get('user'), c.req.valid('param').id, c.req.valid('json'))
      return c.json(await readOwnCompany(shop.db, c.get('user')), 200)
    })
    .openapi(listRoute, async (c) => answerPage(c, await listCompanies(shop.db, c.req.valid('query'))))
    .openapi(readRoute, async (c) => c.json(await findCompany(shop.db, c.req.valid('param').id), 200))
    .openapi(manageRoute, async (c) => {
      const { id } = c.req.valid('param')
      return c.json(await manageCompany(shop, c.get('user'), id, c.req.valid('json')), 200)
    })
    .openapi(removeRoute, async (c) => {
      await removeMember(shop, c.get('user'), c.req.valid('param').id)
      return c.json({ deletedCount: 1 }, 200)
    })
}

export type CompaniesApi = ReturnType<typeof companiesApi>
