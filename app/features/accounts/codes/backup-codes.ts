import { randomInt } from 'node:crypto'
import { hashToken } from '#kit/link-token.ts'

/** Letters and digits of which no two look alike: without 0 and o, 1, i and l. */
const LETTERS = '23456789abcdefghjkmnpqrstuvwxyz'
/** 118 random bits: from 112 on nobody finds a code by its hash, however fast that is. */
const LENGTH = 24
const COUNT = 10

/** Ten codes such as `k7wm-42xc-pf9h-d3tn-6yqa-vz8e`. */
export const newBackupCodes = (): string[] => Array.from({ length: COUNT }, newBackupCode)

function newBackupCode(): string {
  const letters = Array.from({ length: LENGTH }, () => LETTERS.charAt(randomInt(LETTERS.length)))
  return (letters.join('').match(/.{4}/g) ?? []).join('-')
}

/** As it is hashed: people type codes in capitals, and with blanks or without hyphens. */
const plain = (code: string): string => code.toLowerCase().replaceAll(/[\s\p{Pd}]/gu, '')

/** What is stored of a new code. */
export const hashBackupCode = (code: string): string => hashToken(plain(code))

/**
 * What may be stored of a code that was typed. Those of earlier releases have capitals and small letters, with one hyphen, and were
 * hashed as they were shown.
 */
export function hashesOfTyped(typed: string): readonly string[] {
  const letters = typed.replaceAll(/[\s\p{Pd}]/gu, '')
  return [hashBackupCode(typed), hashToken(`${letters.slice(0, 5)}-${letters.slice(5)}`)]
}
