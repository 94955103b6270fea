import { z } from 'zod'
import {
  configPart,
  type Given,
  incompleteGroupProblems,
  isLoopback,
  productionProblems,
} from '#kit/config/config-part.ts'
import type { StripeKeys } from './provider/gateway.ts'

declare module '#kit/config/config.ts' {
  interface Config {
    readonly stripe: StripeKeys | undefined
  }
}

// A server that receives the secret key can charge cards in the shop's name: only Stripe or this machine may.
const LOOPBACK_URL = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\]):\d{1,5}$/

const variables = {
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_/, 'STRIPE_SECRET_KEY has to begin with sk_ or rk_')
    .optional(),
  STRIPE_PUBLISHABLE_KEY: z.string().regex(/^pk_/, 'STRIPE_PUBLISHABLE_KEY has to begin with pk_').optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_/, 'STRIPE_WEBHOOK_SECRET has to begin with whsec_')
    .optional(),
  STRIPE_API_URL: z
    .string()
    .regex(LOOPBACK_URL, 'STRIPE_API_URL has to be an address of this machine such as http://127.0.0.1:4010')
    .optional(),
}

function problemsBetween(given: Given): string[] {
  const problems = incompleteGroupProblems(given, [
    'STRIPE_SECRET_KEY',
    'STRIPE_PUBLISHABLE_KEY',
    'STRIPE_WEBHOOK_SECRET',
  ])
  if (
    given.STRIPE_API_URL &&
    (given.NODE_ENV === 'production' || !/^[sr]k_test_/.test(given.STRIPE_SECRET_KEY ?? ''))
  ) {
    problems.push('STRIPE_API_URL is for tests: outside production, with a key that begins with sk_test_')
  }
  return [...problems, ...liveKeyProblems(given), ...productionProblems(given, 'STRIPE_SECRET_KEY')]
}

const STRIPE_KEYS = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY'] as const

/** Keys as `sk_live_…`, `rk_live_…`, `pk_live_…`, and those of an organization, `sk_org_live_…`. */
const isLive = (key: string): boolean => /^[a-z]+_(org_)?live_/.test(key)

/**
 * Live keys charge real cards, and a sandbox gives anyone access: Google's as the admin, mail's by a password reset
 * that anyone can read. So live keys and sandboxes are never combined; neither are a live key and a test key.
 */
function liveKeyProblems(given: Given): string[] {
  const live = STRIPE_KEYS.filter((name) => isLive(given[name] ?? ''))
  const problems: string[] = []
  for (const name of live) {
    if (given.NODE_ENV !== 'production') {
      problems.push(`${name} is a live key, which starts only with NODE_ENV=production; use a test key here`)
    } else if (given.SANDBOX === 'on') {
      problems.push(`${name} is a live key, which does not start with SANDBOX=on`)
    }
  }
  const isPair = STRIPE_KEYS.every((name) => given[name] !== undefined)
  if (isPair && live.length === 1) {
    problems.push(`${STRIPE_KEYS.join(' and ')} have to be two live keys or two test keys`)
  }
  if (live.length > 0 && given.NODE_ENV === 'production') problems.push(...liveAddressProblems(given))
  return problems
}

/** A shop for real money says where it is: return addresses, links in mails and secure cookies depend on it. */
function liveAddressProblems({ PUBLIC_URL }: Given): string[] {
  if (!PUBLIC_URL)
    return ['PUBLIC_URL is missing: with live keys set it to the address of the shop, https://…']
  const isSafe = PUBLIC_URL.startsWith('https:') || isLoopback(PUBLIC_URL)
  return isSafe ? [] : ['PUBLIC_URL has to begin with https:// with live keys']
}

/** The settings of payments. */
export const paymentsConfig = configPart({
  variables,
  problemsBetween,
  shape: (env): { stripe: StripeKeys | undefined } => ({
    stripe:
      env.STRIPE_SECRET_KEY && env.STRIPE_PUBLISHABLE_KEY && env.STRIPE_WEBHOOK_SECRET
        ? {
            secretKey: env.STRIPE_SECRET_KEY,
            publishableKey: env.STRIPE_PUBLISHABLE_KEY,
            webhookSecret: env.STRIPE_WEBHOOK_SECRET,
            apiUrl: env.STRIPE_API_URL,
          }
        : undefined,
  }),
})
