import { expect, test } from 'vitest'
import { LYON, ZURICH } from '#tests/support/delivery-shop.ts'
import { termsMembers } from './stored-terms.ts'

const tax = { kind: 'none', percent: 0, amount: 0 } as const

const address = '1 Sample Street, Sample City'

const membersOf = (terms: object) => termsMembers({ terms: JSON.stringify(terms), address })

test('an order without an address in fields has its line in lines, also from before orders had terms', () => {
  expect(termsMembers({ terms: null, address })).toEqual({ addressLines: [address] })
  expect(membersOf({ tax })).toEqual({ tax, addressLines: [address] })
})

test('an order has its address in lines, and the billing address only where it is another one', () => {
  const to = ['Atelier Exemple', 'Zoé Durand', '12 rue de l’Exemple', '69002 LYON', 'FRANCE']
  const stored = membersOf({ deliverTo: LYON, tax })
  expect(stored).toEqual({ deliverTo: LYON, billTo: LYON, addressLines: to, tax })
  expect(membersOf({ deliverTo: LYON, billTo: LYON, tax })).toEqual(stored)
  expect(membersOf({ deliverTo: LYON, billTo: ZURICH, tax })).toEqual({
    ...stored,
    billTo: ZURICH,
    billingLines: ['Urs Beispiel', 'Beispielweg 3', 'CH-8001 Zürich', 'SWITZERLAND'],
  })
})
