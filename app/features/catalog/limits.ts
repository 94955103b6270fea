/** How long texts can be, for the schemas and for the forms, which load no validator. */

/** The slug of a category, or the key of an attribute. */
export const LONGEST_SLUG = 64

/** A part number. */
export const LONGEST_SKU = 64

export const LONGEST_CATEGORY_NAME = 60

/** What the page of a category says of its parts. */
export const LONGEST_CATEGORY_DESCRIPTION = 500

export const LONGEST_ATTRIBUTE_LABEL = 60

export const LONGEST_UNIT = 20

/** Why a stock changes. */
export const LONGEST_REASON = 200

/** The slug of a category, or the key of an attribute. */
export const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/

/** A number as the value of an attribute: lists can be filtered by every number that is stored. */
export const ATTRIBUTE_NUMBER = String.raw`-?\d{1,12}(?:\.\d{1,6})?`

const IS_ATTRIBUTE_NUMBER = new RegExp(`^${ATTRIBUTE_NUMBER}$`)

/** Whether the text is a number as an attribute can have it. */
export const isAttributeNumber = (text: string): boolean => IS_ATTRIBUTE_NUMBER.test(text)

export const MAXIMUM_PRICE_BREAKS = 10

/** A call marks so many products for the home page at most. */
export const FEATURED_AT_ONCE = 100

/** How many files a product can have, how large each is at most, and how long its title and its name are. */
export const FILE_LIMITS = { files: 20, bytes: 50_000_000, title: 200, name: 200 } as const

/** How many pictures a product can have, and how long what a screen reader says of one is. */
export const PICTURE_LIMITS = { pictures: 8, alt: 200 } as const

/** A part number. Single spaces are inside of it only. */
export const SKU = new RegExp(`^(?=.{1,${LONGEST_SKU}}$)[A-Za-z0-9](?: ?[A-Za-z0-9._/-])*$`)

/** Grams a piece: a ton at most. */
export const WEIGHT_LIMITS = { smallest: 0.0001, largest: 1_000_000 } as const

export const MAXIMUM_LEAD_DAYS = 365

/** A code of the customs tariff without what may part its digits: `7318.15.20` is `73181520`. */
export const toCustomsCode = (typed: string): string => typed.replace(/[\s.]/g, '')

const CUSTOMS_CODE = /^\d{6,11}$/

/** Six digits are the same in all countries; what follows is each country's own. */
export const isCustomsCode = (digits: string): boolean => CUSTOMS_CODE.test(digits)

export const CUSTOMS_CODE_RULE = 'The customs code has 6 to 11 digits.'
