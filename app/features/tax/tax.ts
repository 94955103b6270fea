export {
  canBeReverseCharge,
  decideTax,
  type TaxDecision,
  type TaxQuestion,
} from './deciding/decide-tax.ts'
export { type FoundTax, findTax, type VatIds } from './deciding/find-tax.ts'
export { type Place, type TaxTerritory, taxTerritory } from './deciding/territories.ts'
export { readVatId, type VatId } from './vies/vat-id.ts'
export { createVatService, noVatService, type VatCheck, type VatService } from './vies/vat-service.ts'
