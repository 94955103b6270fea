import { LRUCache } from 'lru-cache'
import { isOfVies, type VatId } from '#kit/input/vat-id.ts'
import { type Outage, outagesOf } from '#kit/log/outage.ts'
import type { Log } from '#kit/log.ts'
import { MINUTE_MS } from '#kit/time.ts'
import { askVies, type Send, type ViesAnswer } from './ask-vies.ts'
import { type Circuit, createCircuit } from './circuit.ts'

/** What is known of a VAT ID. */
export type VatCheck =
  | {
      readonly state: 'confirmed'
      /** The number under which VIES keeps the confirmation. It gives none without the VAT ID of who asks. */
      readonly confirmation?: string
      /** When VIES confirmed it, in milliseconds since 1970. */
      readonly atMs: number
    }
  /** VIES does not know it. */
  | { readonly state: 'refused' }
  /** VIES could not say. */
  | { readonly state: 'unavailable'; readonly why: 'down' | 'slow' }

/** Confirms VAT IDs. */
export interface VatService {
  /** Never throws, and takes at most 3 s. With the seller's VAT ID as `requester` VIES gives a confirmation. */
  check(vatId: VatId, requester?: VatId, asker?: VatAsker): Promise<VatCheck>
}

/** Who has a VAT ID confirmed. */
export interface VatAsker {
  readonly kind: 'visitor' | 'customer'
  /** The network address of a visitor, the account of a customer. */
  readonly name: string
  /** Counts an ID of which nothing is known; false when the asker named too many. */
  mayAsk(): Promise<boolean>
}

interface ViesOptions {
  /** The address of the REST service. */
  readonly url: string
  readonly log: Log
  readonly now: () => number
  readonly send?: Send
  readonly timeoutMs?: number
  /** After so many failures in a row a country is not asked for a while. */
  readonly failures?: number
}

/** Nobody waits longer for VIES. */
const TIMEOUT_MS = 3000

const KEPT_MS = { confirmed: 10 * MINUTE_MS, refused: MINUTE_MS } as const
const KEPT_CHECKS = 1000

const MOST_FAILURES = 5
const PAUSE_MS = MINUTE_MS / 2

/**
 * VIES refuses those who ask too much at once. Whoever may order has places of their own: what visitors type never makes a customer
 * pay VAT. A single asker has a few of these.
 */
const CALLS_AT_ONCE = { customer: 20, visitor: 10, asker: 3 } as const

/**
 * Asks VIES. An answer is kept for a while, so that a quote that changes does not ask again; an order keeps the confirmation
 * and the time that VIES gave. Calls about the same ID at once are one. The service of each country fails on its own, so each
 * has a circuit. All of it is per process.
 */
export function createVatService(options: ViesOptions): VatService {
  const { url, log, now, send = fetch, timeoutMs = TIMEOUT_MS, failures = MOST_FAILURES } = options
  const kept = new LRUCache<string, VatCheck>({ max: KEPT_CHECKS, ttl: 1, ttlResolution: 0, perf: { now } })
  const running = new Map<
    string,
    { readonly check: Promise<VatCheck>; readonly asker: VatAsker | undefined }
  >()
  const circuits = new Map<string, Circuit>()

  const circuitOf = ({ prefix }: VatId): Circuit => {
    const circuit = circuits.get(prefix) ?? createCircuit(failures, PAUSE_MS, now)
    circuits.set(prefix, circuit)
    return circuit
  }

  const ask = async (vatId: VatId, requester: VatId | undefined): Promise<VatCheck> => {
    const circuit = circuitOf(vatId)
    const why = circuit.refuse()
    if (why) return { state: 'unavailable', why }
    const answer = await askVies({ url, send, timeoutMs }, vatId, requester)
    circuit.report(answer.kind === 'failed' ? answer.why : 'answered')
    const outage = outageOf(vatId)
    const ids = { country: vatId.prefix, ...(answer.kind === 'failed' && { code: answer.code }) }
    if (answer.kind === 'failed') outagesOf(log).failed({ outage, error: undefined, what: 'checks', ids })
    else outagesOf(log).worked(outage.name)
    return toCheck(answer, now())
  }

  const askAndKeep = async (key: string, vatId: VatId, requester: VatId | undefined): Promise<VatCheck> => {
    try {
      const check = await ask(vatId, requester)
      if (check.state !== 'unavailable') kept.set(key, check, { ttl: KEPT_MS[check.state] })
      return check
    } finally {
      running.delete(key)
    }
  }

  const hasPlace = (asker: VatAsker | undefined): boolean => {
    const { kind = 'customer', name } = asker ?? {}
    const askers = [...running.values()].map((call) => call.asker)
    const ofKind = askers.filter((other) => (other?.kind ?? 'customer') === kind)
    const own = ofKind.filter((other) => other !== undefined && other.name === name)
    return ofKind.length < CALLS_AT_ONCE[kind] && own.length < CALLS_AT_ONCE.asker
  }

  return {
    check: async (vatId, requester, asker) => {
      if (!isOfVies(vatId)) return { state: 'refused' }
      const asking = requester && isOfVies(requester) ? requester : undefined
      const key = `${vatId.id} ${asking?.id ?? ''}`
      const findKnown = () => kept.get(key) ?? running.get(key)?.check
      const known = findKnown()
      if (known) return known
      const mayAsk = hasPlace(asker) && (await (asker?.mayAsk() ?? true))
      // Another may have begun to ask meanwhile.
      const knownNow = findKnown()
      if (knownNow) return knownNow
      if (!mayAsk || !hasPlace(asker)) return { state: 'unavailable', why: 'slow' }
      const check = askAndKeep(key, vatId, asking)
      running.set(key, { check, asker })
      return check
    },
  }
}

/** The service of each country fails on its own. */
const outageOf = ({ prefix }: VatId): Outage => ({
  name: `VIES of ${prefix}`,
  begins: 'VIES failed',
  ends: 'VIES answers again',
})

function toCheck(answer: ViesAnswer, atMs: number): VatCheck {
  switch (answer.kind) {
    case 'confirmed':
      return { state: 'confirmed', ...(answer.confirmation && { confirmation: answer.confirmation }), atMs }
    case 'refused':
      return { state: 'refused' }
    case 'failed':
      return { state: 'unavailable', why: answer.why }
  }
}

/**
 * The service for one request, which may need an answer several times: it asks about a VAT ID once, so that the request waits
 * for VIES once, also when VIES does not answer.
 */
export function askingOnce(service: VatService): VatService {
  const asked = new Map<string, Promise<VatCheck>>()
  return {
    check: (vatId, requester) => {
      const key = `${vatId.id} ${requester?.id ?? ''}`
      const check = asked.get(key) ?? service.check(vatId, requester)
      asked.set(key, check)
      return check
    },
  }
}

/** Without a service no VAT ID is confirmed. */
export const noVatService: VatService = { check: async () => ({ state: 'unavailable', why: 'down' }) }
