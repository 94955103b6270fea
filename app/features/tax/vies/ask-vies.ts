import { z } from 'zod'
import type { VatId } from '#kit/input/vat-id.ts'

/** Sends a request; `fetch` for the real service, the routes of the sandbox else. */
export type Send = (url: string, init: RequestInit) => Promise<Response>

/** What VIES answered. `code` is the error of VIES or says what was wrong with the answer. */
export type ViesAnswer =
  | { readonly kind: 'confirmed'; readonly confirmation?: string }
  | { readonly kind: 'refused' }
  | { readonly kind: 'failed'; readonly why: 'down' | 'slow'; readonly code: string }

/** More than any answer has: names and addresses of a trader. */
const MAXIMUM_BYTES = 20_000

const answerSchema = z.object({
  valid: z.boolean(),
  requestIdentifier: z.string().max(100).nullish(),
})

/** An error has the status of a success at times, so the body is what counts. */
const errorSchema = z.object({ errorWrappers: z.array(z.object({ error: z.string().max(100) })).min(1) })

/** Asks the REST service of VIES at `url` about a VAT ID, within `timeoutMs` in all. Never throws. */
export async function askVies(
  { url, send, timeoutMs }: { url: string; send: Send; timeoutMs: number },
  vatId: VatId,
  requester: VatId | undefined,
): Promise<ViesAnswer> {
  const signal = AbortSignal.timeout(timeoutMs)
  const init: RequestInit = {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    body: JSON.stringify({
      countryCode: vatId.prefix,
      vatNumber: vatId.number,
      ...(requester && { requesterMemberStateCode: requester.prefix, requesterNumber: requester.number }),
    }),
    // A redirect would send the ID to another service, whose word counts nothing.
    redirect: 'error',
    signal,
  }
  try {
    const response = await send(`${url}/check-vat-number`, init)
    const body = await readShort(response)
    return body === undefined ? failed('down', 'the answer is too long') : readAnswer(response.status, body)
  } catch {
    return signal.aborted ? failed('slow', 'no answer in time') : failed('down', 'no answer')
  }
}

const failed = (why: 'down' | 'slow', code: string): ViesAnswer => ({ kind: 'failed', why, code })

function readAnswer(status: number, body: string): ViesAnswer {
  const json = parseJson(body)
  const error = errorSchema.safeParse(json).data?.errorWrappers[0]?.error
  // VIES knows the form of the IDs of each country, and this one has none of it.
  if (error === 'INVALID_INPUT') return { kind: 'refused' }
  if (error !== undefined) return failed(error === 'TIMEOUT' ? 'slow' : 'down', error)
  const answer = status === 200 ? answerSchema.safeParse(json).data : undefined
  if (!answer) return failed('down', `an answer with the status ${status} that VIES does not give`)
  if (!answer.valid) return { kind: 'refused' }
  return { kind: 'confirmed', ...(answer.requestIdentifier && { confirmation: answer.requestIdentifier }) }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The body, or undefined when it is too long; the rest is not read. */
async function readShort({ body }: Response): Promise<string | undefined> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.length
    // Leaving the loop cancels the body.
    if (bytes > MAXIMUM_BYTES) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}
