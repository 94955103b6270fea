import type { MiddlewareHandler } from 'hono'
import { currentIdentity } from '#features/settings/settings.ts'
import { runAs } from '#kit/identity/run-as.ts'
import { DEFAULT_IDENTITY, type ShopIdentity } from '#kit/identity/shop-identity.ts'
import type { Job } from '#kit/jobs.ts'
import { showsUntil } from '#kit/public-cache/shown.ts'
import { ASSETS } from '#kit/server/headers.ts'
import type { Shop } from '#kit/shop.ts'
import { absentTexts } from './texts/site-texts.ts'

async function identityOf(shop: Shop): Promise<ShopIdentity> {
  const [identity, withoutText] = await Promise.all([currentIdentity(shop), absentTexts(shop)])
  return { ...identity, absent: [...identity.absent, ...withoutText] }
}

/** What shows neither a name nor money, and is answered without the database. */
const OF_NO_SHOP = /^\/(healthz|readyz)$/

/** Answers as the shop of the settings; without the database as the last one that was read. */
export function asShop(shop: Shop): MiddlewareHandler {
  let known = DEFAULT_IDENTITY
  return async (c, next) => {
    if (c.req.path.startsWith(ASSETS) || OF_NO_SHOP.test(c.req.path)) return next()
    known = await identityOf(shop).catch(() => {
      // Nothing may keep a page of the name and the currency that were.
      showsUntil(shop.now())
      return known
    })
    await runAs(known, next)
  }
}

/** The same for a job, which sends mails. */
export const jobAsShop =
  (shop: Shop) =>
  (job: Job): Job => ({
    ...job,
    run: async (stopping) => runAs(await identityOf(shop), () => job.run(stopping)),
  })
