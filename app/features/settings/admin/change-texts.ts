import { weightText } from '#features/delivery/texts.ts'
import type { FieldChange } from '#kit/audit/field-change.ts'
import { formatTotal } from '#kit/money.ts'
import { countryName } from '#kit/text/country-name.ts'
import { listText } from '#kit/text/list-text.ts'
import type { ChangeText } from '#kit/ui/admin/save-bar.tsx'
import { countriesText } from './countries-text.ts'

/** Changes of settings in words, for the audit log, the bar that saves and a conflict. */

const NOTHING_TEXT = 'none'

/** The labels of the fields, each as `part.field`. */
const LABELS: Readonly<Record<string, string>> = {
  'seller.name': 'Seller',
  'seller.address': 'Address of the seller',
  'seller.email': 'E-mail of the seller',
  'seller.phone': 'Phone of the seller',
  'seller.vatId': 'VAT ID',
  'seller.taxNumber': 'Tax number',
  'seller.bank': 'Bank account',
  'tax.pricesInclude': 'Prices include the tax',
  'tax.rates': 'Rates of tax',
  'tax.euUnion': 'Rules of the EU',
  'tax.exemptOutside': 'Deliveries abroad are exports',
  'delivery.timeZone': 'Time zone',
  'delivery.cutOff': 'Cut-off',
  'delivery.workingDays': 'Working days',
  'delivery.countries': 'Countries delivered to',
  'delivery.methods': 'Methods of delivery',
  'mails.newOrders': 'Mails about new orders',
  'mails.lowStock': 'Mails about low stock',
  'shop.currency': 'Currency',
  'shop.name': 'Name of the shop',
  'shop.logo': 'Logo',
  'shop.sender': 'Sender of mails',
  'shop.hero': 'Drawing of the home page',
  'shop.blog': 'Blog',
  'shop.portfolio': 'Portfolio',
  'datev.consultant': 'Number of the tax adviser',
  'datev.client': 'Client number',
  'datev.yearStart': 'Start of the business year',
  'datev.accountLength': 'Digits of an account',
  'datev.receivables': 'Receivables',
  'datev.transit': 'Money in transit',
  'datev.revenue': 'Revenue accounts',
}

export const settingLabel = (field: string): string => LABELS[field] ?? field

type Values = Readonly<Record<string, unknown>>

/** Whether two values are the same, whatever the sequence of their members. */
export function isSameValue(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null)
    return (one ?? null) === (other ?? null)
  const keys = [...new Set([...Object.keys(one), ...Object.keys(other)])]
  return keys.every((key) => isSameValue((one as Values)[key], (other as Values)[key]))
}

/** A changed field in words; of rates and methods only those that differ, each for itself. */
export function settingChangeTexts({ field, from, to }: FieldChange): ChangeText[] {
  if (field === 'tax.rates') return rateChanges(asList(from), asList(to))
  if (field === 'delivery.methods') return methodChanges(asList(from), asList(to))
  return [
    { label: settingLabel(field), from: settingValueText(field, from), to: settingValueText(field, to) },
  ]
}

const asList = (value: unknown): readonly Values[] => (Array.isArray(value) ? (value as Values[]) : [])

/** The value of a field in one line. */
export function settingValueText(field: string, value: unknown): string {
  if (value === undefined || value === null || value === '') return NOTHING_TEXT
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  switch (field) {
    case 'seller.address':
      return addressText(value as Values)
    case 'seller.bank':
      return Object.values(value).join(', ')
    case 'tax.rates':
      return asList(value).map(rateOfPlaceText).join('; ') || NOTHING_TEXT
    case 'datev.revenue':
      return asList(value).map(revenueText).join('; ') || NOTHING_TEXT
    case 'mails.newOrders':
    case 'mails.lowStock':
      return (value as string[]).join(', ') || NOTHING_TEXT
    case 'shop.hero':
      return HEROES[value as keyof typeof HEROES] ?? String(value)
    case 'shop.currency':
      return String(value).toUpperCase()
    case 'delivery.workingDays':
      return listText((value as number[]).map(dayName))
    case 'delivery.countries':
      return countriesText(value as 'all' | string[])
    case 'delivery.methods':
      return listText(asList(value).map(nameOf)) || NOTHING_TEXT
    default:
      return String(value)
  }
}

/** Why a sale is with or without tax. */
export const REVENUE_TEXTS = {
  taxed: 'With tax',
  reverse_charge: 'Reverse charge',
  export: 'Export',
  none: 'Without tax',
} as const

/** "With tax 19 %: 8400, key 3" */
function revenueText({ kind, percent, account, key }: Values): string {
  const rate = kind === 'taxed' ? ` ${percent ?? '?'} %` : ''
  return `${REVENUE_TEXTS[kind as keyof typeof REVENUE_TEXTS]}${rate}: ${account || NOTHING_TEXT}${key ? `, key ${key}` : ''}`
}

/** The drawings that the home page can have at its top. */
export const HEROES = { joint: 'A bolted joint', none: 'None' } as const

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** The name of a day, from 1, Monday, to 7, Sunday. */
export const dayName = (day: number): string => DAYS[day - 1] ?? String(day)

const addressText = ({ country, street = '', ...address }: Values): string => {
  const lines = [address.name, address.company, ...String(street).split('\n')]
  const place = [address.postcode, address.city, address.region].filter(Boolean).join(' ')
  return [...lines, place, country && countryName(String(country)), address.phone].filter(Boolean).join(', ')
}

/** "France", "United States, NY" */
const placeText = ({ country, region }: Values): string =>
  [country ? countryName(String(country)) : NOTHING_TEXT, region].filter(Boolean).join(', ')

const rateText = (rate: Values | undefined): string =>
  rate ? `${rate.name} ${rate.percent ?? '?'} %` : NOTHING_TEXT

const rateOfPlaceText = (rate: Values): string => `${placeText(rate)}: ${rateText(rate)}`

function rateChanges(from: readonly Values[], to: readonly Values[]): ChangeText[] {
  const find = (rates: readonly Values[], place: string) => rates.find((rate) => placeText(rate) === place)
  const places = [...new Set([...from, ...to].map(placeText))]
  return places
    .map((place) => ({ place, from: rateText(find(from, place)), to: rateText(find(to, place)) }))
    .filter((change) => change.from !== change.to)
    .map(({ place, ...change }) => ({ label: `Tax of ${place}`, ...change }))
}

const METHOD_LABELS = {
  name: 'name',
  countries: 'countries',
  rates: 'prices',
  freeFrom: 'free from',
  days: 'days',
  carrier: 'carrier',
  incoterm: 'Incoterm',
} as const

type MethodField = keyof typeof METHOD_LABELS

const METHOD_FIELDS = Object.keys(METHOD_LABELS) as MethodField[]

const nameOf = ({ name }: Values): string => String(name || 'without a name')

/** Methods are the same by their ids; of two new ones by their place. */
const keysOf = (methods: readonly Values[]): string[] => methods.map(({ _id }, index) => String(_id ?? index))

function methodChanges(from: readonly Values[], to: readonly Values[]): ChangeText[] {
  const [before, after] = [from, to].map(
    (methods) => new Map(keysOf(methods).map((key, index) => [key, methods[index] ?? {}])),
  ) as [Map<string, Values>, Map<string, Values>]
  const kept = [...before.keys()].filter((key) => after.has(key))
  const isMoved = kept.join() !== [...after.keys()].filter((key) => before.has(key)).join()
  const names = (methods: readonly Values[]) => methods.map(nameOf).join(', ')
  return [
    ...kept.flatMap((key) => changesOfMethod(before.get(key) ?? {}, after.get(key) ?? {})),
    ...[...after].flatMap(([key, method]) => (before.has(key) ? [] : [addedText(method)])),
    ...[...before].flatMap(([key, method]) => (after.has(key) ? [] : [removedText(method)])),
    ...(isMoved ? [{ label: 'Sequence of the methods', from: names(from), to: names(to) }] : []),
  ]
}

const addedText = (method: Values): ChangeText => ({
  label: `Method ${nameOf(method)}`,
  from: NOTHING_TEXT,
  to: methodTermsText(method),
})

/** "all countries; 1 to 2 working days; up to 2 kg: $19.00" */
export const methodTermsText = (method: Values): string =>
  (['countries', 'days', 'rates'] as const).map((name) => methodFieldText(name, method[name])).join('; ')

const removedText = (method: Values): ChangeText => {
  const { label, from, to } = addedText(method)
  return { label, from: to, to: from }
}

const changesOfMethod = (before: Values, after: Values): ChangeText[] =>
  METHOD_FIELDS.filter((name) => !isSameValue(before[name], after[name])).map((name) => ({
    label: `${nameOf(before)}, ${METHOD_LABELS[name]}`,
    ...(name === 'rates'
      ? priceChange(asList(before.rates), asList(after.rates))
      : { from: methodFieldText(name, before[name]), to: methodFieldText(name, after[name]) }),
  }))

/** Only the prices that differ; all of them when only their sequence does. */
function priceChange(before: readonly Values[], after: readonly Values[]): Omit<ChangeText, 'label'> {
  const [from, to] = [before.map(priceText), after.map(priceText)]
  const only = (texts: readonly string[], others: readonly string[]): string =>
    texts.filter((text) => !others.includes(text)).join('; ') || NOTHING_TEXT
  const isMoved = from.toSorted().join() === to.toSorted().join()
  return isMoved ? { from: from.join('; '), to: to.join('; ') } : { from: only(from, to), to: only(to, from) }
}

function methodFieldText(name: MethodField, value: unknown): string {
  if (value === undefined || value === null || value === '') return NOTHING_TEXT
  switch (name) {
    case 'countries':
      return countriesText(value as 'all' | string[])
    case 'rates':
      return asList(value).map(priceText).join('; ')
    case 'freeFrom':
      return dollarsText(value)
    case 'days': {
      const { from, to } = value as Values
      const days = from === to ? `${from ?? '?'}` : `${from ?? '?'} to ${to ?? '?'}`
      return `${days} working ${days === '1' ? 'day' : 'days'}`
    }
    default:
      return String(value)
  }
}

/** What is typed may be no number yet. */
const dollarsText = (dollars: unknown): string => (typeof dollars === 'number' ? formatTotal(dollars) : '?')

/** "up to 2 kg and $500.00: $19.00" */
function priceText({ uptoKg, uptoTotal, price }: Values): string {
  const bounds = [
    ...(uptoKg === undefined ? [] : [typeof uptoKg === 'number' ? weightText(uptoKg) : '? kg']),
    ...(uptoTotal === undefined ? [] : [dollarsText(uptoTotal)]),
  ]
  const upTo = bounds.length > 0 ? `up to ${bounds.join(' and ')}` : 'any'
  return `${upTo}: ${dollarsText(price)}`
}
