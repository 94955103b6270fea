import { expect, test } from 'vitest'
import { LYON, ZURICH } from '#tests/support/delivery-shop.ts'
import { termsMembers } from './stored-terms.ts'

const tax = { kind: 'none', percent: 0, amount: 0 } as const

test('an order from before orders had terms has no members about them', () => {
  expect(termsMembers(null)).toEqual({})
})

test('an order has its address in lines, and the billing address only where it is another one', () => {
  const to = ['Atelier Exemple', 'Zoé Durand', '12 rue de l’Exemple', '69002 LYON', 'FRANCE']
  const stored = termsMembers(JSON.stringify({ deliverTo: LYON, tax }))
  expect(stored).toEqual({ deliverTo: LYON, billTo: LYON, addressLines: to, tax })
  expect(termsMembers(JSON.stringify({ deliverTo: LYON, billTo: LYON, tax }))).toEqual(stored)
  expect(termsMembers(JSON.stringify({ deliverTo: LYON, billTo: ZURICH, tax }))).toEqual({
    ...stored,
    billTo: ZURICH,
    billingLines: ['Urs Beispiel', 'Beispielweg 3', 'CH-8001 Zürich', 'SWITZERLAND'],
  })
})
