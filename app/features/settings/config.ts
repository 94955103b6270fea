import { z } from 'zod'
import { configPart, incompleteGroupProblems } from '#kit/config/config-part.ts'

/** Who sells, as an invoice has to say it. */
interface Seller {
  readonly name: string
  readonly address: string
  readonly taxId?: string | undefined
}

/** What a document says besides the order. `taxPercent` is the tax that the prices include, with at most 4 decimals. */
export interface SellerTerms {
  readonly seller?: Seller | undefined
  readonly taxPercent: number
}

declare module '#kit/config/config.ts' {
  interface Config {
    readonly sellerTerms: SellerTerms
  }
}

const MAXIMUM_ADDRESS_LINES = 10

/** A text of printable characters; `\n` begins a new line where a file of settings has one line for each. */
const printed = (name: string, maximum: number) =>
  z
    .string()
    .transform((text) => text.replaceAll('\\n', '\n').trim())
    .refine(
      (text) => text.length <= maximum && /^(?:[^\p{Cc}\p{Cs}]|\n)*$/u.test(text),
      `${name} can have at most ${maximum} printable characters`,
    )

/** The settings of the seller, who stands on documents. */
export const sellerConfig = configPart({
  variables: {
    SELLER_NAME: printed('SELLER_NAME', 200).optional(),
    SELLER_ADDRESS: printed('SELLER_ADDRESS', 500)
      .refine(
        (text) => text.split('\n').length <= MAXIMUM_ADDRESS_LINES,
        `SELLER_ADDRESS can have at most ${MAXIMUM_ADDRESS_LINES} lines`,
      )
      .optional(),
    SELLER_TAX_ID: printed('SELLER_TAX_ID', 100).optional(),
    TAX_PERCENT: z
      .string()
      .refine(
        (text) => /^\d{1,3}(\.\d{1,4})?$/.test(text) && Number(text) <= 100,
        'TAX_PERCENT has to be from 0 to 100, with at most 4 decimals',
      )
      .transform(Number)
      .default(0),
  },
  problemsBetween: (given) => [
    ...incompleteGroupProblems(given, ['SELLER_NAME', 'SELLER_ADDRESS']),
    ...(given.SELLER_TAX_ID && !given.SELLER_NAME ? ['SELLER_NAME is missing beside SELLER_TAX_ID'] : []),
  ],
  shape: (env) => {
    const { SELLER_NAME: name, SELLER_ADDRESS: address, SELLER_TAX_ID: taxId } = env
    const seller = name && address ? { name, address, ...(taxId && { taxId }) } : undefined
    return { sellerTerms: { ...(seller && { seller }), taxPercent: env.TAX_PERCENT } }
  },
})
