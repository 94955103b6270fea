import type { Fault } from '../fault.ts'

const SEARCH = 'app/kit/db/search.ts'
const OWN_PATH = 'app/kit/internal-path.ts'
const POLICY = 'app/kit/server/page-policy.ts'
const HEADERS = 'app/kit/server/headers.ts'
const PAGING = 'app/kit/server/paging.ts'
const OWN_PATH_TEST = 'app/kit/internal-path.test.ts'
const POLICY_TEST = 'app/kit/server/page-policy.test.ts'
const HEADERS_TEST = 'app/headers.test.ts'
const CONTRACT_TEST = 'tests/contract.test.ts'
const ATTACKS_TEST = 'app/features/accounts/attacks.test.ts'
const ORDERS_TEST = 'app/features/orders/orders.test.ts'

/** Input and output: searches, fields, bodies, redirects, policies, headers, paging. */
export const answers: readonly Fault[] = [
  {
    what: 'An underscore in a search matches any character.',
    file: SEARCH,
    find: '/[\\\\%_]/g',
    replace: '/[\\\\%]/g',
    tests: ['app/kit/db/search.test.ts'],
  },
  {
    what: 'A percent sign in a search matches everything.',
    file: SEARCH,
    find: '/[\\\\%_]/g',
    replace: '/[\\\\_]/g',
    tests: ['app/kit/db/search.test.ts'],
  },
  {
    what: 'A quotation mark in a search of products fails.',
    file: 'app/features/catalog/index-on-sqlite.ts',
    find: "gram.replaceAll('\"', '\"\"')",
    replace: 'gram',
    tests: ['app/features/catalog/list-products.test.ts'],
  },
  {
    what: 'A search matches one of its words instead of all.',
    file: 'app/features/catalog/index-on-sqlite.ts',
    find: "join(' AND ')",
    replace: "join(' OR ')",
    tests: ['app/features/catalog/list-products.test.ts'],
  },
  {
    what: 'On PostgreSQL a search finds archived products.',
    file: 'migrations/0027-product-texts.ts',
    find: 'new.sku_search where new.archived_at is null',
    replace: 'new.sku_search',
    tests: ['app/features/catalog/list-products.test.ts'],
    project: 'postgres',
  },
  {
    what: 'A few characters from the middle of an id find its order.',
    file: 'app/features/orders/order-search.ts',
    find: '[`%${escaped}`, `${escaped}%`]',
    replace: '[`%${escaped}%`]',
    tests: ['app/features/orders/order-search.test.ts'],
  },
  {
    what: 'A list offers a next page when there is none.',
    file: PAGING,
    find: 'rows.length > page.limit',
    replace: 'rows.length >= page.limit',
    tests: ['app/kit/server/paging.test.ts'],
  },
  {
    what: 'A page of a list can hold any number of rows.',
    file: PAGING,
    find: 'limit < 1 || limit > MAXIMUM',
    replace: 'limit < 1',
    tests: ['app/kit/server/paging.test.ts'],
  },
  {
    what: 'A cursor of another list is accepted.',
    file: PAGING,
    find: 'parts.length === shape.length &&',
    replace: 'parts.length > 0 &&',
    tests: ['app/kit/server/paging.test.ts'],
  },
  {
    what: 'A delivery address of 501 characters is accepted.',
    file: 'app/kit/contact-rules.ts',
    find: 'minimum: 5, maximum: 500 }',
    replace: 'minimum: 5, maximum: 501 }',
    tests: [ORDERS_TEST],
  },
  {
    what: 'A phone number of four digits is accepted.',
    file: 'app/kit/contact-rules.ts',
    find: 'const FEWEST_DIGITS = 5',
    replace: 'const FEWEST_DIGITS = 4',
    tests: [ORDERS_TEST],
  },
  {
    what: 'Five stars are refused.',
    file: 'app/features/reviews/rating.ts',
    find: 'stars <= MAXIMUM_STARS',
    replace: 'stars < MAXIMUM_STARS',
    tests: ['app/features/reviews/rating.test.ts'],
  },
  {
    what: 'A review with a name of any length is accepted.',
    file: 'app/features/reviews/api.ts',
    find: "textField('The name', { minimum: 0, maximum: 100 })",
    replace: "textField('The name', { minimum: 0, maximum: 100_000 })",
    tests: ['app/features/reviews/reviews.test.ts'],
  },
  {
    what: 'Bodies of a megabyte are accepted.',
    file: 'app/kit/server/limit-body.ts',
    find: '{ bytes: 100_000,',
    replace: '{ bytes: 1_000_000,',
    tests: ['app/kit/server/limit-body.test.ts', CONTRACT_TEST],
  },
  {
    what: 'A body without `Content-Length` can have any length.',
    file: 'app/kit/server/limit-body.ts',
    find: 'bytes <= limit ? { chunks, isWhole: true }',
    replace: 'bytes > 0 ? { chunks, isWhole: true }',
    tests: ['app/kit/server/limit-body.test.ts', CONTRACT_TEST],
  },
  {
    what: 'A NUL character in an address causes a database error.',
    file: 'app/kit/server/router.ts',
    find: 'if (/%00/.test(c.req.url))',
    replace: 'if (/%0000/.test(c.req.url))',
    tests: [ATTACKS_TEST, CONTRACT_TEST],
  },
  {
    what: 'The caller gets the message of an internal error.',
    file: 'app/kit/server/router.ts',
    find: "'Something went wrong on our side. Try again; nothing was changed.'",
    replace: 'error.message',
    tests: ['app/features/accounts/auth.test.ts'],
  },
  {
    what: 'A redirect can lead to any site.',
    file: OWN_PATH,
    find: '!(isPath ? [BASE] : origins).includes(origin)',
    replace: "origin === ''",
    tests: [OWN_PATH_TEST],
  },
  {
    what: 'A path that begins with two slashes after decoding counts as a path of the shop.',
    file: OWN_PATH,
    find: "pathname.startsWith('//') || ",
    replace: '',
    tests: [OWN_PATH_TEST],
  },
  {
    what: 'An address with a user name counts as an address of the shop.',
    file: OWN_PATH,
    find: '  if (username || password) return undefined\n',
    replace: '',
    tests: [OWN_PATH_TEST],
  },
  {
    what: 'A path with an encoded backslash is accepted.',
    file: OWN_PATH,
    find: '(?:2e|2f|5c)',
    replace: '(?:2e|2f)',
    tests: [OWN_PATH_TEST],
  },
  {
    what: 'A path with two slashes is redirected to another site.',
    file: 'app/kit/server/page-address.ts',
    find: "    .replace(/\\/+/g, '/')\n",
    replace: '',
    tests: ['app/kit/server/page-address.test.ts'],
  },
  {
    what: 'The sign-in library can lead to another site.',
    file: 'app/features/accounts/auth-answers.ts',
    find: 'if (location !== null && !isKnownLocation(shop, google, location)) {',
    replace: "if (location === '') {",
    tests: [ATTACKS_TEST],
  },
  {
    what: 'After signing in a visitor is redirected to the sign-in page.',
    file: 'app/features/accounts/browser-session.ts',
    find: 'path === undefined || /^\\/(login|register)(?![\\w-])/.test(path)',
    replace: 'path === undefined',
    tests: ['app/features/accounts/browser-session.test.ts'],
  },
  {
    what: 'An injected script runs.',
    file: POLICY,
    find: '!attributes.includes(`nonce="${nonce}"`) || ',
    replace: '',
    tests: [POLICY_TEST],
  },
  {
    what: 'Another site can embed a page in a frame.',
    file: POLICY,
    find: '"frame-ancestors \'none\'",',
    replace: '"frame-ancestors *",',
    tests: [POLICY_TEST],
  },
  {
    what: 'The scripts of a host that is allowed for frames run.',
    file: POLICY,
    find: '...scripts, ...others.scripts]',
    replace: '...scripts, ...others.frames]',
    tests: [POLICY_TEST],
  },
  {
    what: 'Answers other than pages have no content security policy.',
    file: HEADERS,
    find: "    headers.set('Content-Security-Policy', type.startsWith('image/svg') ? DRAWING : NOTHING_RUNS)\n",
    replace: '',
    tests: [HEADERS_TEST],
  },
  {
    what: 'A browser may guess the content type of an answer.',
    file: HEADERS,
    find: "    'X-Content-Type-Options': 'nosniff',\n",
    replace: '',
    tests: [HEADERS_TEST],
  },
  {
    what: 'A shop over https sends no HSTS header.',
    file: HEADERS,
    find: "publicUrl.startsWith('https:')",
    replace: "publicUrl.startsWith('https:/shop')",
    tests: [HEADERS_TEST],
  },
  {
    what: 'An address with a token is sent to other sites as the referrer.',
    file: HEADERS,
    find: "    if (hidesReferrer) headers.set('Referrer-Policy', 'no-referrer')\n",
    replace: '',
    tests: [HEADERS_TEST, 'app/features/accounts/verification.test.ts'],
  },
]
