export { type FoundTax, findTax } from './deciding/find-tax.ts'
export { taxTerritory } from './deciding/territories.ts'
export { readVatId, type VatId } from './vies/vat-id.ts'
export { createVatService, noVatService, type VatService } from './vies/vat-service.ts'
