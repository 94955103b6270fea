import { Hono } from 'hono'
import { type Endpoints, googleEndpoints } from '#features/accounts/accounts.ts'
import { createGateway, type Gateway, PROVIDER_OUTAGE } from '#features/payments/payments.ts'
import { hasSamples, type SamplePayments, sampleTradeJob } from '#features/sample-trade/sample-trade.ts'
import { createVatService, noVatService, type VatService } from '#features/tax/tax.ts'
import type { Job } from '#kit/jobs.ts'
import { outagesOf } from '#kit/log/outage.ts'
import { smtpTransport } from '#kit/mail/smtp-transport.ts'
import type { MailTransport } from '#kit/mail/transport.ts'
import type { RequestEnv } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import { MINUTE_MS } from '#kit/time.ts'
import { sandboxEndpoints } from '#sandboxes/google/endpoints.ts'
import { googleSandboxRoutes } from '#sandboxes/google/sandbox-routes.ts'
import { sandboxMailRoutes } from '#sandboxes/mail/mail-page.ts'
import { deleteOldSandboxMails, sandboxMailTransport } from '#sandboxes/mail/sandbox-transport.ts'
import { sandboxKeys } from '#sandboxes/payments/keys.ts'
import { endEventsOf, forgetIntents } from '#sandboxes/payments/sample-trade.ts'
import { createStripeSandbox } from '#sandboxes/payments/stripe-sandbox.ts'
import { VIES_PATH, viesSandboxRoutes } from '#sandboxes/vies/vies-sandbox.ts'

/** The providers of payments, sign-in with Google, mail, and confirmations of VAT IDs. */
export interface Providers {
  readonly gateway: Gateway
  /** Absent when signing in with Google is off. */
  readonly google: Endpoints | undefined
  readonly mail: MailTransport
  readonly vat: VatService
  /** The routes of the sandboxes in use. */
  readonly routes: Hono<RequestEnv>
  readonly jobs: readonly Job[]
}

/**
 * The real provider of each kind when it is configured, else its sandbox. Only this file depends on which it is.
 * `deliverWebhook` receives the webhooks of the payment sandbox.
 */
export function chooseProviders(
  shop: Shop,
  deliverWebhook: (request: Request) => Promise<Response>,
): Providers {
  const routes = new Hono<RequestEnv>()
  const payments = choosePayments(shop, routes, deliverWebhook)
  return {
    gateway: payments.gateway,
    google: chooseGoogle(shop, routes),
    mail: chooseMail(shop, routes),
    vat: chooseVat(shop, routes),
    routes,
    jobs: [
      ...payments.jobs,
      // Also when SMTP is configured now: the sandbox may have mails from before.
      { name: 'delete old sandbox mails', everyMs: MINUTE_MS, run: () => deleteOldSandboxMails(shop) },
    ],
  }
}

function choosePayments(
  shop: Shop,
  routes: Hono<RequestEnv>,
  deliver: (request: Request) => Promise<Response>,
): { gateway: Gateway; jobs: readonly Job[] } {
  if (shop.config.stripe) {
    const gateway = createGateway('stripe', shop.config.stripe)
    gateway.stripe.on('response', ({ status }: { readonly status: number }) => {
      if (status < 500) outagesOf(shop.log).worked(PROVIDER_OUTAGE.name)
    })
    return { gateway, jobs: [] }
  }
  const keys = sandboxKeys(shop.secret)
  const { internal, publicRoutes, job } = createStripeSandbox(shop, { ...keys, deliver })
  routes.route('/sandbox/stripe', publicRoutes)
  const samples = hasSamples(shop.config) ? [sampleTradeJob({ shop, payments: samplePayments })] : []
  return { gateway: createGateway('sandbox', keys, internal), jobs: [job, ...samples] }
}

function chooseGoogle(shop: Shop, routes: Hono<RequestEnv>): Endpoints | undefined {
  if (shop.config.google) return googleEndpoints(shop.config.google)
  if (shop.config.googleMode === 'off') return undefined
  routes.route('/sandbox/google', googleSandboxRoutes(shop))
  return sandboxEndpoints(shop)
}

function chooseMail(shop: Shop, routes: Hono<RequestEnv>): MailTransport {
  if (shop.config.smtp) return smtpTransport(shop.config.smtp)
  routes.route('/', sandboxMailRoutes(shop))
  return sandboxMailTransport(shop)
}

function chooseVat({ config: { vies }, log, now }: Shop, routes: Hono<RequestEnv>): VatService {
  if (vies === 'off') return noVatService
  if (vies !== 'sandbox') return createVatService({ url: vies.url, log, now })
  const sandbox = new Hono<RequestEnv>().route(VIES_PATH, viesSandboxRoutes(now))
  routes.route('/', sandbox)
  // Without the network: the shop need not be able to reach its own address.
  return createVatService({
    url: `http://localhost${VIES_PATH}`,
    log,
    now,
    send: async (url, init) => sandbox.request(url, init),
    // It is an ID that is down there, not the register of a country.
    failures: Number.POSITIVE_INFINITY,
  })
}

/** The sandbox of payments for sample orders, which is never asked when payments are real. It delivers no webhook. */
export const samplePayments: SamplePayments = {
  gatewayAt: (shop) => {
    const keys = sandboxKeys(shop.secret)
    const deliver = async () => new Response(null)
    return createGateway('sandbox', keys, createStripeSandbox(shop, { ...keys, deliver }).internal)
  },
  endEvents: endEventsOf,
  forget: forgetIntents,
}
