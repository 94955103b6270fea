import type { Auth, Guards } from '#features/accounts/accounts.ts'
import { describeAuthCalls, factorCalls, newEmailApi, securityApi } from '#features/accounts/accounts.ts'
import { accountsApi } from '#features/accounts/api.ts'
import { withGuards } from '#features/accounts/calls.ts'
import { agreedPricesApi } from '#features/agreed-prices/api.ts'
import { auditApi } from '#features/audit/api.ts'
import { cartApi } from '#features/cart/api.ts'
import { catalogApi } from '#features/catalog/api.ts'
import { importApi } from '#features/catalog-import/api.ts'
import type { Workbooks } from '#features/catalog-import/catalog-import.ts'
import { companiesApi } from '#features/companies/api.ts'
import { companyNumbersApi } from '#features/company-numbers/api.ts'
import { companyOrdersApi } from '#features/company-orders/api.ts'
import { customersApi } from '#features/customers/api.ts'
import { deliveryApi } from '#features/delivery/api.ts'
import { hasCompany } from '#features/delivery/delivery.ts'
import { documentsApi } from '#features/documents/api.ts'
import type { Documents } from '#features/documents/documents.ts'
import { firstStepsApi } from '#features/first-steps/api.ts'
import { imagesApi } from '#features/images/api.ts'
import type { Images } from '#features/images/images.ts'
import { invoicesApi } from '#features/invoices/api.ts'
import { manageCategoriesApi } from '#features/manage-categories/api.ts'
import { manageOrdersApi } from '#features/manage-orders/api.ts'
import { manageProductsApi } from '#features/manage-products/api.ts'
import { modelsApi } from '#features/models/api.ts'
import type { ModelFiles } from '#features/models/models.ts'
import { offersApi } from '#features/offers/api.ts'
import { orderChangesApi } from '#features/order-changes/api.ts'
import { orderMessagesApi } from '#features/order-messages/api.ts'
import { ordersApi } from '#features/orders/api.ts'
import { hasEnteredOrders, hasOrders } from '#features/orders/orders.ts'
import { overviewApi } from '#features/overview/api.ts'
import { ownDataApi } from '#features/own-data/api.ts'
import { passwordsApi } from '#features/passwords/api.ts'
import { paymentsApi } from '#features/payments/api.ts'
import type { Gateway } from '#features/payments/payments.ts'
import { plannedPricesApi } from '#features/planned-prices/api.ts'
import { MINIMUM_ORDER_PIECES } from '#features/pricing/quantity-terms.ts'
import { quoteApi } from '#features/quote/api.ts'
import { restoresApi } from '#features/restores/api.ts'
import { returnsApi } from '#features/returns/api.ts'
import { reviewsApi } from '#features/reviews/api.ts'
import { sampleTradeApi } from '#features/sample-trade/api.ts'
import { savedListsApi } from '#features/saved-lists/api.ts'
import { settingsApi } from '#features/settings/api.ts'
import { currentSettings } from '#features/settings/settings.ts'
import { shippingApi } from '#features/shipping/api.ts'
import { siteApi } from '#features/site/api.ts'
import { stockCountApi } from '#features/stock-count/api.ts'
import { taxApi } from '#features/tax/api.ts'
import type { VatService } from '#features/tax/tax.ts'
import { shopCurrency } from '#kit/identity/shop-currency.ts'
import { callsOf, jsonAnswer, publicCall } from '#kit/server/describe.ts'
import { DOCS_POLICY, docsPage } from '#kit/server/docs-page.ts'
import { REVALIDATE } from '#kit/server/headers.ts'
import { createRouter, unknownCall, z } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import { describeApi, MAIN_CALLS } from './api-document.ts'
import { samplePayments } from './providers.ts'
import { REFUSALS } from './refusals.ts'

const config = publicCall('get', '/config', {
  operationId: 'getConfig',
  tags: ['Shop'],
  summary: 'What a browser needs to know of this shop',
  answers: {
    200: jsonAnswer(
      'The configuration',
      z.object({
        payments: z.enum(['stripe', 'sandbox']),
        stripePublishableKey: z.string(),
        google: z.enum(['google', 'sandbox', 'off']),
        currency: z.string(),
        minimumOrder: z.number(),
      }),
    ),
  },
})

/** The countries to which the settings deliver. */
const deliveredCountries = (shop: Shop) => async () => (await currentSettings(shop)).delivery.countries

/** All calls of the shop under `/api`, with their OpenAPI document at `/api/openapi.json` and `/api/docs`. */
export function createApi(
  shop: Shop,
  auth: Auth,
  guards: Guards,
  gateway: Gateway,
  documents: Documents,
  images: Images,
  models: ModelFiles,
  workbooks: Workbooks,
  vat: VatService,
) {
  const router = createRouter()
  router.use(withGuards(guards))
  const calls = router
    .openapi(config, (c) => {
      c.header('Cache-Control', REVALIDATE)
      return c.json(
        {
          payments: gateway.mode,
          stripePublishableKey: gateway.publishableKey,
          google: shop.config.googleMode,
          currency: shopCurrency(),
          minimumOrder: MINIMUM_ORDER_PIECES,
        },
        200,
      )
    })
    // Before the catalogue: it answers members of a company what is theirs.
    .route('/', companyNumbersApi(shop))
    .route('/', catalogApi(shop, models))
    .route('/', manageCategoriesApi(shop, models))
    .route('/', modelsApi())
    .route('/', cartApi(shop))
    .route('/', savedListsApi(shop))
    .route('/', deliveryApi(shop, deliveredCountries(shop)))
    .route('/', importApi(shop, workbooks))
    .route('/', companiesApi(shop))
    .route('/', agreedPricesApi(shop))
    .route('/', documentsApi(shop, documents))
    .route('/', imagesApi(shop, images))
    .route('/', invoicesApi(shop))
    .route('/', ordersApi(shop, vat))
    .route('/', orderChangesApi(shop, vat))
    .route('/', companyOrdersApi(shop))
    .route('/', orderMessagesApi(shop))
    .route('/', manageOrdersApi(shop))
    .route('/', manageProductsApi(shop))
    .route('/', stockCountApi(shop))
    .route('/', shippingApi(shop))
    .route('/', customersApi(shop))
    .route('/', overviewApi(shop))
    .route('/', paymentsApi(shop, gateway, documents, vat))
    .route('/', plannedPricesApi(shop))
    .route('/', returnsApi(shop, gateway))
    .route('/', offersApi(shop, documents, vat))
    .route('/', quoteApi(shop, vat))
    .route('/', reviewsApi(shop))
    .route('/', settingsApi(shop, hasOrders))
    .route('/', taxApi())
    .route('/', siteApi(shop))
    .route('/', accountsApi(shop, auth, guards.tokens, hasCompany))
    .route('/', passwordsApi(shop))
    .route('/', securityApi(shop, auth))
    .route('/', newEmailApi(shop, auth, guards.tokens, hasEnteredOrders))
    .route('/', ownDataApi(shop, documents))
    .route('/', auditApi(shop))
    .route('/', sampleTradeApi({ shop, payments: samplePayments }))
    .route('/', firstStepsApi(shop))
    .route('/', restoresApi(shop))
  return withDocuments(shop, createRouter().route('/api', calls))
}

/** With the document that describes the calls, its page, and refusals of calls that there are not. */
function withDocuments<Api extends ReturnType<typeof createRouter>>(shop: Shop, api: Api): Api {
  describeAuthCalls(api.openAPIRegistry, factorCalls)
  const document = describeApi(api)
  api.get('/api/openapi.json', (c) => c.json(document(), 200, { 'Cache-Control': REVALIDATE }))
  api.get('/api/docs', (c) =>
    c.html(docsPage(shop.config, document() as Parameters<typeof docsPage>[1], REFUSALS, MAIN_CALLS), 200, {
      'Content-Security-Policy': DOCS_POLICY,
      'Cache-Control': REVALIDATE,
    }),
  )
  const ofDocuments = ['/api/openapi.json', '/api/docs'].map((path) => ({ method: 'GET', path }))
  api.all('/api/*', unknownCall([...callsOf(api), ...ofDocuments]))
  return api
}
