import { expect, test } from 'vitest'
import { hashToken } from '#kit/link-token.ts'
import { hashBackupCode, hashesOfTyped, newBackupCodes } from './backup-codes.ts'

// attack: stolen-database
test('ten backup codes have no two letters that look alike, differ, and are longer than what a hash gives away', () => {
  const codes = newBackupCodes()
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^[2-9a-hjkmnp-z]{4}(-[2-9a-hjkmnp-z]{4}){5}$/)
  const letters = codes[0]?.replaceAll('-', '').length ?? 0
  expect(letters * Math.log2(31)).toBeGreaterThanOrEqual(112)
})

test('a code is the same in capitals, with blanks and without hyphens, also with those that phones write', () => {
  const stored = hashBackupCode('k7wm-42xc-pf9h')
  for (const typed of [
    'k7wm-42xc-pf9h',
    'K7WM-42XC-PF9H',
    'k7wm42xcpf9h',
    ' K7wm 42xc  pf9h ',
    'k7wm–42xc‑pf9h',
  ])
    expect(hashesOfTyped(typed), typed).toContain(stored)
  for (const typed of ['k7wm-42xc-pf9', 'k7wm-42xc-pf9j', '', '-', 'k7wm_42xc_pf9h'])
    expect(hashesOfTyped(typed), typed).not.toContain(stored)
})

test('a code of an earlier release is read as it was shown, with or without its hyphen, and not in other letters', () => {
  const stored = hashToken('aB3dE-fG7hI')
  for (const typed of ['aB3dE-fG7hI', 'aB3dEfG7hI', 'aB3dE fG7hI'])
    expect(hashesOfTyped(typed), typed).toContain(stored)
  for (const typed of ['ab3de-fg7hi', 'AB3DE-FG7HI', 'aB3dE-fG7h'])
    expect(hashesOfTyped(typed), typed).not.toContain(stored)
})
