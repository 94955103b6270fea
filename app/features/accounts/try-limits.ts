import { createHash } from 'node:crypto'
import { countHit, type Limit, refuseWhenUsedUp } from '#kit/http/rate-limit.ts'
import type { Shop } from '#kit/shop.ts'
import { createTurns } from './turns.ts'

const WINDOW_MS = 180_000
// How many sign-ins of one address are worked on at a time.
const LANES = 8

const limit = (name: string, hits: number): Limit => ({ name, hits, windowMs: WINDOW_MS })

const FAILED_OF_ACCOUNT = limit('sign-in-account', 10)
const FAILED_OF_ADDRESS = limit('sign-in-address', 30)
const SIGN_UPS_OF_ACCOUNT = limit('sign-up-account', 10)
const SIGN_UPS_OF_ADDRESS = limit('sign-up-address', 300)
const MAILS_OF_ACCOUNT = limit('reset-account', 5)
const MAILS_OF_ADDRESS = limit('reset-address', 30)
const RESETS_OF_ADDRESS = limit('reset-try-address', 30)

/** Bounds the calls that guess, fill or mail, by account and by the caller's address. A refused try costs no hash. */
export interface TryLimits {
  /** Runs a sign-in when neither side has failed too often; counts it when it answers 401. */
  signIn(who: Tries, attempt: () => Promise<Response>): Promise<Response>
  countSignUp(who: Tries): Promise<void>
  /** Counts a call that sends a mail to the account. */
  countMail(who: Tries): Promise<void>
  countReset(address: string): Promise<void>
}

interface Tries {
  readonly email: string
  readonly address: string
}

export function createTryLimits(shop: Shop): TryLimits {
  const inTurn = createTurns()
  return {
    signIn: (who, attempt) =>
      // A hundred tries at once would all pass a check made before any of them has failed, so they queue.
      inTurn(laneOf(who), async () => {
        await refuseWhenUsedUp(shop, FAILED_OF_ACCOUNT, who.email)
        await refuseWhenUsedUp(shop, FAILED_OF_ADDRESS, who.address)
        const response = await attempt()
        if (response.status === 401) {
          await countHit(shop, FAILED_OF_ADDRESS, who.address)
          await countHit(shop, FAILED_OF_ACCOUNT, who.email)
        }
        return response
      }),
    countSignUp: async ({ email, address }) => {
      await countHit(shop, SIGN_UPS_OF_ADDRESS, address)
      await countHit(shop, SIGN_UPS_OF_ACCOUNT, email)
    },
    countMail: async ({ email, address }) => {
      await countHit(shop, MAILS_OF_ADDRESS, address)
      await countHit(shop, MAILS_OF_ACCOUNT, email)
    },
    countReset: (address) => countHit(shop, RESETS_OF_ADDRESS, address),
  }
}

const laneOf = ({ email, address }: Tries): string =>
  `${address} ${(createHash('sha256').update(email).digest()[0] ?? 0) % LANES}`
