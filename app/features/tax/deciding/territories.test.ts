import { expect, test } from 'vitest'
import { readVatId } from '#kit/input/vat-id.ts'
import { EU_MEMBERS, taxTerritory, viesPrefix } from './territories.ts'

test.each([
  // A place; area, country of the rates, region, letters of VAT IDs.
  [{ country: 'DE', postcode: '10115' }, ['DE', 'DE', undefined, 'DE']],
  [{ country: 'GR', postcode: '10552' }, ['GR', 'GR', undefined, 'EL']],
  [{ country: 'US', region: 'TX', postcode: '73301' }, ['US', 'US', 'TX', undefined]],
  [{ country: 'MC', postcode: '98000' }, ['FR', 'FR', undefined, 'FR']],
  [{ country: 'IM', postcode: 'IM1 1AA' }, ['GB', 'GB', undefined, undefined]],
  [{ country: 'GB', postcode: 'SW1A 1AA' }, ['GB', 'GB', undefined, undefined]],
  [{ country: 'GB', postcode: 'B1 1BB' }, ['GB', 'GB', undefined, undefined]],
  [{ country: 'GB', postcode: 'bt1 5gs' }, ['GB', 'GB', 'NIR', 'XI']],
  [{ country: 'GB', region: 'NIR' }, ['GB', 'GB', 'NIR', 'XI']],
  // Its addresses have no list of regions, so the name is typed.
  [{ country: 'GB', region: 'Northern Ireland' }, ['GB', 'GB', 'NIR', 'XI']],
  [{ country: 'GB', region: 'Scotland' }, ['GB', 'GB', 'Scotland', undefined]],
  [{ country: 'NO', postcode: '0150' }, ['NO', 'NO', undefined, undefined]],
  [{ country: 'NO', postcode: '9171' }, ['SJ', 'SJ', undefined, undefined]],
  [{ country: 'NO', postcode: '8099' }, ['SJ', 'SJ', undefined, undefined]],
  [{ country: 'LI', postcode: '9490' }, ['CH', 'CH', undefined, undefined]],
  [{ country: 'GB', postcode: 'JE2 3AB' }, ['JE', 'JE', undefined, undefined]],
  [{ country: 'GB', postcode: 'GY1 1AA' }, ['GG', 'GG', undefined, undefined]],
  [{ country: 'ES', postcode: '35001' }, ['IC', 'ES', 'GC', undefined]],
  [{ country: 'ES', postcode: '３８００１' }, ['IC', 'ES', 'TF', undefined]],
  [{ country: 'ES', postcode: 'E-35001' }, ['IC', 'ES', 'GC', undefined]],
  [{ country: 'ES', region: 'gc' }, ['IC', 'ES', 'GC', undefined]],
  // The postcode decides.
  [{ country: 'ES', region: 'GC', postcode: '28039' }, ['ES', 'ES', 'GC', 'ES']],
  [{ country: 'ES', region: 'M', postcode: '35001' }, ['IC', 'ES', 'GC', undefined]],
  [{ country: 'ES', region: 'M', postcode: ' ' }, ['ES', 'ES', 'M', 'ES']],
  [{ country: 'ES', postcode: '51001' }, ['ES-CE', 'ES', 'CE', undefined]],
  [{ country: 'ES', postcode: '52001' }, ['ES-ML', 'ES', 'ML', undefined]],
  [{ country: 'ES', postcode: '53001' }, ['ES', 'ES', undefined, 'ES']],
  // Postcodes of another country are none of this one.
  [{ country: 'FR', postcode: '35000' }, ['FR', 'FR', undefined, 'FR']],
  [{ country: 'DE', postcode: '78266' }, ['CH', 'CH', undefined, undefined]],
  [{ country: 'DE', region: 'BW', postcode: 'D-78266' }, ['CH', 'CH', undefined, undefined]],
  [{ country: 'DE', postcode: '78267' }, ['DE', 'DE', undefined, 'DE']],
  [{ country: 'DE', postcode: '27498' }, ['DE-HELIGOLAND', 'DE', undefined, undefined]],
  [{ country: 'DE', postcode: '87568' }, ['AT', 'AT', undefined, 'AT']],
  [{ country: 'IT', postcode: '23041' }, ['IT-LIVIGNO', 'IT', undefined, undefined]],
  [{ country: 'IT', postcode: '22061' }, ['IT-CAMPIONE', 'IT', undefined, undefined]],
  [{ country: 'CH', postcode: '6911' }, ['IT-CAMPIONE', 'CH', undefined, undefined]],
  [{ country: 'CH', postcode: '8001' }, ['CH', 'CH', undefined, undefined]],
  [{ country: 'FI', postcode: 'FI-22 100' }, ['AX', 'AX', undefined, undefined]],
  [{ country: 'FI', postcode: '00100' }, ['FI', 'FI', undefined, 'FI']],
  [{ country: 'GR', postcode: '630 86' }, ['GR-ATHOS', 'GR', undefined, undefined]],
  [{ country: 'FR', postcode: '97110' }, ['GP', 'GP', undefined, undefined]],
  [{ country: 'FR', postcode: '97133' }, ['BL', 'BL', undefined, undefined]],
  [{ country: 'FR', postcode: '97150' }, ['MF', 'MF', undefined, undefined]],
  [{ country: 'FR', postcode: '97200' }, ['MQ', 'MQ', undefined, undefined]],
  [{ country: 'FR', postcode: '97300' }, ['GF', 'GF', undefined, undefined]],
  [{ country: 'FR', postcode: '97400' }, ['RE', 'RE', undefined, undefined]],
  [{ country: 'FR', postcode: '97600' }, ['YT', 'YT', undefined, undefined]],
  [{ country: 'FR', postcode: '98800' }, ['NC', 'NC', undefined, undefined]],
  [{ country: 'FR', postcode: '20000' }, ['FR', 'FR', undefined, 'FR']],
  [{ country: 'PT', postcode: '9000-001' }, ['PT', 'PT', '30', 'PT']],
  [{ country: 'PT', postcode: '9500-001' }, ['PT', 'PT', '20', 'PT']],
  [{ country: 'PT', postcode: '1000-001' }, ['PT', 'PT', undefined, 'PT']],
  [{ country: 'AX' }, ['AX', 'AX', undefined, undefined]],
  [{ country: 'GP' }, ['GP', 'GP', undefined, undefined]],
  [{ country: 'SM' }, ['SM', 'SM', undefined, undefined]],
] as const)('%o is in %o', (place, [area, country, region, vatPrefix]) => {
  const inEu = vatPrefix !== undefined
  expect(taxTerritory(place)).toEqual({ area, country, region, inEu, vatPrefix })
})

test('the EU has 27 members, and their letters at VIES are those of the countries, but for Greece', () => {
  expect(new Set(EU_MEMBERS).size).toBe(27)
  expect(EU_MEMBERS.filter((code) => viesPrefix(code) !== code)).toEqual(['GR'])
  expect(['GB', 'CH', 'NO', 'MC', 'EL', 'XI'].filter((code) => viesPrefix(code))).toEqual([])
})

/** An ID of each member. */
const IDS =
  'ATU13585627 BE0428759497 BG175074752 CY10259033P CZ25123891 DE136695976 DK13585628 EE100931558 ESB58378431 FI20774740 FR40303265045 EL094259216 HR33392005961 HU12892312 IE6388047V IT00743110157 LT119511515 LU15027442 LV40003521600 MT11679112 NL004495445B01 PL8567346215 PT501964843 RO18547290 SE556188840401 SI50223054 SK2022749619'.split(
    ' ',
  )

test('VAT IDs of every member are read, with the letters of its territory', () => {
  const read = IDS.map((id) => readVatId(id)?.prefix)
  expect(read.toSorted()).toEqual(EU_MEMBERS.map((country) => taxTerritory({ country }).vatPrefix).toSorted())
})
