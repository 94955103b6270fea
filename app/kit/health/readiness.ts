import type { Context } from 'hono'
import { release } from '#kit/config/release.ts'
import { reportRefusal } from '#kit/log/report-failure.ts'
import { isFromThisMachine } from '#kit/server/client-address.ts'
import { answerError, type RequestEnv } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import { whyNotReady } from './not-ready.ts'

const NOT_STORED = { 'Cache-Control': 'no-store' }

/** Whether a process can serve. */
export interface Readiness {
  /** Resolves to what needs attention and stops nobody; rejects while the process cannot serve. */
  check(): Promise<readonly string[]>
}

/** What `/readyz` says to those who run the shop, where the metrics are. */
export async function readinessReport(
  { log }: Pick<Shop, 'log'>,
  { check }: Readiness,
): Promise<{ status: 200 | 503; body: object }> {
  try {
    return { status: 200, body: report(await check()) }
  } catch (error) {
    if (!reportRefusal(log, error)) log.warn({ err: error }, 'the process cannot serve')
    return { status: 503, body: { status: 'unavailable', release, reason: whyNotReady(error) } }
  }
}

const report = (warnings: readonly string[]): object => ({
  status: 'ok',
  release,
  ...(warnings.length > 0 && { warnings }),
})

/**
 * Answers `/readyz`. Whoever calls from this machine, and not through a proxy of it, is told which release this is, what needs
 * attention and why the process cannot serve; everyone else only whether it can.
 */
export async function answerReadiness(c: Context<RequestEnv>, { check }: Readiness): Promise<Response> {
  const isInside = isFromThisMachine(c)
  try {
    const warnings = await check()
    return c.json(isInside ? report(warnings) : { status: 'ok' }, 200, NOT_STORED)
  } catch (error) {
    const refusal = answerError(error instanceof Error ? error : new Error(String(error)), c)
    if (!isInside) return refusal
    const body = { ...((await refusal.json()) as object), release, reason: whyNotReady(error) }
    return new Response(JSON.stringify(body), refusal)
  }
}
