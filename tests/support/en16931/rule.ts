import type { Fact, Facts } from './facts.ts'

/** A rule by its name in the norm: whether it holds, and of which documents it is. */
export interface Rule {
  readonly id: string
  readonly holds: (facts: Facts) => boolean
  readonly isOf: (facts: Facts) => boolean
}

export const rule = (id: string, holds: Rule['holds'], isOf: Rule['isOf'] = () => true): Rule => ({
  id,
  holds,
  isOf,
})

/** A rule of each member of a list. */
export const ruleOfEach = <Item>(
  id: string,
  list: (facts: Facts) => readonly Item[],
  holds: (item: Item, facts: Facts) => boolean,
): Rule =>
  rule(
    id,
    (facts) => list(facts).every((item) => holds(item, facts)),
    (facts) => list(facts).length > 0,
  )

export const isThere = (fact: Fact): boolean => fact !== undefined && fact.trim() !== ''

export const isAmount = (fact: Fact): boolean => fact !== undefined && /^\d+\.\d{2}$/.test(fact)

/** An amount in whole cents; NaN, which equals nothing, for a text that is none. */
export const cents = (fact: Fact): number => (isAmount(fact) ? Number(fact?.replace('.', '')) : Number.NaN)

export const sumOf = (facts: readonly Fact[]): number => facts.reduce((sum, fact) => sum + cents(fact), 0)

/** What came of checking a document: the rules that are of it, and those of them that do not hold. */
export interface Checked {
  readonly fired: readonly string[]
  readonly failed: readonly string[]
}

export function checkRules(rules: readonly Rule[], facts: Facts): Checked {
  const fired = rules.filter(({ isOf }) => isOf(facts))
  const failed = fired.filter(({ holds }) => !holds(facts))
  return { fired: fired.map(({ id }) => id), failed: failed.map(({ id }) => id) }
}
