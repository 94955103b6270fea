import { isDeepStrictEqual } from 'node:util'
import { isValidBIC, isValidIBAN } from 'ibantools'
import type { SignedInUser } from '#features/accounts/accounts.ts'
import { checkAddress, checkDestination } from '#features/delivery/delivery.ts'
import { contradictions, type TaxRate } from '#features/tax/schema.ts'
import type { FieldChange } from '#kit/audit/field-change.ts'
import type { Db } from '#kit/db/db.ts'
import { newId } from '#kit/id.ts'
import { checkVatId } from '#kit/input/vat-id.ts'
import type { FieldError } from '#kit/problem.ts'
import { AppError, invalidFields } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import { replaceRow } from '#kit/single-row/replace-row.ts'
import { settingsRefusals } from '../refusals.ts'
import { type ChangeSettings, PARTS, type Seller, type Settings } from '../schema.ts'
import { settingsTexts } from '../texts.ts'
import { changeCurrency } from './currency.ts'
import { forgetSettings, readSettings, SETTINGS_TAG } from './current.ts'
import { changeIdentity } from './identity.ts'
import { requireMayChange } from './may-change.ts'

/**
 * Replaces the settings. Refused, with nothing changed: another revision than the current one (409 `revision_changed`, with
 * the current `settings`), an address, a VAT ID or a bank account of the seller that is none, and a tax rate of a place that
 * is none (422); another currency once an order exists (409 `currency_in_use`); and as {@link requireMayChange}.
 */
export async function changeSettings(
  shop: Shop,
  admin: SignedInUser,
  input: ChangeSettings,
  hasOrders: (db: Db) => Promise<boolean>,
): Promise<Settings> {
  const { revision } = input
  const seller = checkSeller(input.seller)
  const tax = { ...input.tax, rates: checkRates(input.tax.rates) }
  const methods = input.delivery.methods.map((method) => ({ ...method, _id: method._id ?? newId() }))
  const given = { revision, seller, tax, delivery: { ...input.delivery, methods } }
  return replaceRow<Settings>(shop, admin, {
    table: 'settings',
    columns: PARTS,
    read: (db) => readSettings(db, shop.config),
    next: (before) => {
      const after = asStored({
        ...given,
        currency: input.currency ?? before.currency,
        mails: input.mails ?? before.mails,
        shop: input.shop ?? before.shop,
        datev: input.datev ?? before.datev,
      })
      requireMayChange(admin, shop.now(), before, after)
      return after
    },
    alongside: async (trx, before, after) => {
      if (after.currency !== before.currency) await changeCurrency(trx, after.currency, hasOrders)
      if (after.currency !== before.currency || !isDeepStrictEqual(after.shop, before.shop))
        await changeIdentity(trx, after.shop)
    },
    changesBetween,
    refusal: revisionChanged,
    kind: 'settings.changed',
    subject: 'settings',
    tags: [SETTINGS_TAG],
    forget: forgetSettings,
  })
}

const revisionChanged = (settings: Settings): AppError =>
  new AppError(settingsRefusals.revisionChanged, settingsTexts.changed, { settings })

/** The seller with a checked address, VAT ID and bank account. */
function checkSeller({ address, vatId, ...seller }: Seller): Seller {
  const read = vatId === undefined ? undefined : checkVatId(vatId)
  const checked = address && checkAddress({ ...address, name: address.name ?? seller.name ?? UNNAMED })
  const problems = (checked?.problems ?? []).map(({ pointer, detail }) => ({
    pointer: `/address${pointer}`,
    detail,
  }))
  if (read?.problem !== undefined) problems.push({ pointer: '/vatId', detail: read.problem })
  const { bank } = seller
  if (bank && !isValidIBAN(bank.iban))
    problems.push({ pointer: '/bank/iban', detail: settingsTexts.wrongIban })
  if (bank?.bic !== undefined && !isValidBIC(bank.bic))
    problems.push({ pointer: '/bank/bic', detail: settingsTexts.wrongBic })
  if (problems.length > 0) throw invalidFields('seller', problems)
  return {
    ...seller,
    ...(checked?.address && { address: { ...checked.address, name: address?.name } }),
    ...(read?.vatId && { vatId: read.vatId.id }),
  }
}

/** The rates with their regions as addresses have them: one of "Texas" is one of "TX", or it would never hold. */
function checkRates(rates: readonly TaxRate[]): TaxRate[] {
  const problems: FieldError[] = []
  const read = rates.map((rate, index) => {
    const { country, region } = rate
    const checked = checkDestination({ country, region })
    for (const { pointer, detail } of checked.problems ?? [])
      problems.push({ pointer: `/${index}${pointer}`, detail })
    return checked.destination?.region ? { ...rate, region: checked.destination.region } : rate
  })
  for (const { index, message } of contradictions(read))
    problems.push({ pointer: `/${index}`, detail: message })
  if (problems.length > 0) throw invalidFields('tax/rates', problems)
  return read
}

/** Stands for the name while an address without one is checked. */
const UNNAMED = 'Seller'

/** Without members that are undefined, so that it can be compared with what is stored. */
const asStored = <Values>(values: Values): Values => JSON.parse(JSON.stringify(values))

/** The fields that differ, each as `tax.rates`. */
function changesBetween(before: Settings, after: Settings): FieldChange[] {
  const ofParts = PARTS.flatMap((part) => {
    const [from, to] = [before[part], after[part]] as [Record<string, unknown>, Record<string, unknown>]
    return [...new Set([...Object.keys(from), ...Object.keys(to)])]
      .filter((key) => !isDeepStrictEqual(from[key], to[key]))
      .map((key) => ({ field: `${part}.${key}`, from: from[key] ?? null, to: to[key] ?? null }))
  })
  const { currency: from } = before
  const { currency: to } = after
  return from === to ? ofParts : [...ofParts, { field: 'shop.currency', from, to }]
}
