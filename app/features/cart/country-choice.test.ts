import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubStorage } from '#tests/support/browser-storage.ts'
import { rememberCountry, rememberedCountry } from './country-choice.ts'

let storage: ReturnType<typeof stubStorage>

beforeEach(() => {
  storage = stubStorage('localStorage')
})
afterEach(() => vi.unstubAllGlobals())

test('the country is kept on the device until another one is chosen', () => {
  expect(rememberedCountry()).toBe('')
  rememberCountry('FR')
  expect(rememberedCountry()).toBe('FR')
  rememberCountry('')
  expect(rememberedCountry()).toBe('')
})

test('what is no country, and a browser that keeps nothing, are as none', () => {
  rememberCountry('<b>')
  expect(rememberedCountry()).toBe('')
  storage.fault = 'forbidden'
  rememberCountry('FR')
  expect(rememberedCountry()).toBe('')
})
