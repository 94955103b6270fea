import { expect, test } from 'vitest'
import type { Order } from '#features/orders/orders.ts'
import type { Seller } from '#features/settings/schema.ts'
import { BERLIN, invoiceFor, LYON, SELLER } from '#tests/support/en16931/sample-orders.ts'
import { invoiceXml } from './invoice-xml.ts'
import { missingFields } from './missing-fields.ts'

const LINES = [{ unitPrice: 2, quantity: 100 }]

const invoice = (seller: Partial<Seller>, change: Partial<Order> = {}) =>
  invoiceFor({ lines: LINES, tax: { kind: 'added', percent: 19 }, change }, { ...SELLER, ...seller })

const NONE: Seller = {
  name: undefined,
  address: undefined,
  email: undefined,
  phone: undefined,
  vatId: undefined,
  taxNumber: undefined,
  bank: undefined,
}

test('a seller without anything lacks what EN 16931 wants, and more for Germany', () => {
  const document = invoice(NONE)
  for (const format of ['cii', 'ubl'] as const)
    expect(missingFields(document, format)).toEqual(['seller.name', 'seller.address', 'seller.taxNumber'])
  expect(missingFields(document, 'xrechnung')).toEqual([
    'seller.name',
    'seller.address',
    'seller.taxNumber',
    'seller.phone',
    'seller.email',
  ])
})

test('a VAT ID or a tax number is enough, but for reverse charge only the VAT ID', () => {
  expect(missingFields(invoice({ vatId: undefined }), 'cii')).toEqual([])
  expect(missingFields(invoice({ taxNumber: undefined }), 'cii')).toEqual([])
  const reverse = invoiceFor(
    { lines: LINES, tax: { kind: 'reverse_charge' }, vatId: 'FR83404833048' },
    { ...SELLER, vatId: undefined },
  )
  expect(missingFields(reverse, 'cii')).toEqual(['seller.vatId'])
})

test('XRechnung wants cities and postcodes, and the account where something is due', () => {
  const address = { street: 'x', country: 'DE' }
  const place = { ...LYON, city: undefined, postcode: undefined }
  const document = invoice({ address }, { deliverTo: place, billTo: place })
  const isDue = { ...document, totals: { ...document.totals, dueCents: 1 }, seller: { ...SELLER, address } }
  expect(missingFields(document, 'cii')).toEqual([])
  expect(missingFields(document, 'xrechnung')).toEqual([
    'seller.address.city',
    'seller.address.postcode',
    'buyer.city',
    'buyer.postcode',
    'deliverTo.city',
    'deliverTo.postcode',
  ])
  expect(
    missingFields(
      { ...isDue, seller: { ...SELLER, bank: undefined }, buyer: { ...document.buyer, address: BERLIN } },
      'xrechnung',
    ),
  ).toEqual(['seller.bank', 'deliverTo.city', 'deliverTo.postcode'])
})

test('no document is written that lacks something', () => {
  expect(() => invoiceXml(invoice({ phone: undefined }), 'xrechnung')).toThrow('lacks seller.phone')
  expect(invoiceXml(invoice({ phone: undefined }), 'ubl')).toContain('<Invoice ')
})
