import { isAnAdminSafe } from '#features/accounts/accounts.ts'
import { hasCategory, hasPartForSale } from '#features/catalog/catalog.ts'
import { hasOrders } from '#features/orders/orders.ts'
import { findSampleAccounts } from '#features/sample-trade/sample-trade.ts'
import { missingByNorm } from '#features/settings/missing-facts.ts'
import type { Settings } from '#features/settings/schema.ts'
import { currentSettings } from '#features/settings/settings.ts'
import { readTexts } from '#features/site/site.ts'
import { missingRates } from '#features/tax/missing-rates.ts'
import type { Shop } from '#kit/shop.ts'
import { type FirstStep, STEP_NAMES, type StepName } from './schema.ts'

/** When a step is done: what the shop has says it, nobody ticks it. */
const RULES: Readonly<Record<StepName, (shop: Shop, settings: Settings) => boolean | Promise<boolean>>> = {
  seller: (_, { seller, tax }) =>
    seller.bank !== undefined && missingByNorm(seller, { wantsVatId: tax.euUnion }).length === 0,
  identity: (_, { shop }) => shop.name !== undefined,
  tax: (_, settings) => isTaxDecided(settings),
  delivery: (_, { delivery }) => delivery.methods.length > 0,
  texts: async ({ db }) => Object.keys((await readTexts(db)).texts).length > 0,
  categories: ({ db }) => hasCategory(db),
  parts: ({ db }) => hasPartForSale(db),
  factor: ({ db }) => isAnAdminSafe(db),
  order: async ({ db }) => hasOrders(db, await findSampleAccounts(db)),
}

/** Whether no goods are sold without tax only because a rate was not entered: within the EU every country needs one. */
function isTaxDecided({ seller, tax, delivery }: Settings): boolean {
  if (tax.rates.length === 0 || !seller.address) return false
  const isServed = (country: string) => delivery.countries === 'all' || delivery.countries.includes(country)
  const { countries, instead, isFromEu } = missingRates(tax, seller.address, isServed)
  return !isFromEu || countries.length === 0 || (tax.euUnion && instead !== undefined)
}

/** What is left to do in a new shop, in its sequence, with what is done. */
export async function readFirstSteps(shop: Shop): Promise<FirstStep[]> {
  const settings = await currentSettings(shop)
  return Promise.all(STEP_NAMES.map(async (step) => ({ step, isDone: await RULES[step](shop, settings) })))
}
