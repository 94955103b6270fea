import type { Country } from '#features/delivery/schema.ts'

/** The options of a choice of a country. */
export const CountryOptions = ({ countries }: { countries: readonly Pick<Country, 'code' | 'name'>[] }) =>
  countries.map(({ code, name }) => (
    <option key={code} value={code}>
      {name}
    </option>
  ))
