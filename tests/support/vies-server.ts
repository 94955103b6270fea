import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createVatService, type VatService } from '#features/tax/vies/vat-service.ts'
import { readVatId, type VatId } from '#kit/input/vat-id.ts'
import { createLog } from '#kit/log.ts'

/** A VAT ID of a test, which has to be one. */
export const vatId = (text: string): VatId => {
  const id = readVatId(text)
  if (!id) throw new Error(`${text} is no VAT ID.`)
  return id
}

export const FR = vatId('FR40303265045')
export const DE = vatId('DE136695976')
export const EL = vatId('EL094259216')
export const UNAVAILABLE = { state: 'unavailable', why: 'down' } as const
export const TOO_SLOW = { state: 'unavailable', why: 'slow' } as const

export interface Vies extends AsyncDisposable {
  readonly url: string
  /** The path and the body of each call. */
  readonly calls: { path: string; body: unknown }[]
  service(options?: { timeoutMs?: number; now?: () => number }): VatService
  /** Replaces how calls are answered. */
  answer: (response: ServerResponse, request: IncomingMessage, body: never) => void
}

/** A service of VIES on a port of this machine, whose calls `answer` answers. */
export async function startVies(answer: Vies['answer']): Promise<Vies> {
  const calls: Vies['calls'] = []
  const listener: RequestListener = async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = JSON.parse(Buffer.concat(chunks).toString() || 'null')
    calls.push({ path: `${request.method} ${request.url}`, body })
    vies.answer(response, request, body as never)
  }
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/rest-api`
  const vies: Vies = {
    url,
    calls,
    answer,
    service: ({ timeoutMs = 30_000, now = Date.now } = {}) =>
      createVatService({ url, log: createLog('silent'), now, timeoutMs }),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return vies
}

/** Answers with JSON. */
export const json =
  (body: unknown, status = 200): Vies['answer'] =>
  (response) => {
    response.writeHead(status, { 'Content-Type': 'application/json' })
    response.end(JSON.stringify(body))
  }

export const VALID = { valid: true, requestIdentifier: 'WAPIAAAAY1', name: 'SA EXAMPLE', address: '---' }
export const error = (code: string) => ({ actionSucceed: false, errorWrappers: [{ error: code }] })
