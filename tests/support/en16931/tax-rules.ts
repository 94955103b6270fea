import type { Facts, Taxed } from './facts.ts'
import { cents, isThere, type Rule, rule, sumOf } from './rule.ts'

/** The categories of UNTDID 5305 that the shop has, by the letters of their rules. */
const CATEGORIES = { S: 'S', Z: 'Z', E: 'E', IC: 'K', G: 'G', O: 'O' } as const

type Name = keyof typeof CATEGORIES

const NAMES = Object.keys(CATEGORIES) as Name[]

/** Which reason each category has by its code (VATEX); the exempt one has a text alone. */
const REASON_CODES: Partial<Record<Name, string>> = { IC: 'VATEX-EU-IC', G: 'VATEX-EU-G', O: 'VATEX-EU-O' }

/** The rules of the categories of the tax, written by the text of EN 16931-1. */
export const TAX_RULES: readonly Rule[] = [
  ...NAMES.flatMap(rulesOf),
  ...NAMES.map((name) => ofCategory(name, 'CO-17', taxIsOfRate)),
  ofCategory('IC', 'IC-11', ({ deliveredOn }) => isThere(deliveredOn)),
  ofCategory('IC', 'IC-12', ({ deliverTo }) => isThere(deliverTo.address.country)),
]

function rulesOf(name: Name): Rule[] {
  const code = CATEGORIES[name]
  const hasRate = ({ percent }: Taxed) =>
    name === 'O' ? percent === undefined : name === 'S' ? Number(percent) > 0 : Number(percent) === 0
  return [
    ofCategory(name, `${name}-01`, (facts) => facts.taxes.every(({ category }) => category === code)),
    ofCategory(name, `${name}-02 to ${name}-04`, ({ seller, buyer }) => {
      if (name === 'O') return seller.vatId === undefined && buyer.vatId === undefined
      if (name === 'IC') return isThere(seller.vatId) && isThere(buyer.vatId)
      return isThere(seller.vatId) || (name !== 'G' && isThere(seller.taxNumber))
    }),
    ofCategory(name, `${name}-05`, ({ lines }) => lines.every(hasRate)),
    ofCategory(name, `${name}-07`, ({ charges }) => charges.every(hasRate)),
    ofCategory(name, `${name}-08`, ({ taxes, lines, charges }) => {
      const amounts = [...lines.map(({ net }) => net), ...charges.map(({ amount }) => amount)]
      return cents(taxes[0]?.taxable) === sumOf(amounts)
    }),
    ofCategory(name, `${name}-09`, (facts) => name === 'S' || cents(facts.taxes[0]?.amount) === 0),
    ofCategory(name, `${name}-10`, ({ taxes: [tax] }) => {
      const isUntold = tax?.reason === undefined && tax?.reasonCode === undefined
      if (name === 'S' || name === 'Z') return isUntold
      return isThere(tax?.reason) && tax?.reasonCode === REASON_CODES[name]
    }),
  ]
}

/** A rule of the documents of which a line or a charge has the category. */
function ofCategory(name: Name, id: string, holds: Rule['holds']): Rule {
  const has = ({ category }: Taxed) => category === CATEGORIES[name]
  return rule(`BR-${id}`, holds, ({ lines, charges, taxes }) => [...lines, ...charges, ...taxes].some(has))
}

/**
 * The tax is the rate of the taxable amount, to the cent. The official check allows a whole dollar; ours allows what cannot be
 * otherwise: tax that prices include is computed on the sum with tax, and is a cent off then. So is that of a credit note,
 * with a cent of those before it.
 */
function taxIsOfRate({ taxes: [tax], typeCode }: Facts): boolean {
  const exact = (cents(tax?.taxable) * Number(tax?.percent ?? 0)) / 100
  return Math.abs(cents(tax?.amount) - exact) <= (typeCode === '381' ? 2 : 1) + 1e-6
}
