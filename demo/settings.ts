import type { Settings } from '#features/settings/schema.ts'
import { COUNTRY_CODES } from '#kit/input/country-codes.ts'

const HOME = 'US'

/**
 * The seller of the sample shop, a placeholder, and its delivery: standard is free at home, express and international cost by
 * weight. No tax is charged.
 */
export const demoSettings: Pick<Settings, 'seller' | 'tax' | 'delivery'> = {
  seller: {
    name: 'Sample Seller',
    address: {
      street: '1 Sample Street',
      city: 'Sample City',
      region: 'NY',
      postcode: '10001',
      country: HOME,
    },
    email: 'sales@shop.example',
  },
  tax: { pricesInclude: false, rates: [], euUnion: false, exemptOutside: true },
  delivery: {
    timeZone: 'America/New_York',
    cutOff: '14:00',
    workingDays: [1, 2, 3, 4, 5],
    countries: 'all',
    methods: [
      {
        _id: 'standard',
        name: 'Standard',
        countries: [HOME],
        rates: [{ price: 0 }],
        days: { from: 3, to: 5 },
      },
      {
        _id: 'international',
        name: 'International',
        countries: COUNTRY_CODES.filter((code) => code !== HOME),
        rates: [
          { uptoKg: 10, price: 18 },
          { uptoKg: 30, price: 42 },
          { uptoKg: 100, price: 110 },
          { uptoKg: 1000, price: 640 },
          { uptoKg: 20_000, price: 4200 },
        ],
        days: { from: 6, to: 10 },
        incoterm: 'DAP',
      },
      {
        _id: 'express',
        name: 'Express',
        countries: 'all',
        rates: [
          { uptoKg: 2, price: 19 },
          { uptoKg: 10, price: 32 },
          { uptoKg: 30, price: 68 },
          { uptoKg: 100, price: 180 },
        ],
        days: { from: 1, to: 2 },
        incoterm: 'DAP',
      },
    ],
  },
}
