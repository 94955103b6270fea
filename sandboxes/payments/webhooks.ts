import { createHmac } from 'node:crypto'
import { compareAndSet } from '#kit/db/compare-and-set.ts'
import type { Shop } from '#kit/shop.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#kit/time.ts'
import type { StoredEvent } from './events.ts'

/** The key that signs webhooks, and the function that receives them. */
export interface WebhookEndpoint {
  readonly webhookSecret: string
  deliver(request: Request): Promise<Response>
}

const BATCH = 20
const TIMEOUT_MS = 10_000
/** Longer than a delivery can take: after this, others deliver the event of a killed process. */
const LEASE_MS = 30_000
const BACK_OFF_MS = [1000, 5000, 30_000, 2 * MINUTE_MS, 10 * MINUTE_MS, HOUR_MS]
const GIVE_UP_AFTER_MS = 3 * DAY_MS

interface DueEvent {
  readonly id: string
  readonly body: string
  readonly created_at: number
  readonly due_at: number | null
}

/** Delivers every event that is due. One that is not answered with 2xx is due again later; an event may be delivered twice. */
export async function deliverDueEvents(shop: Shop, endpoint: WebhookEndpoint): Promise<void> {
  for (;;) {
    const due = await shop.db
      .selectFrom('sandbox_stripe')
      .select(['id', 'body', 'created_at', 'due_at'])
      .where('kind', '=', 'event')
      .where('due_at', '<=', shop.now())
      .orderBy('due_at')
      .limit(BATCH)
      .execute()
    await Promise.all(due.map((event) => deliverOne(shop, endpoint, event)))
    if (due.length < BATCH) return
  }
}

async function deliverOne(shop: Shop, endpoint: WebhookEndpoint, due: DueEvent): Promise<void> {
  const leaseEnd = shop.now() + LEASE_MS
  if (!(await changeDueAt(shop, due.id, due.due_at, leaseEnd))) return
  const stored: StoredEvent = JSON.parse(due.body)
  const request = signedRequest(JSON.stringify(stored.event), endpoint.webhookSecret, shop.now())
  const failure = await tryDeliver(endpoint, request)
  if (!failure) {
    const event = { ...stored.event, pending_webhooks: 0 }
    await changeDueAt(shop, due.id, leaseEnd, null, { ...stored, event })
    return
  }
  const attempts = stored.attempts + 1
  const again = nextAttempt(due.created_at, attempts, shop.now())
  shop.log.warn(
    { event: due.id, type: stored.event.type, attempts, failure },
    'a sandbox webhook was not taken',
  )
  await changeDueAt(shop, due.id, leaseEnd, again, { ...stored, attempts })
}

/** When to try again, or null when it has been tried for three days. */
function nextAttempt(createdAt: number, attempts: number, nowMs: number): number | null {
  if (nowMs - createdAt >= GIVE_UP_AFTER_MS) return null
  return nowMs + (BACK_OFF_MS[attempts - 1] ?? BACK_OFF_MS.at(-1) ?? 0)
}

/** Changes an event's due time if it is still `from`; false if another process was faster. */
async function changeDueAt(
  { db }: Shop,
  id: string,
  from: number | null,
  to: number | null,
  body?: StoredEvent,
): Promise<boolean> {
  const changes = { due_at: to, ...(body && { body: JSON.stringify(body) }) }
  return (
    (await compareAndSet(db, 'sandbox_stripe', { kind: 'event', id, due_at: from }, changes)) !== undefined
  )
}

/** A delivery as Stripe makes it, signed over the time and the raw body. */
function signedRequest(payload: string, secret: string, nowMs: number): Request {
  const time = Math.floor(nowMs / 1000)
  const signature = createHmac('sha256', secret).update(`${time}.${payload}`).digest('hex')
  return new Request('http://sandbox.invalid/webhooks/stripe', {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Stripe-Signature': `t=${time},v1=${signature}`,
      'User-Agent': 'Stripe/1.0 (payment sandbox)',
    },
    body: payload,
  })
}

/** Why the delivery failed, or undefined if it was accepted. */
async function tryDeliver(endpoint: WebhookEndpoint, request: Request): Promise<string | undefined> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve('no answer in time'), TIMEOUT_MS)
  })
  try {
    return await Promise.race([timeout, answerTo(endpoint, request)])
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    clearTimeout(timer)
  }
}

async function answerTo(endpoint: WebhookEndpoint, request: Request): Promise<string | undefined> {
  const response = await endpoint.deliver(request)
  return response.ok ? undefined : `status ${response.status}`
}
