import type { GivenAddress } from '#features/delivery/schema.ts'

/** Somebody of the sample trade: plainly nobody, at a domain that RFC 2606 reserves for samples. */
export interface SampleCustomer {
  readonly name: string
  readonly email: string
  readonly address: GivenAddress
}

/** A place of each country with a postcode as it writes them, and how many of the customers are there. */
const PLACES = [
  { country: 'US', region: 'NY', postcode: '10001', customers: 11 },
  { country: 'US', region: 'OH', postcode: '43004', customers: 3 },
  { country: 'DE', postcode: '10115', customers: 4 },
  { country: 'CA', region: 'ON', postcode: 'K1A 0B1', customers: 2 },
  { country: 'GB', postcode: 'EC1A 1BB', customers: 2 },
  { country: 'FR', postcode: '75001', customers: 1 },
  { country: 'NL', postcode: '1012 AB', customers: 1 },
  { country: 'AT', postcode: '1010', customers: 1 },
] as const

const sampleEmail = (who: string | number): string => `sample-${who}@example.com`

/** Whoever ships and refunds in the sample trade; it has no rights and no way to sign in. */
export const SAMPLE_STAFF = { name: 'Sample staff', email: sampleEmail('staff') }

/** The customers, countries in turn, so that those who order most are of several. */
export const SAMPLE_CUSTOMERS: readonly SampleCustomer[] = PLACES.flatMap(({ customers, ...place }) =>
  Array.from({ length: customers }, (_, index) => ({ place, turn: index / customers })),
)
  .sort((one, other) => one.turn - other.turn)
  .map(({ place }, index) => {
    const number = index + 1
    const name = `Sample customer ${number}`
    return {
      name,
      email: sampleEmail(number),
      address: {
        ...place,
        name,
        company: `Sample company ${number}`,
        street: `${number} Sample Street`,
        city: 'Sample City',
        phone: `+1 555 01${String(number).padStart(2, '0')}`,
      },
    }
  })
