import { isDeepStrictEqual } from 'node:util'
import { isValidBIC, isValidIBAN } from 'ibantools'
import { checkAddress, checkDestination } from '#features/delivery/delivery.ts'
import { contradictions, type TaxRate } from '#features/tax/schema.ts'
import { readVatId } from '#features/tax/tax.ts'
import { taxTexts } from '#features/tax/texts.ts'
import type { Actor } from '#kit/audit/audit.ts'
import type { FieldChange } from '#kit/audit/field-change.ts'
import { newId } from '#kit/id.ts'
import type { FieldError } from '#kit/problem.ts'
import { AppError, invalidFields } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import { replaceRow } from '#kit/single-row/replace-row.ts'
import { settingsRefusals } from '../refusals.ts'
import { type ChangeSettings, PARTS, type Seller, type Settings } from '../schema.ts'
import { settingsTexts } from '../texts.ts'
import { forgetSettings, readSettings, SETTINGS_TAG } from './current.ts'

/**
 * Replaces the settings. Refused, with nothing changed: another revision than the current one (409 `revision_changed`, with
 * the current `settings`), an address, a VAT ID or a bank account of the seller that is none, and a tax rate of a place that
 * is none (422).
 */
export async function changeSettings(shop: Shop, admin: Actor, input: ChangeSettings): Promise<Settings> {
  const { revision } = input
  const seller = checkSeller(input.seller)
  const tax = { ...input.tax, rates: checkRates(input.tax.rates) }
  const methods = input.delivery.methods.map((method) => ({ ...method, _id: method._id ?? newId() }))
  const given = { revision, seller, tax, delivery: { ...input.delivery, methods } }
  return replaceRow<Settings>(shop, admin, {
    table: 'settings',
    columns: PARTS,
    read: (db) => readSettings(db, shop.config),
    next: (before) => asStored({ ...given, mails: input.mails ?? before.mails }),
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
  const read = vatId === undefined ? undefined : readVatId(vatId)
  const checked = address && checkAddress({ ...address, name: address.name ?? seller.name ?? UNNAMED })
  const problems = (checked?.problems ?? []).map(({ pointer, detail }) => ({
    pointer: `/address${pointer}`,
    detail,
  }))
  if (vatId !== undefined && !read) problems.push({ pointer: '/vatId', detail: taxTexts.notAVatId })
  const { bank } = seller
  if (bank && !isValidIBAN(bank.iban))
    problems.push({ pointer: '/bank/iban', detail: settingsTexts.wrongIban })
  if (bank?.bic !== undefined && !isValidBIC(bank.bic))
    problems.push({ pointer: '/bank/bic', detail: settingsTexts.wrongBic })
  if (problems.length > 0) throw invalidFields('seller', problems)
  return {
    ...seller,
    ...(checked?.address && { address: { ...checked.address, name: address?.name } }),
    ...(read && { vatId: read.id }),
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
  return PARTS.flatMap((part) => {
    const [from, to] = [before[part], after[part]] as [Record<string, unknown>, Record<string, unknown>]
    return [...new Set([...Object.keys(from), ...Object.keys(to)])]
      .filter((key) => !isDeepStrictEqual(from[key], to[key]))
      .map((key) => ({ field: `${part}.${key}`, from: from[key] ?? null, to: to[key] ?? null }))
  })
}
