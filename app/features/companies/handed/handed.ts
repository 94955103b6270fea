import type { Db } from '#kit/db/db.ts'

/** What companies show of the orders, a feature above them, which alone reads these. */
interface Handed {
  /** What of its credit a company uses, in cents: what is open of its orders on account. */
  findUsedCredit(db: Db, companyId: string): Promise<number>
}

let handed: Handed | undefined

/** The composition hands it over before anything is read: companies import no orders. */
export function handToCompanies(given: Handed): void {
  handed = given
}

/** What was handed over. */
export function fromAbove(): Handed {
  if (!handed) throw new Error('nobody has handed the used credit to companies')
  return handed
}
