import type { TextLimits } from '#kit/input/contact-rules.ts'

/** The lengths of the fields of an address. */
export const RECIPIENT: TextLimits = { what: 'The name', minimum: 1, maximum: 300 }
export const COMPANY: TextLimits = { what: 'The company', minimum: 0, maximum: 300 }
export const STREET_LINE: TextLimits = { what: 'A line of the street', minimum: 1, maximum: 200 }
export const POSTCODE: TextLimits = { what: 'The postcode', minimum: 0, maximum: 20 }
export const CITY: TextLimits = { what: 'The city', minimum: 0, maximum: 200 }
export const REGION: TextLimits = { what: 'The region', minimum: 0, maximum: 100 }

export const MAXIMUM_STREET_LINES = 3

/** The lengths in the settings. */
export const METHOD_NAME: TextLimits = { what: 'The name', minimum: 1, maximum: 100 }
export const METHOD_CARRIER: TextLimits = { what: 'The carrier', minimum: 1, maximum: 64 }

export const MAXIMUM_METHODS = 50
export const MAXIMUM_RATES = 50

/** The heaviest order that a rate can be for: 100 t. */
export const MAXIMUM_RATE_KG = 100_000

export const GRAMS_PER_KG = 1000

/** A bound of weight has at most so many, in kg. */
export const WEIGHT_DECIMALS = 4

/** The longest transit, in working days. */
export const MAXIMUM_DAYS = 365

/** Incoterms 2020: who pays for carriage, insurance and duties. */
export const INCOTERMS = [
  'EXW',
  'FCA',
  'CPT',
  'CIP',
  'DAP',
  'DPU',
  'DDP',
  'FAS',
  'FOB',
  'CFR',
  'CIF',
] as const

/** The most addresses of an address book. */
export const MAXIMUM_ADDRESSES = 200
