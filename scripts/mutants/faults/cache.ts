import type { Fault } from '../fault.ts'

const CACHE = 'app/kit/server/public-cache.ts'
const ANSWER = 'app/kit/server/public-answer.ts'
const ADDRESSES = 'app/kit/server/public-addresses.ts'
const STORE = 'app/kit/server/public-store.ts'
const VERSION = 'app/kit/db/public-version.ts'
const CACHE_TEST = 'app/kit/server/public-cache.test.ts'
const ADDRESSES_TEST = 'app/kit/server/public-addresses.test.ts'
const STORE_TEST = 'app/kit/server/public-store.test.ts'
const VERSION_TEST = 'app/kit/db/public-version.test.ts'
const ANSWERS_TEST = 'tests/cached-answers.test.ts'

/** Cached answers: their keys, versions, callers and encodings. */
export const cache: readonly Fault[] = [
  {
    what: 'A page without a search gets the answer of a search.',
    file: CACHE,
    find: 'entries.keep(url, entry, kind)',
    replace: "entries.keep(url.split('?')[0] ?? '', entry, kind)",
    tests: [CACHE_TEST],
  },
  {
    what: 'Undeclared parameters fill the memory.',
    file: ADDRESSES,
    find: 'every((name) => parameters.has(name))',
    replace: 'every((name) => name.length > 0)',
    tests: [ADDRESSES_TEST, CACHE_TEST],
  },
  {
    what: 'Made-up loaders of the router fill the memory.',
    file: ADDRESSES,
    find: '!asked.every((ids) => loaders.has(ids))',
    replace: 'asked.some((ids) => ids.length > 40)',
    tests: [ADDRESSES_TEST],
  },
  {
    what: 'An answer stays in the cache after the data changed.',
    file: CACHE,
    find: 'const isFresh = entry.version === current',
    replace: 'const isFresh = entry.version <= current',
    tests: [CACHE_TEST],
  },
  {
    what: 'A stale answer is sent for as long as the new one takes.',
    file: CACHE,
    find: ' || now - entry.currentAtMs > STALE_MS',
    replace: '',
    tests: [CACHE_TEST],
  },
  {
    what: 'All requests wait while an answer is rendered again.',
    file: CACHE,
    find: 'else if (!rendering.has(url) || now - entry.currentAtMs > STALE_MS) return undefined',
    replace: 'else return undefined',
    tests: [CACHE_TEST],
  },
  {
    what: 'A call that changes data is answered from memory.',
    file: CACHE,
    find: "(request.method === 'GET' || request.method === 'HEAD')",
    replace: "request.method !== 'POST'",
    tests: [CACHE_TEST],
  },
  {
    what: 'The answer is rendered for each of several concurrent requests.',
    file: CACHE,
    find: 'if (running) return running',
    replace: '',
    tests: [CACHE_TEST],
  },
  {
    what: 'Refusals are cached.',
    file: CACHE,
    find: 'entry?.status === 200',
    replace: 'entry',
    tests: [CACHE_TEST],
  },
  {
    what: 'An answer that sets a cookie is shared.',
    file: ANSWER,
    find: "  !headers.has('Set-Cookie') &&\n",
    replace: '',
    tests: [CACHE_TEST],
  },
  {
    what: 'An answer that is marked as private is shared.',
    file: ANSWER,
    find: '(?:private|no-store)',
    replace: '(?:no-store)',
    tests: [CACHE_TEST],
  },
  {
    what: 'An answer that depends on the caller’s token is shared.',
    file: ANSWER,
    find: '|\\bauthorization\\b',
    replace: '',
    tests: [CACHE_TEST],
  },
  {
    what: 'All encodings have the same ETag.',
    file: ANSWER,
    find: '`"${hash}-${encoding}"`',
    replace: '`"${hash}"`',
    tests: [CACHE_TEST],
  },
  {
    what: 'Proxies send one encoding to all clients.',
    file: ANSWER,
    find: "    vary: 'Accept-Encoding',\n",
    replace: '',
    tests: [CACHE_TEST],
  },
  {
    what: 'A client that does not accept Brotli gets it.',
    file: ANSWER,
    find: "if (/\\bbr\\b(?!\\s*;\\s*q=0(?:\\.0*)?\\s*(?:,|$))/.test(accepted)) return 'br'",
    replace: "if (/\\bbr\\b/.test(accepted)) return 'br'",
    tests: [CACHE_TEST],
  },
  {
    what: 'All clients get the request id of the first.',
    file: ANSWER,
    find: "['x-request-id', 'etag',",
    replace: "['etag',",
    tests: [CACHE_TEST],
  },
  {
    what: 'A client that has the content gets it again.',
    file: ANSWER,
    find: 'return isUnchanged && unchanged ? unchanged : whole',
    replace: 'return whole',
    tests: [CACHE_TEST],
  },
  {
    what: 'Any ETag counts as the current one.',
    file: ANSWER,
    find: 'ifNoneMatch.includes(`"${hash}`)',
    replace: "ifNoneMatch.includes('\"')",
    tests: [CACHE_TEST],
  },
  {
    what: 'The answer of a call that is not marked as public is shared.',
    file: ADDRESSES,
    find: ' || mark === undefined',
    replace: '',
    tests: [ADDRESSES_TEST, ANSWERS_TEST],
  },
  {
    what: 'A call declares none of its parameters, so no search is cached.',
    file: ADDRESSES,
    find: "new Set(mark === 'bare' ? [] : Object.keys(query.shape))",
    replace: 'new Set()',
    tests: [ADDRESSES_TEST, ANSWERS_TEST],
  },
  {
    what: 'Addresses with path parameters fill the memory.',
    file: ADDRESSES,
    find: 'return mark === -1 && fixed.has(path) ?',
    replace: 'return mark === -1 ?',
    tests: [ADDRESSES_TEST, STORE_TEST],
  },
  {
    what: 'Very long addresses are cached.',
    file: ADDRESSES,
    find: '    if (address.length > MAXIMUM_LENGTH) return undefined\n',
    replace: '',
    tests: [ADDRESSES_TEST, CACHE_TEST],
  },
  {
    what: 'A parameter of a path has several segments, or none.',
    file: ADDRESSES,
    find: "'[^/]+')}$`",
    replace: "'.*')}$`",
    tests: [ADDRESSES_TEST],
  },
  {
    what: 'A client is told that an unknown page is unchanged.',
    file: ANSWER,
    find: 'unchanged: status === 200 ?',
    replace: 'unchanged: status > 0 ?',
    tests: [CACHE_TEST],
  },
  {
    what: 'A search of an earlier version replaces one of a later version.',
    file: STORE,
    find: 'if (answer.version < newest) return',
    replace: '',
    tests: [STORE_TEST],
  },
  {
    what: 'Searches of earlier versions fill the memory.',
    file: STORE,
    find: 'if (answer.version > newest) variable.clear()',
    replace: '',
    tests: [STORE_TEST],
  },
  {
    what: 'A change by another process shows minutes later.',
    file: VERSION,
    find: 'export const VERSION_CACHED_MS = 250',
    replace: 'export const VERSION_CACHED_MS = 250_000',
    tests: [VERSION_TEST],
  },
  {
    what: 'A change by this process does not show immediately.',
    file: VERSION,
    find: 'if (!last || last.committed !== localCommits) return undefined',
    replace: 'if (!last) return undefined',
    tests: [VERSION_TEST],
  },
  {
    what: 'A version that was requested before a change is used after it.',
    file: VERSION,
    find: 'if (pending?.committed !== localCommits) pending =',
    replace: 'pending ??=',
    tests: [VERSION_TEST],
  },
]
