/** How long texts can be, for the schemas and for the forms, which load no validator. */

/** The slug of a category, or the key of an attribute. */
export const LONGEST_SLUG = 64

export const LONGEST_CATEGORY_NAME = 60

export const LONGEST_ATTRIBUTE_LABEL = 60

export const LONGEST_UNIT = 20

/** Why a stock changes. */
export const LONGEST_REASON = 200

/** A part number. Single spaces are inside of it only. */
export const SKU = /^(?=.{1,64}$)[A-Za-z0-9](?: ?[A-Za-z0-9._/-])*$/
