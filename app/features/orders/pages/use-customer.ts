import { useEffect, useState } from 'react'
import type { Session } from '#features/accounts/browser-session.ts'
import { accountsClient } from '#features/accounts/client.ts'
import { signOutIfUnauthorized } from '#features/accounts/components.tsx'
import { ordersClient } from '#features/orders/client.ts'
import { unwrap } from '#kit/browser/client.ts'

/** How the customer can be reached: of the profile, else of the last order; empty where neither says. */
export interface Customer {
  readonly phone: string
  readonly address: string
  /** Where they are from, as a sentence; empty when they are from nowhere. */
  readonly origin: string
}

type Contact = Partial<Pick<Customer, 'phone' | 'address'>>

/**
 * Asks how the customer can be reached. It never fails: what could not be asked is typed. A session that the shop no
 * longer takes is ended, which leads to the sign-in page.
 */
export async function askCustomer({ email }: Session): Promise<Customer> {
  let hasFailed = false
  const goOn = (error: unknown): Contact => {
    hasFailed = true
    // Without a session nothing more can be asked.
    if (signOutIfUnauthorized(error)) throw error
    return {}
  }
  try {
    const profile = await askProfile(email).catch(goOn)
    const last = profile.phone && profile.address ? {} : await askLastOrder(email).catch(goOn)
    return customerOf(profile, last) ?? (hasFailed ? NOT_LOADED : NOBODY)
  } catch {
    return NOT_LOADED
  }
}

const NOBODY: Customer = { phone: '', address: '', origin: '' }

const NOT_LOADED: Customer = { ...NOBODY, origin: 'Your details could not be loaded.' }

async function askProfile(email: string): Promise<Contact> {
  return unwrap(accountsClient.user[':email'].$get({ param: { email: encodeURIComponent(email) } }))
}

async function askLastOrder(email: string): Promise<Contact> {
  const [last = {}] = await unwrap(ordersClient.myorders.$get({ query: { email, limit: '1' } }))
  return last
}

/** What the profile leaves open is taken from the last order; undefined when neither says anything. */
function customerOf(profile: Contact, last: Contact): Customer | undefined {
  const sources = [
    ...(profile.phone || profile.address ? ['your profile'] : []),
    ...(last.phone || last.address ? ['your last order'] : []),
  ]
  if (sources.length === 0) return undefined
  return {
    phone: profile.phone || last.phone || '',
    address: profile.address || last.address || '',
    origin: `From ${sources.join(' and ')}.`,
  }
}

/** The customer once the answer is there; until then undefined, or as a look before had it. */
export function useCustomer(asked: Promise<Customer> | null): Customer | undefined {
  const [customer, setCustomer] = useState<Customer>()
  useEffect(() => {
    let isWanted = true
    void asked?.then((answer) => isWanted && setCustomer(answer))
    return () => {
      isWanted = false
    }
  }, [asked])
  return customer
}
