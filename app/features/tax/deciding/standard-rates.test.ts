import { expect, test } from 'vitest'
import { createTestApp } from '#tests/support/test-app.ts'
import { taxSettingsSchema } from '../schema.ts'
import { EU_MEMBERS } from './territories.ts'

const SETTINGS = { pricesInclude: false, euUnion: true, exemptOutside: true }

test('admins read one standard rate of each of the 27, with their day and source, as settings take them', async () => {
  await using app = await createTestApp()
  const answer = await app.call('GET', '/api/tax-rate', { as: await app.registerAdmin() })
  expect([answer.status, answer.body]).toEqual([
    200,
    {
      readOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      source: expect.stringContaining('TEDB'),
      rates: expect.anything(),
    },
  ])
  expect(Date.parse(answer.body.readOn)).toBeLessThan(Date.now())
  const { rates } = answer.body as { rates: { country: string; percent: number }[] }
  expect(rates.map(({ country }) => country).sort()).toEqual([...EU_MEMBERS].sort())
  // Article 97 of Directive 2006/112/EC: at least 15 percent.
  for (const { country, percent } of rates) expect([country, percent >= 15]).toEqual([country, true])
  expect(taxSettingsSchema.parse({ ...SETTINGS, rates }).rates).toEqual(rates)
})
