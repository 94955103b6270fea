import { expect, test } from 'vitest'
import { COUNTRY_CODES } from '#kit/input/country-codes.ts'
import { addressSchema } from '../schema.ts'
import { listCountries } from './countries.ts'

const countries = listCountries('all')

const fieldsOf = (code: string) =>
  countries
    .find((country) => country.code === code)
    ?.fields.map(({ options: _, pattern: __, ...field }) => field)

test('all countries are listed by their English names', () => {
  expect(countries.map(({ code }) => code).sort()).toEqual([...COUNTRY_CODES].sort())
  expect(countries.slice(0, 3).map(({ name }) => name)).toEqual(['Afghanistan', 'Åland Islands', 'Albania'])
  expect(countries.at(-1)?.name).toBe('Zimbabwe')
  expect(new Set(countries.map(({ name }) => name)).size).toBe(countries.length)
})

test('a country is served when the settings have it', () => {
  expect(countries.every(({ served }) => served)).toBe(true)
  const served = listCountries(['DE', 'FR']).filter((country) => country.served)
  expect(served.map(({ code }) => code)).toEqual(['FR', 'DE'])
})

test('each country has its own fields, in its sequence and its words', () => {
  expect(fieldsOf('US')).toEqual([
    { name: 'name', label: 'Name', required: true },
    { name: 'company', label: 'Company', required: false },
    { name: 'street', label: 'Street', required: true },
    { name: 'city', label: 'City', required: true },
    { name: 'region', label: 'State', required: true },
    { name: 'postcode', label: 'ZIP code', required: true },
    { name: 'phone', label: 'Phone', required: false },
  ])
  expect(fieldsOf('FR')?.map(({ name }) => name)).toEqual([
    'company',
    'name',
    'street',
    'postcode',
    'city',
    'phone',
  ])
  expect(fieldsOf('JP')?.map(({ label }) => label)).toContain('Prefecture')
  expect(fieldsOf('IE')?.map(({ label }) => label)).toEqual(expect.arrayContaining(['County', 'Eircode']))
  expect(fieldsOf('GB')?.map(({ label }) => label)).toContain('Post town')
  // "SINGAPORE" in the format is no list of fields.
  expect(fieldsOf('SG')?.map(({ name }) => name)).toEqual(['name', 'company', 'street', 'postcode', 'phone'])
})

test('every form wants a name and a street and has only fields of an address, each once', () => {
  for (const { code, fields } of countries) {
    const names = fields.map(({ name }) => name)
    expect(new Set(names).size, code).toBe(names.length)
    expect(Object.keys(addressSchema.shape), code).toEqual(expect.arrayContaining(names))
    expect(names, code).toEqual(expect.arrayContaining(['name', 'company', 'street', 'phone']))
    const required = fields.filter((field) => field.required).map(({ name }) => name)
    expect(required, code).toEqual(expect.arrayContaining(['name', 'street']))
    expect(required, code).not.toContain('company')
  }
})

test('regions are options with labels in Latin letters, by label', () => {
  const japan = countries.find(({ code }) => code === 'JP')?.fields.find(({ name }) => name === 'region')
  expect(japan?.options?.slice(0, 2)).toEqual([
    { value: '23', label: 'Aichi' },
    { value: '05', label: 'Akita' },
  ])
  const labels = countries.flatMap(({ fields }) => fields.flatMap(({ options = [] }) => options))
  expect(labels.length).toBeGreaterThan(1000)
  expect(labels.filter(({ label }) => !/^[\p{Script=Latin}\P{L}]+$/u.test(label))).toEqual([])
})

test('a pattern is one that a browser can compile', () => {
  const patterns = countries.flatMap(({ fields }) => fields.flatMap(({ pattern }) => pattern ?? []))
  expect(patterns.length).toBeGreaterThan(150)
  for (const pattern of patterns) expect(() => new RegExp(pattern, 'v')).not.toThrow()
})
