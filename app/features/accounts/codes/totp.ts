import { createHmac, timingSafeEqual } from 'node:crypto'

const STEP_MS = 30_000

/** The 30 seconds that a moment lies in, counted as RFC 6238 does. */
export const stepAt = (ms: number): number => Math.floor(ms / STEP_MS)

/** The code of six digits that an app shows for these 30 seconds (RFC 6238, RFC 4226). */
export function codeOf(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', secret).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 15
  const number = digest.readUInt32BE(offset) & 0x7fff_ffff
  return String(number % 1_000_000).padStart(6, '0')
}

/** Clocks differ: the codes of the steps before and after hold too. */
const NEAR = [0, -1, 1]

/** The step that a code is of; undefined for a wrong one. */
export function stepOfCode(secret: string, code: string, nowMs: number): number | undefined {
  const given = Buffer.from(code)
  const isOf = (step: number) => {
    const expected = Buffer.from(codeOf(secret, step))
    return given.length === expected.length && timingSafeEqual(given, expected)
  }
  return NEAR.map((near) => stepAt(nowMs) + near).find(isOf)
}
