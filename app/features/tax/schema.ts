import { z } from 'zod'
import { isCountryCode } from '#kit/input/country-codes.ts'
import { oneLineField } from '#kit/input/fields.ts'
import { countryName } from '#kit/text/country-name.ts'

export const TAX_KINDS = ['none', 'included', 'added', 'reverse_charge', 'export'] as const

export type TaxKind = (typeof TAX_KINDS)[number]

/** Countries that have no tax of their own: that of another country holds there. Why is in `territories.ts`. */
export const TAXED_AS: ReadonlyMap<string, string> = new Map([
  ['MC', 'FR'],
  ['IM', 'GB'],
  ['LI', 'CH'],
])

const MAXIMUM_RATES = 500

const HAS_FOUR_DECIMALS = /^\d{1,3}(?:\.\d{1,4})?$/

const countryField = z
  .string('The country is required.')
  .refine(isCountryCode, 'Choose a country, by its code in capital letters, such as FR.')
  .refine((country) => !TAXED_AS.has(country), {
    error: ({ input }) =>
      `Choose ${countryName(TAXED_AS.get(String(input)) ?? '')} instead: its rates hold there.`,
  })

const PERCENT = 'The percent is a number from 0 to 100 with at most 4 decimals.'

const rateSchema = z.object({
  country: countryField,
  /** The code of a region of the country, as its addresses have it. Without it the rate is of the whole country. */
  region: oneLineField('The region', { maximum: 60 }).optional(),
  // Four decimals, as TAX_PERCENT has them: whole ten-thousandths of a percent are computed with.
  percent: z
    .number(PERCENT)
    .min(0, { error: PERCENT, abort: true })
    .max(100, { error: PERCENT, abort: true })
    .refine((percent) => HAS_FOUR_DECIMALS.test(String(percent)), PERCENT),
  name: oneLineField('The name of the tax', { maximum: 60 }),
})

export type TaxRate = z.output<typeof rateSchema>

/** The same region, however its code is written. */
export const regionKey = (region: string): string => region.trim().toUpperCase()

/** The rates of a country or region that has one already, by their indexes. */
export function contradictions(rates: readonly TaxRate[]): { index: number; message: string }[] {
  const places = rates.map(({ country, region = '' }) => `${country} ${regionKey(region)}`)
  return rates.flatMap((rate, index) =>
    places.indexOf(places[index] ?? '') < index
      ? [{ index, message: `There is another rate for ${placeText(rate)}.` }]
      : [],
  )
}

/** What is no country has been refused too. */
const placeText = ({ country, region = '' }: TaxRate): string =>
  [isCountryCode(country) ? countryName(country) : country, regionKey(region)].filter(Boolean).join(', ')

/** The settings of the tax. Two rates for one country or one region contradict each other: the second is refused. */
export const taxSettingsSchema = z.object({
  /** Whether prices include the tax. Then they stay as they are, whatever the kind of the tax. */
  pricesInclude: z.boolean('Say whether prices include the tax.'),
  rates: z
    .array(rateSchema, 'The rates are a list.')
    .max(MAXIMUM_RATES, `At most ${MAXIMUM_RATES} rates are possible.`)
    .superRefine((rates, context) => {
      for (const { index, message } of contradictions(rates))
        context.addIssue({ code: 'custom', path: [index], message })
    }),
  /** Whether the rules of the EU for deliveries between its countries hold. */
  euUnion: z.boolean('Say whether the rules of the EU hold.'),
  /** Whether deliveries abroad for which no rate fits are exports. */
  exemptOutside: z.boolean('Say whether deliveries abroad are exempt.'),
})

export type TaxSettings = z.output<typeof taxSettingsSchema>

export const standardRatesSchema = z
  .object({
    readOn: z.string().meta({ description: 'The day on which they were read.' }),
    source: z.string(),
    rates: z.array(rateSchema.omit({ region: true })),
  })
  .meta({ id: 'StandardRates' })

/** The standard rates of the countries of the EU, as an offer to the settings. */
export type StandardRates = z.output<typeof standardRatesSchema>

/** The tax of a quote or an order; `amount` is in dollars. */
export const taxSchema = z.object({
  kind: z.enum(TAX_KINDS),
  percent: z.number(),
  amount: z.number(),
  /** The name of the rate, such as "VAT". */
  name: z.string().optional(),
  /** What the law wants on the invoice, or why there is no reverse charge. */
  note: z.string().optional(),
  /** The customer's, without spaces: "FR40303265045". */
  vatId: z.string().optional(),
  /** The number under which VIES keeps that it confirmed the VAT ID. */
  confirmation: z.string().optional(),
  /** When VIES confirmed it. */
  confirmedAt: z.string().optional(),
})

export type Tax = z.output<typeof taxSchema>
