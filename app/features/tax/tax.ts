export { type FoundTax, findTax } from './deciding/find-tax.ts'
export { taxTerritory } from './deciding/territories.ts'
export { askedByCustomer, askedByVisitor } from './vies/vat-askers.ts'
export { askingOnce, createVatService, noVatService, type VatService } from './vies/vat-service.ts'
