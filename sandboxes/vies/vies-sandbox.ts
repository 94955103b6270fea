import { Hono } from 'hono'
import { z } from 'zod'
import { newId } from '#kit/id.ts'
import type { RequestEnv } from '#kit/server/router.ts'

/** Where the sandbox of VIES is mounted. */
export const VIES_PATH = '/sandbox/vies'

const requestSchema = z.object({
  countryCode: z.string().regex(/^[A-Z]{2}$/),
  vatNumber: z.string().regex(/^[A-Z0-9+*]{2,14}$/),
})

const refusal = (error: string) => ({ actionSucceed: false, errorWrappers: [{ error }] })

/**
 * `POST /check-vat-number` with the answers of the REST service of VIES. A number whose last digit is even is confirmed, an odd
 * one is not; for one that ends with 999 the register of its country is down. Unlike VIES it gives a `requestIdentifier` also
 * to who does not say who asks, so that a shop without a seller can be tried. It keeps nothing.
 */
export function viesSandboxRoutes(now: () => number): Hono<RequestEnv> {
  return new Hono<RequestEnv>().post('/check-vat-number', async (c) => {
    c.header('Cache-Control', 'no-store')
    const asked = requestSchema.safeParse(await c.req.json().catch(() => undefined)).data
    if (!asked) return c.json(refusal('INVALID_INPUT'), 400)
    if (asked.vatNumber.endsWith('999')) return c.json(refusal('MS_UNAVAILABLE'), 503)
    const valid = Number(asked.vatNumber.replace(/\D/g, '').at(-1)) % 2 === 0
    return c.json({
      ...asked,
      requestDate: new Date(now()).toISOString(),
      valid,
      requestIdentifier: valid ? `SANDBOX-${newId()}` : '',
      name: valid ? 'Sample Company' : '---',
      address: valid ? '1 Sample Street' : '---',
    })
  })
}
