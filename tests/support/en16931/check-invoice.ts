import { join } from 'node:path'
import type { XmlFormat } from '#features/invoices/invoices.ts'
import { CORE_RULES } from './core-rules.ts'
import type { Facts } from './facts.ts'
import { GERMAN_RULES } from './german-rules.ts'
import { readCii } from './read-cii.ts'
import { readUbl } from './read-ubl.ts'
import { type Checked, checkRules } from './rule.ts'
import { TAX_RULES } from './tax-rules.ts'

/** Documents that passed the official rules, as they were written then. */
export const CHECKED = join(import.meta.dirname, 'checked')

export const readInvoice = (xml: string, format: XmlFormat): Facts =>
  format === 'cii' ? readCii(xml) : readUbl(xml)

/** Checks what a document says by the rules of EN 16931, and as XRechnung by those of Germany. */
export const checkFacts = (facts: Facts, format: XmlFormat): Checked =>
  checkRules([...CORE_RULES, ...TAX_RULES, ...(format === 'xrechnung' ? GERMAN_RULES : [])], facts)
