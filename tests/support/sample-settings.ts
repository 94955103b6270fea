export const METHOD = {
  _id: 'express',
  name: 'Express',
  countries: 'all',
  rates: [{ uptoKg: 2, price: 19 }, { price: 32 }],
  days: { from: 1, to: 2 },
}

export const SELLER = {
  name: 'Sample Seller',
  address: { street: '1 Sample Street', city: 'Berlin', postcode: '10115', country: 'DE' },
  email: 'sales@shop.example',
  vatId: 'DE 136.695-976',
  bank: { name: 'Sample Bank', iban: 'DE89 3704 0044 0532 0130 00', bic: 'cobadeff' },
}

export const VAT = { country: 'DE', percent: 19, name: 'VAT' }

/** Valid settings, as a request has them. */
export const given = (revision = 0) => ({
  revision,
  currency: 'usd',
  seller: SELLER,
  tax: { pricesInclude: false, rates: [VAT], euUnion: true, exemptOutside: true },
  delivery: {
    timeZone: 'Europe/Berlin',
    cutOff: '15:30',
    workingDays: [1, 2, 3, 4, 5],
    countries: 'all',
    methods: [METHOD],
  },
  mails: { newOrders: ['desk@shop.example'], lowStock: [] as string[] },
  shop: { hero: 'joint', blog: true, portfolio: true },
  datev: { accountLength: 4, revenue: [] as object[] },
})

/** The settings with another value at a path, such as `delivery/cutOff`. */
export function changed(path: string, value: unknown, revision = 0): object {
  const settings = structuredClone(given(revision)) as Record<string, unknown>
  const keys = path.split('/')
  const last = keys.pop() ?? ''
  const at = keys.reduce((object, key) => object[key] as Record<string, unknown>, settings)
  at[last] = value
  return settings
}
