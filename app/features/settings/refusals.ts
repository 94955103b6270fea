import { productRefusals } from '#features/catalog/refusals.ts'

/** The refusals of the calls of the settings, besides those of HTTP. */
export const settingsRefusals = {
  revisionChanged: productRefusals.revisionChanged,
  currencyInUse: { code: 'currency_in_use', status: 409 },
} as const
