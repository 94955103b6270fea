import type { Session } from '#features/accounts/browser-session.ts'
import { accountsClient } from '#features/accounts/client.ts'
import { signOutIfUnauthorized } from '#features/accounts/components.tsx'
import { ordersClient } from '#features/orders/client.ts'
import type { Order } from '#features/orders/schema.ts'
import { unwrap } from '#kit/browser/client.ts'

/** The customer's contact details: from the profile, else from the last order; empty when neither has them. */
export interface Customer {
  readonly phone: string
  readonly address: string
  /** Where they come from, as a sentence; empty when there are none. */
  readonly origin: string
  /** The address with where it comes from, as a sentence; empty when there is none. */
  readonly said: string
  /** Where an order to an address that is typed probably goes; the browser is asked without it. */
  readonly country?: string | undefined
  /** Where the last order went; undefined without one, and when its address is only a text. */
  readonly last?: LastOrder | undefined
}

type LastOrder = Pick<Order, 'deliverTo' | 'billTo' | 'addressLines' | 'billingLines' | 'tax'>

type Contact = Partial<Pick<Customer, 'phone' | 'address' | 'country' | 'last'>>

/**
 * Fetches the customer's contact details. It never fails: the customer can type what was not loaded. An expired session
 * is ended, which redirects to the sign-in page.
 */
export async function fetchCustomer({ email }: Session): Promise<Customer> {
  let hasFailed = false
  const continueWithout = (error: unknown): Contact => {
    hasFailed = true
    // Without a session no other request can succeed.
    if (signOutIfUnauthorized(error)) throw error
    return {}
  }
  try {
    const profile = await fetchProfile(email).catch(continueWithout)
    const last = await fetchLastOrder(email).catch(continueWithout)
    return {
      ...(mergeContacts(profile, last) ?? (hasFailed ? NOT_LOADED : NO_DETAILS)),
      country: last.country,
      last: last.last,
    }
  } catch {
    return NOT_LOADED
  }
}

const NO_DETAILS: Customer = { phone: '', address: '', origin: '', said: '' }

const NOT_LOADED: Customer = { ...NO_DETAILS, origin: 'Your details could not be loaded.' }

async function fetchProfile(email: string): Promise<Contact> {
  return unwrap(accountsClient.user[':email'].$get({ param: { email: encodeURIComponent(email) } }))
}

async function fetchLastOrder(email: string): Promise<Contact> {
  const [last] = await unwrap(ordersClient.myorders.$get({ query: { email, limit: '1' } }))
  // Another person may have placed it, and those before it.
  if (!last || last.unproven) return {}
  const country = last.deliverTo?.country ?? last.deliverFrom
  return { ...last, country, ...(last.deliverTo && { last }) }
}

/** The profile's details, completed from the last order; undefined when both are empty. */
function mergeContacts(profile: Contact, last: Contact): Customer | undefined {
  const sources = [
    ...(profile.phone || profile.address ? ['your profile'] : []),
    ...((last.phone && !profile.phone) || (last.address && !profile.address) ? ['your last order'] : []),
  ]
  if (sources.length === 0) return undefined
  return {
    phone: profile.phone || last.phone || '',
    address: profile.address || last.address || '',
    origin: `From ${sources.join(' and ')}.`,
    said: saidOf(profile, last),
  }
}

function saidOf(profile: Contact, last: Contact): string {
  if (profile.address) return `Your profile says: ${profile.address}`
  // Where it has an address that can be chosen, the choice says it.
  return last.address && !last.last ? `Your last order went to: ${last.address}` : ''
}
