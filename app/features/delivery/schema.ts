import { z } from 'zod'
import { hasEnoughDigits, PHONE, type TextLimits, TOO_FEW_DIGITS, tooLong } from '#kit/input/contact-rules.ts'
import { COUNTRY_CODES, isCountryCode } from '#kit/input/country-codes.ts'
import { idField, linesField, oneLineField } from '#kit/input/fields.ts'
import { MAXIMUM_TOTAL_CENTS, totalToCents } from '#kit/money.ts'
import {
  CITY,
  COMPANY,
  INCOTERMS,
  MAXIMUM_DAYS,
  MAXIMUM_METHODS,
  MAXIMUM_RATE_KG,
  MAXIMUM_RATES,
  MAXIMUM_STREET_LINES,
  METHOD_CARRIER,
  METHOD_NAME,
  POSTCODE,
  RECIPIENT,
  REGION,
  STREET_LINE,
  WEIGHT_DECIMALS,
} from './limits.ts'

/** A country by its code of ISO 3166-1 alpha-2, also in lower case. */
const countryField = z
  .string('The country is required, as its code of two letters.')
  .trim()
  .toUpperCase()
  .refine(isCountryCode, 'The country has to be the two letters of a country, such as DE for Germany.')
  .meta({ description: 'ISO 3166-1 alpha-2.' })

const lineField = ({ what, minimum, maximum }: TextLimits) =>
  oneLineField(what, { minimum, maximum, isComposed: true })

/** A form sends what was left empty as an empty text. */
const optionalField = (limits: TextLimits) => lineField(limits).optional()

/** `checkAddress` says that it is required, together with all that the country wants. */
const requiredField = (limits: TextLimits) => lineField({ ...limits, minimum: 0 }).prefault('')

/** Without spaces at the ends of lines and without empty lines; a tab is a space. */
const tidyLines = (text: string): string =>
  text
    .split(/\r\n?|\n/)
    .map((line) => line.replaceAll('\t', ' ').trim())
    .filter(Boolean)
    .join('\n')

const linesOf = (text: string): string[] => text.split('\n')

const streetField = linesField('The street', {
  minimum: 0,
  maximum: MAXIMUM_STREET_LINES * (STREET_LINE.maximum + 1) - 1,
  isComposed: true,
})
  .overwrite(tidyLines)
  .refine(
    (street) => linesOf(street).length <= MAXIMUM_STREET_LINES,
    `The street has at most ${MAXIMUM_STREET_LINES} lines.`,
  )
  .superRefine((street, context) => {
    const message = linesOf(street)
      .map((line) => tooLong(line, STREET_LINE))
      .find(Boolean)
    if (message !== undefined) context.addIssue({ code: 'custom', message })
  })
  .prefault('')

export const addressSchema = z
  .object({
    name: requiredField(RECIPIENT).meta({ description: 'Always wanted.' }),
    company: optionalField(COMPANY),
    street: streetField.meta({
      description: 'Always wanted. One to three lines, with a line break between them.',
    }),
    postcode: optionalField(POSTCODE),
    city: optionalField(CITY),
    region: optionalField(REGION),
    country: countryField,
    phone: optionalField({ ...PHONE, minimum: 0 }).refine(
      (phone) => !phone || hasEnoughDigits(phone),
      TOO_FEW_DIGITS,
    ),
  })
  .meta({ id: 'Address' })

/**
 * A postal address. `street` has one to three lines, parted by `\n`; `country` is ISO 3166-1 alpha-2. Which other fields a
 * country wants, the form of its postcodes and its regions are known to `checkAddress` alone.
 */
export type Address = z.infer<typeof addressSchema>

/** An address, or the id of one in the customer's address book. Its errors are those of the address. */
export const addressOrIdField = addressSchema
  .partial()
  .extend({ addressId: idField.optional() })
  .transform((given, context) => {
    const { addressId } = given
    if (addressId !== undefined) return { addressId }
    const { data, error } = addressSchema.safeParse(given)
    if (data) return data
    for (const { path, message } of error.issues) context.addIssue({ code: 'custom', path, message })
    return z.NEVER
  })

/** An address as a request has it: whole, or by its id. */
export type GivenAddress = z.infer<typeof addressOrIdField>

const countryFieldSchema = z.object({
  name: addressSchema.keyof().exclude(['country']),
  label: z.string(),
  required: z.boolean(),
  options: z.array(z.object({ value: z.string(), label: z.string() })).optional(),
  pattern: z.string().optional(),
})

/**
 * A field of the address form of a country. `pattern` is the form of a postcode: a regular expression without anchors, in
 * upper case.
 */
export type AddressField = z.infer<typeof countryFieldSchema>

export const countrySchema = z
  .object({ code: z.string(), name: z.string(), served: z.boolean(), fields: z.array(countryFieldSchema) })
  .meta({ id: 'Country' })

/**
 * A country by its English name. `served` says whether the shop delivers there; `fields` are in the sequence in which the
 * country writes them in Latin script, `phone` last.
 */
export type Country = z.infer<typeof countrySchema>

/** What is enough of an address to tell what delivery and tax cost. */
export const destinationSchema = addressSchema.pick({ country: true, region: true, postcode: true })

export type Destination = z.infer<typeof destinationSchema>

/** An amount in dollars and whole cents, from 0; `what` names it in messages. */
export const totalField = (what: string) =>
  z
    .number(`${what} has to be a number.`)
    .min(0, `${what} cannot be below 0.`)
    .refine(
      (dollars) => totalToCents(dollars) !== undefined,
      `${what} has at most 2 decimals and is at most ${MAXIMUM_TOTAL_CENTS / 100}.`,
    )

/** A weight in kg. */
export const kgField = z
  .number('The weight has to be a number.')
  .positive('The weight has to be above 0.')
  .max(MAXIMUM_RATE_KG, `The weight can be at most ${MAXIMUM_RATE_KG} kg.`)
  .refine(
    (kg) => kg === Number(kg.toFixed(WEIGHT_DECIMALS)),
    `The weight has at most ${WEIGHT_DECIMALS} decimals.`,
  )

const rateSchema = z.object({
  uptoKg: kgField.optional().meta({ description: 'The heaviest order that it is for, in kg.' }),
  uptoTotal: totalField('The total')
    .optional()
    .meta({ description: 'The largest sum of the lines that it is for, in the currency of the shop.' }),
  price: totalField('The price'),
})

/** What a delivery costs, in dollars, up to a weight in kg and up to a sum of the lines in dollars, both included. */
export type Rate = z.infer<typeof rateSchema>

/** Whether the bound of a rate is that of another or further. */
const isAsFar = (bound: number | undefined, other: number | undefined): boolean =>
  bound === undefined || (other !== undefined && bound >= other)

const covers = (rate: Rate, other: Rate): boolean =>
  isAsFar(rate.uptoKg, other.uptoKg) && isAsFar(rate.uptoTotal, other.uptoTotal)

const ratesField = z
  .array(rateSchema, 'The rates are a list.')
  .min(1, 'A method has at least one rate.')
  .max(MAXIMUM_RATES, `A method has at most ${MAXIMUM_RATES} rates.`)
  .superRefine((rates, context) => {
    for (const [index, rate] of rates.entries()) {
      const earlier = rates.slice(0, index).findIndex((other) => covers(other, rate))
      if (earlier >= 0)
        context.addIssue({
          code: 'custom',
          path: [index],
          message: `This rate never holds, because rate ${earlier + 1} covers all that it covers.`,
        })
    }
  })

const COUNTRIES_RULE = 'Choose all countries, or at least one by its code, such as DE.'

const countriesField = z
  .union(
    [
      z.literal('all'),
      z
        .array(countryField)
        .min(1, COUNTRIES_RULE)
        .max(COUNTRY_CODES.length, COUNTRIES_RULE)
        .refine((codes) => new Set(codes).size === codes.length, 'Each country is named once.'),
    ],
    COUNTRIES_RULE,
  )
  .meta({ description: '"all", or codes of ISO 3166-1 alpha-2.' })

const daysField = z.int('The days have to be a whole number.').min(0).max(MAXIMUM_DAYS)

const transitField = z
  .object({ from: daysField, to: daysField })
  .refine(({ from, to }) => from <= to, {
    path: ['to'],
    error: 'The last day cannot be before the first.',
  })
  .meta({ description: 'How long the delivery takes, in working days.' })

const methodFields = {
  name: lineField(METHOD_NAME),
  countries: countriesField,
  rates: ratesField.meta({
    description: 'The first that fits holds. Without one the method is not offered.',
  }),
  freeFrom: totalField('The total')
    .optional()
    .meta({ description: 'The sum of the lines from which the price is 0, in the currency of the shop.' }),
  days: transitField,
  carrier: lineField(METHOD_CARRIER).optional(),
  incoterm: z.enum(INCOTERMS, 'The Incoterm is one of Incoterms 2020, such as DAP.').optional(),
}

const methodSchema = z.object({ _id: z.string(), ...methodFields })

/** A way of delivery. Amounts are in dollars. */
export type DeliveryMethod = z.infer<typeof methodSchema>

/** Whether `Intl` knows the zone by a name, such as "Europe/Berlin". It knows offsets too, which are no zones. */
function isTimeZone(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone })
    return /^[A-Z]/i.test(timeZone)
  } catch {
    return false
  }
}

const WORKING_DAY = 'A working day is a number from 1, Monday, to 7, Sunday.'

const workingDayField = z.int(WORKING_DAY).min(1, WORKING_DAY).max(7, WORKING_DAY)

const settingsFields = {
  timeZone: z
    .string('The time zone is required.')
    .max(64)
    .refine(isTimeZone, 'The time zone has to be one of the list, such as Europe/Berlin.'),
  cutOff: z
    .string('The cut-off is required.')
    .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'The cut-off has to be a time from 00:00 to 23:59.')
    .meta({ description: 'Until then orders ship on the same day, in the time zone.' }),
  workingDays: z
    .array(workingDayField, 'The working days are a list of days, 1 for Monday to 7 for Sunday.')
    .min(1, 'At least one day has to be a working day.')
    .refine((days) => new Set(days).size === days.length, 'Each working day is named once.')
    .meta({ description: 'From 1, Monday, to 7, Sunday.' }),
  countries: countriesField,
}

export const deliverySettingsSchema = z
  .object({ ...settingsFields, methods: z.array(methodSchema) })
  .meta({ id: 'DeliverySettings' })

/** Where, how and when the shop delivers. Amounts are in dollars, weights in kg. */
export type DeliverySettings = z.infer<typeof deliverySettingsSchema>

/** Tells which later values are equal to an earlier one. */
const repeated = (values: readonly (string | undefined)[]): number[] =>
  values.flatMap((value, index) => (value !== undefined && values.indexOf(value) < index ? [index] : []))

/** The request that replaces the settings. A method without `_id` is a new one. */
export const newDeliverySettingsSchema = z.object({
  ...settingsFields,
  methods: z
    .array(z.object({ _id: idField.optional(), ...methodFields }), 'The methods are a list.')
    .max(MAXIMUM_METHODS, `There are at most ${MAXIMUM_METHODS} methods.`)
    .superRefine((methods, context) => {
      for (const index of repeated(methods.map(({ name }) => name.toLowerCase())))
        context.addIssue({ code: 'custom', path: [index, 'name'], message: 'Two methods have this name.' })
      for (const index of repeated(methods.map(({ _id }) => _id)))
        context.addIssue({ code: 'custom', path: [index, '_id'], message: 'Two methods have this id.' })
    }),
})
