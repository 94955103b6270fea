import type { createRouter } from '#kit/server/router.ts'
import { wholeProblemSchema } from './refusals.ts'

const INFO = {
  title: 'Parts Shop: calls',
  version: '1',
  description:
    'JSON in, JSON out. Every refusal is application/problem+json. Prices and totals are in the currency of the shop (`GET /api/config`), times ISO 8601 in UTC.',
  license: { name: 'All rights reserved', identifier: 'LicenseRef-UNLICENSED' },
}

/** The host that serves the document. */
const SERVERS = [{ url: '/' }]

const TAGS = [
  { name: 'Catalogue', description: 'What is for sale.' },
  { name: 'Cart', description: 'The cart of a customer, and what a list costs.' },
  { name: 'Lists', description: 'Lists of parts that customers keep.' },
  { name: 'Orders', description: 'Placing, reading and shipping orders.' },
  { name: 'Companies', description: 'Companies that buy by their own rules, and their members.' },
  { name: 'Delivery', description: 'The addresses of a customer, and where the shop delivers to.' },
  { name: 'Payments', description: 'Paying and cancelling orders, and the webhook of the payment provider.' },
  { name: 'Reviews', description: 'What customers say.' },
  { name: 'Accounts', description: 'Access tokens, profiles and admins.' },
  { name: 'Customers', description: 'Customers as admins see them.' },
  { name: 'Sign-in', description: 'The sign-in service, and the cookie of its session.' },
  { name: 'Shop', description: 'What a browser needs to know.' },
]

/** The calls of the specification, in its sequence: the page of the API shows them first. */
export const MAIN_CALLS = {
  description: 'What a shop needs at least: its parts, orders, payments, reviews and accounts.',
  calls: [
    'GET /api/rating',
    'GET /api/product',
    'PUT /api/user/{email}',
    'POST /api/login',
    'GET /api/order/{id}',
    'POST /api/order',
    'GET /api/user/{email}',
    'GET /api/admin/{email}',
    'GET /api/myorders',
    'DELETE /api/myorder/{id}',
    'POST /api/rating',
    'GET /api/user',
    'PUT /api/user/admin/{email}',
    'GET /api/orders',
    'PUT /api/order/{id}',
    'POST /api/product',
    'DELETE /api/product/{id}',
    'GET /api/myorder/{id}',
    'POST /api/create-payment-intent',
    'PATCH /api/order/{id}',
  ],
}

/** The security schemes that `security` of a route refers to. */
const SECURITY_SCHEMES = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'The access token that `POST /api/login` returns.',
  },
  cookie: {
    type: 'apiKey',
    in: 'cookie',
    name: 'shop.session_token',
    description:
      'The session that signing in opens. Over https the name is `__Host-shop.session_token`. Other sites are refused.',
  },
} as const

/** Returns the function for the OpenAPI document of the calls. It is generated at the first call, which takes a while. */
export function describeApi(api: ReturnType<typeof createRouter>) {
  for (const [name, scheme] of Object.entries(SECURITY_SCHEMES)) {
    api.openAPIRegistry.registerComponent('securitySchemes', name, scheme)
  }
  api.openAPIRegistry.register('Problem', wholeProblemSchema)
  const write = () =>
    withPlainPatterns(
      api.getOpenAPI31Document({ openapi: '3.1.0', info: INFO, servers: SERVERS, tags: TAGS }),
    )
  let written: ReturnType<typeof write> | undefined
  return () => {
    written ??= write()
    return written
  }
}

/** Removes flags from patterns, as in `^[a-z]*$/u`, which the generator appends; JSON Schema always uses `u`. */
function withPlainPatterns<Document>(document: Document): Document {
  return JSON.parse(JSON.stringify(document), (key, value) =>
    key === 'pattern' && typeof value === 'string' ? value.replace(/\/[a-z]+$/, '') : value,
  )
}
