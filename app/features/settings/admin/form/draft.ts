import { ADDRESS_FIELDS, type AddressTexts, addressTextsOf } from '#features/delivery/components.tsx'
import type { DeliverySettings } from '#features/delivery/schema.ts'
import type { ChangeSettings, DatevSettings, Settings } from '../../schema.ts'

/** A rate of the tax as it is typed; without a region it is of the whole country. `row` tells the rows apart. */
export interface TaxRateDraft {
  readonly row: number
  readonly country: string
  readonly region: string
  readonly percent: string
  readonly name: string
}

/** A line of the table of a method as it is typed. */
export interface PriceDraft {
  readonly row: number
  readonly uptoKg: string
  readonly uptoTotal: string
  readonly price: string
}

/** A method of delivery as it is typed; a new one has no `_id`. */
export interface MethodDraft {
  readonly row: number
  readonly _id: string | undefined
  readonly name: string
  readonly countries: DeliverySettings['countries']
  readonly rates: readonly PriceDraft[]
  readonly freeFrom: string
  readonly days: { readonly from: string; readonly to: string }
  readonly carrier: string
  readonly incoterm: string
}

/** The account of a kind of sale as it is typed. */
export interface RevenueDraft {
  readonly row: number
  readonly kind: DatevSettings['revenue'][number]['kind']
  readonly percent: string
  readonly account: string
  readonly key: string
}

/** The settings as they are typed, with the parts and fields of {@link Settings}. */
export interface SettingsDraft {
  readonly seller: {
    readonly name: string
    /** Without a country there is no address. */
    readonly address: AddressTexts
    readonly email: string
    readonly phone: string
    readonly vatId: string
    readonly taxNumber: string
    readonly bank: { readonly name: string; readonly iban: string; readonly bic: string }
  }
  readonly tax: Omit<Settings['tax'], 'rates'> & { readonly rates: readonly TaxRateDraft[] }
  readonly delivery: Omit<DeliverySettings, 'methods'> & { readonly methods: readonly MethodDraft[] }
  /** The addresses of each kind of mail, one a line. */
  readonly mails: { readonly [Kind in keyof Settings['mails']]: string }
  readonly shop: Pick<Settings, 'currency'> &
    Pick<Settings['shop'], 'logo' | 'hero' | 'blog' | 'portfolio'> & {
      readonly name: string
      readonly sender: string
    }
  readonly datev: {
    readonly consultant: string
    readonly client: string
    readonly yearStart: string
    readonly accountLength: string
    readonly receivables: string
    readonly transit: string
    readonly revenue: readonly RevenueDraft[]
  }
}

/** What a request replaces, by the parts of the form: the currency is one of the shop's. */
export type SettingsValues = Omit<ChangeSettings, 'revision' | 'mails' | 'currency' | 'shop' | 'datev'> &
  Pick<Settings, 'mails' | 'datev'> & { readonly shop: Settings['shop'] & Pick<Settings, 'currency'> }

/** As a request has them. */
export const sentOf = ({
  shop: { currency, ...shop },
  ...values
}: SettingsValues): Omit<ChangeSettings, 'revision'> => ({ ...values, shop, currency })

const textOf = (number: number | undefined): string => (number === undefined ? '' : String(number))

const EMPTY_BANK = { name: '', iban: '', bic: '' }

export const draftOf = ({
  seller,
  tax,
  delivery,
  mails,
  shop,
  datev,
  currency,
}: Omit<Settings, 'revision'>): SettingsDraft => ({
  seller: {
    name: seller.name ?? '',
    address: addressTextsOf(seller.address ?? {}),
    email: seller.email ?? '',
    phone: seller.phone ?? '',
    vatId: seller.vatId ?? '',
    taxNumber: seller.taxNumber ?? '',
    bank: { ...EMPTY_BANK, ...seller.bank },
  },
  tax: {
    ...tax,
    rates: tax.rates.map(({ country, region = '', percent, name }, row) => ({
      row,
      country,
      region,
      percent: textOf(percent),
      name,
    })),
  },
  delivery: { ...delivery, methods: delivery.methods.map(methodDraftOf) },
  mails: { newOrders: mails.newOrders.join('\n'), lowStock: mails.lowStock.join('\n') },
  shop: { ...shop, name: shop.name ?? '', sender: shop.sender ?? '', currency },
  datev: datevDraftOf(datev),
})

const datevDraftOf = ({ accountLength, revenue, ...numbers }: DatevSettings): SettingsDraft['datev'] => ({
  ...{ consultant: '', client: '', yearStart: '', receivables: '', transit: '', ...numbers },
  accountLength: textOf(accountLength),
  revenue: revenue.map(({ kind, percent, account, key = '' }, row) => ({
    row,
    kind,
    percent: textOf(percent),
    account,
    key,
  })),
})

/** Settings with the spellings of the form, so that they can be compared with what is typed. */
export const valuesOfSettings = (settings: Settings): SettingsValues => valuesOf(draftOf(settings))

const methodDraftOf = (method: DeliverySettings['methods'][number], row: number): MethodDraft => ({
  row,
  _id: method._id,
  name: method.name,
  countries: method.countries,
  rates: method.rates.map(({ uptoKg, uptoTotal, price }, index) => ({
    row: index,
    uptoKg: textOf(uptoKg),
    uptoTotal: textOf(uptoTotal),
    price: textOf(price),
  })),
  freeFrom: textOf(method.freeFrom),
  days: { from: textOf(method.days.from), to: textOf(method.days.to) },
  carrier: method.carrier ?? '',
  incoterm: method.incoterm ?? '',
})

/**
 * The number that is typed, with a point or a comma before its decimals. Not a number when it is none, or when its comma may
 * also be one of thousands; the shop refuses that at its field, because JSON has `null` for it.
 */
export function readNumber(text: string): number {
  const typed = text.trim()
  if (!/^\d+(?:[.,]\d+)?$/.test(typed) || /,\d{3}$/.test(typed)) return Number.NaN
  return Number(typed.replace(',', '.'))
}

/** Nothing when nothing is typed. */
const optional = <Value>(text: string, read: (text: string) => Value): Value | undefined =>
  text.trim() === '' ? undefined : read(text)

const asText = (text: string): string => text

/** The values of the typed settings. The shop checks them, and says what is wrong by the pointers of the fields. */
export function valuesOf({ seller, tax, delivery, mails, shop, datev }: SettingsDraft): SettingsValues {
  const { address, bank } = seller
  const values = {
    seller: {
      name: optional(seller.name, asText),
      address: address.country === '' ? undefined : addressOf(address),
      email: optional(seller.email, asText),
      phone: optional(seller.phone, asText),
      vatId: optional(seller.vatId, asText),
      taxNumber: optional(seller.taxNumber, asText),
      bank: isEmpty(bank) ? undefined : { ...bank, bic: optional(bank.bic, asText) },
    },
    tax: {
      pricesInclude: tax.pricesInclude,
      rates: tax.rates.map(({ country, region, percent, name }) => ({
        country,
        region: optional(region, asText),
        percent: readNumber(percent),
        name,
      })),
      euUnion: tax.euUnion,
      exemptOutside: tax.exemptOutside,
    },
    delivery: { ...delivery, methods: delivery.methods.map(methodOf) },
    mails: { newOrders: addressesOf(mails.newOrders), lowStock: addressesOf(mails.lowStock) },
    shop: { ...shop, name: optional(shop.name, asText), sender: optional(shop.sender, asText) },
    datev: datevOf(datev),
  }
  // Without what is undefined, so that two of them can be compared.
  return JSON.parse(JSON.stringify(values)) as SettingsValues
}

const datevOf = ({ accountLength, revenue, ...numbers }: SettingsDraft['datev']) => ({
  ...Object.fromEntries(Object.entries(numbers).map(([name, text]) => [name, optional(text.trim(), asText)])),
  accountLength: readNumber(accountLength),
  revenue: revenue.map(({ kind, percent, account, key }) => ({
    kind,
    percent: kind === 'taxed' ? readNumber(percent) : undefined,
    account: account.trim(),
    key: optional(key.trim(), asText),
  })),
})

/** The addresses of a text, in lines or parted as mail programs do. */
const addressesOf = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean)

const isEmpty = (fields: Readonly<Record<string, string>>): boolean =>
  Object.values(fields).every((text) => text.trim() === '')

/** Empty fields are left out but for those that every address has: without them the shop says what is missing. */
const addressOf = (address: AddressTexts) => ({
  ...Object.fromEntries(ADDRESS_FIELDS.map((field) => [field, optional(address[field], asText)])),
  street: address.street,
  country: address.country,
})

const methodOf = ({ row: _, ...method }: MethodDraft) => ({
  _id: method._id,
  name: method.name,
  countries: method.countries,
  rates: method.rates.map(({ uptoKg, uptoTotal, price }) => ({
    uptoKg: optional(uptoKg, readNumber),
    uptoTotal: optional(uptoTotal, readNumber),
    price: readNumber(price),
  })),
  freeFrom: optional(method.freeFrom, readNumber),
  days: { from: readNumber(method.days.from), to: readNumber(method.days.to) },
  carrier: optional(method.carrier, asText),
  incoterm: optional(method.incoterm, asText),
})
