import type { createRouter } from '#kit/server/router.ts'
import { wholeProblemSchema } from './refusals.ts'

const INFO = {
  title: 'Parts Shop: calls',
  version: '1',
  description:
    'JSON in, JSON out. Every refusal is application/problem+json. Prices and totals are dollars, times ISO 8601 in UTC.',
  license: { name: 'All rights reserved', identifier: 'LicenseRef-UNLICENSED' },
}

/** The host that the document comes from. */
const SERVERS = [{ url: '/' }]

const TAGS = [
  { name: 'Catalogue', description: 'What is for sale.' },
  { name: 'Orders', description: 'Placing, reading and shipping orders.' },
  { name: 'Payments', description: 'Paying and cancelling orders, and what the payment provider tells.' },
  { name: 'Reviews', description: 'What customers say.' },
  { name: 'Accounts', description: 'Access tokens, profiles and admins.' },
  { name: 'Sign-in', description: 'The sign-in service, and the cookie of its session.' },
  { name: 'Shop', description: 'What a browser needs to know.' },
]

/** What `security` in a route's description names. */
const PROOFS = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'The access token that `POST /api/login` gives.',
  },
  cookie: {
    type: 'apiKey',
    in: 'cookie',
    name: 'shop.session_token',
    description:
      'The session that signing in opens. Over https the name is `__Host-shop.session_token`. Other sites are refused.',
  },
} as const

/** The OpenAPI document of the calls: written when it is first asked for, which takes a while and few starts need. */
export function describeApi(api: ReturnType<typeof createRouter>) {
  for (const [name, proof] of Object.entries(PROOFS)) {
    api.openAPIRegistry.registerComponent('securitySchemes', name, proof)
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

/** The writer leaves a pattern's flags behind it, as in `^[a-z]*$/u`; JSON Schema reads every pattern with `u`. */
function withPlainPatterns<Document>(document: Document): Document {
  return JSON.parse(JSON.stringify(document), (key, value) =>
    key === 'pattern' && typeof value === 'string' ? value.replace(/\/[a-z]+$/, '') : value,
  )
}
