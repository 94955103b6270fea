import { pages } from '#app/routes.ts'
import { exampleOf } from '../../../tests/support/pages.ts'

/** One call of the shop, as its OpenAPI document describes it. */
export interface Call {
  readonly method: string
  /** With its parameters in braces, as `/api/order/{id}`. */
  readonly path: string
  readonly query: readonly string[]
  /** The names of its body's fields. */
  readonly fields: readonly string[]
  /** Whether it is a call of the shop itself: these refuse with problem documents. */
  readonly isApi: boolean
}

export const nameOf = ({ method, path }: Call): string => `${method} ${path}`

/** What browsers request besides the calls: the pages, then files and the sandboxes. */
const PAGES = [
  ...pages.map(exampleOf),
  '/drawings/{product}.svg',
  '/part-pictures/{sku}.png',
  '/images/{text}',
  '/files/{text}',
  '/assets/{text}',
  '/{text}',
  '/sandbox/mail',
  '/sandbox/google/auth',
  '/sandbox/google/{text}',
  '/sandbox/stripe/v1/payment_intents/{text}',
  '/api/auth/callback/google',
  '/api/auth/{text}',
  '/api/docs',
  '/healthz',
  '/readyz',
]

const PAGE_QUERY = [
  'q',
  'sku',
  'quantity',
  'sort',
  'page',
  'after',
  'returnTo',
  'error',
  'state',
  'code',
  'callbackURL',
  'token',
  'client_id',
]

const page = (path: string): Call => ({
  method: 'GET',
  path,
  query: PAGE_QUERY,
  fields: [],
  isApi: path.startsWith('/api/'),
})

/** How a browser confirms a card at the payment sandbox. */
const CONFIRM_CARD: Call = {
  method: 'POST',
  path: '/sandbox/stripe/v1/payment_intents/{intent}/confirm',
  query: [],
  fields: ['client_secret', 'payment_method_data[type]', 'payment_method_data[card][number]'],
  isApi: false,
}

interface Operation {
  readonly parameters?: readonly { readonly in: string; readonly name: string }[]
  readonly requestBody?: { readonly content: Record<string, { schema: { properties?: object } }> }
}

/** What it asks for goes on after the answer: it would change tables while others are refused. */
const GOES_ON = '/api/sample-orders'

/** Every call of the document at `url` but one, then the pages. */
export async function readCalls(url: string): Promise<readonly Call[]> {
  const document = (await (await fetch(`${url}/api/openapi.json`)).json()) as {
    paths: Record<string, Record<string, Operation>>
  }
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody }]) => ({
      method: method.toUpperCase(),
      path,
      query: parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
      fields: Object.keys(requestBody?.content['application/json']?.schema.properties ?? {}),
      isApi: true,
    })),
  )
  return [...calls.filter(({ path }) => path !== GOES_ON), CONFIRM_CARD, ...PAGES.map(page)]
}
