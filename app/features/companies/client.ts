import { unwrap } from '#kit/browser/client.ts'
import { createClient } from '#kit/browser/typed-client.ts'
import type { CompaniesApi } from './api.ts'
import type {
  ChangeCompany,
  ChangeMember,
  Company,
  Invitation,
  Invite,
  NewCompany,
  OwnTerms,
} from './schema.ts'
import type { ManageCompany, ManagedCompany } from './staff/schema.ts'

const client = createClient<CompaniesApi>()

export const companiesClient = client

const byId = (id: string) => ({ param: { id: encodeURIComponent(id) } })

export const fetchCompany = (): Promise<Company> => unwrap(client.company.$get())

/** On what terms the caller can order on account. */
export const fetchOwnTerms = (): Promise<OwnTerms> => unwrap(client.company.terms.$get())

export const createCompany = (json: NewCompany): Promise<Company> => unwrap(client.company.$post({ json }))

export const changeCompany = (json: ChangeCompany): Promise<Company> => unwrap(client.company.$put({ json }))

export const fetchInvitations = (): Promise<Invitation[]> => unwrap(client.company.invitation.$get())

export const inviteMember = (json: Invite): Promise<Invitation> =>
  unwrap(client.company.invitation.$post({ json }))

export const withdrawInvitation = (id: string): Promise<{ deletedCount: number }> =>
  unwrap(client.company.invitation[':id'].$delete(byId(id)))

export const joinCompany = (token: string): Promise<Company> =>
  unwrap(client.company.join.$post({ json: { token } }))

export const changeMember = (id: string, json: ChangeMember): Promise<Company> =>
  unwrap(client.company.member[':id'].$put({ ...byId(id), json }))

export const removeMember = (id: string): Promise<{ deletedCount: number }> =>
  unwrap(client.company.member[':id'].$delete(byId(id)))

export type { ListedCompany, ManagedCompany } from './staff/schema.ts'

/** A company, for the staff. */
export const fetchManagedCompany = (id: string): Promise<ManagedCompany> =>
  unwrap(client.companies[':id'].$get(byId(id)))

export const manageCompany = (id: string, json: ManageCompany): Promise<ManagedCompany> =>
  unwrap(client.companies[':id'].$put({ ...byId(id), json }))
