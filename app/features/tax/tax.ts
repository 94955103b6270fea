export { type FoundTax, findTax } from './deciding/find-tax.ts'
export { taxTerritory } from './deciding/territories.ts'
export { readVatId, type VatId } from './vies/vat-id.ts'
export { askingOnce, createVatService, noVatService, type VatService } from './vies/vat-service.ts'
