import type { TaxRate } from '../schema.ts'

/**
 * The standard rates of the members of the EU, in percent. The Commission's database is read by the public data set, which
 * asks it every day; a new reading replaces the day, the rates and nothing else.
 */
export const READ_ON = '2026-08-22'

export const SOURCE =
  'Taxes in Europe Database (TEDB) of the European Commission, by the public data set eu-vat-rates-data'

const PERCENTS = {
  AT: 20,
  BE: 21,
  BG: 20,
  CY: 19,
  CZ: 21,
  DE: 19,
  DK: 25,
  EE: 24,
  ES: 21,
  FI: 25.5,
  FR: 20,
  GR: 24,
  HR: 25,
  HU: 27,
  IE: 23,
  IT: 22,
  LT: 21,
  LU: 17,
  LV: 21,
  MT: 18,
  NL: 21,
  PL: 23,
  PT: 23,
  RO: 21,
  SE: 25,
  SI: 22,
  SK: 23,
}

export const STANDARD_RATES: readonly TaxRate[] = Object.entries(PERCENTS).map(([country, percent]) => ({
  country,
  percent,
  name: 'VAT',
}))
