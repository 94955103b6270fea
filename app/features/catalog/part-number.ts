/** A part number. Single spaces are inside of it only. */
export const SKU = /^(?=.{1,64}$)[A-Za-z0-9](?: ?[A-Za-z0-9._/-])*$/
