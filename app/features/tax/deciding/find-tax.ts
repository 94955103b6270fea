import type { VatId } from '#kit/input/vat-id.ts'
import type { VatCheck, VatService } from '../vies/vat-service.ts'
import { canBeReverseCharge, decideTax, isOfHome, type TaxDecision, type TaxQuestion } from './decide-tax.ts'

/** The VAT IDs of a delivery; the shop's own is named to VIES, which then gives a confirmation. */
export interface VatIds {
  readonly customer?: VatId | undefined
  readonly seller?: VatId | undefined
}

/** The tax with what an order keeps about the VAT ID. */
export interface FoundTax extends TaxDecision {
  readonly vatId?: string
  /** The number under which VIES keeps that it confirmed the ID, if it gave one. */
  readonly confirmation?: string
  /** In milliseconds since 1970. */
  readonly confirmedAtMs?: number
}

/** Stands for the answer about an ID of which none changes the tax. */
const NOT_ASKED: VatCheck = { state: 'refused' }

/** Decides on the tax. Asks VIES about the customer's VAT ID when the tax depends on it, for at most 3 s. Never throws. */
export async function findTax(
  service: VatService,
  question: TaxQuestion,
  { customer, seller }: VatIds,
): Promise<FoundTax> {
  if (!customer) return decideTax(question)
  const vatId = customer.id
  if (!canBeReverseCharge(question)) return { ...decideTax(question), vatId }
  const isHome = isOfHome(customer.prefix, question.seller)
  const check = isHome ? NOT_ASKED : await service.check(customer, seller)
  const decision = decideTax({ ...question, vat: { prefix: customer.prefix, check } })
  if (check.state !== 'confirmed') return { ...decision, vatId }
  const { confirmation, atMs } = check
  return { ...decision, vatId, ...(confirmation && { confirmation }), confirmedAtMs: atMs }
}
