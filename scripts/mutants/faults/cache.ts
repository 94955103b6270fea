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

/** Answers from memory: under which key, of which version, for whom, in which encoding. */
export const cache: readonly Fault[] = [
  {
    what: 'The page of no search is answered with a search.',
    file: CACHE,
    find: 'entries.keep(url, entry)',
    replace: "entries.keep(url.split('?')[0] ?? '', entry)",
    tests: [CACHE_TEST],
  },
  {
    what: 'Parameters that make no difference fill the memory.',
    file: CACHE,
    find: 'every((name) => declared.has(name))',
    replace: 'every((name) => name.length > 0)',
    tests: [CACHE_TEST],
  },
  {
    what: 'An answer stays when what it shows has changed.',
    file: CACHE,
    find: 'const isFresh = entry.version === current',
    replace: 'const isFresh = entry.version <= current',
    tests: [CACHE_TEST],
  },
  {
    what: 'An old answer is given for as long as the new one takes.',
    file: CACHE,
    find: ' || now - entry.freshAtMs > STALE_MS',
    replace: '',
    tests: [CACHE_TEST],
  },
  {
    what: 'While an answer is rendered anew, everybody waits for it.',
    file: CACHE,
    find: 'else if (!rendering.has(url) || now - entry.freshAtMs > STALE_MS) return undefined',
    replace: 'else return undefined',
    tests: [CACHE_TEST],
  },
  {
    what: 'A call that changes something is answered from memory.',
    file: CACHE,
    find: "(request.method === 'GET' || request.method === 'HEAD')",
    replace: "request.method !== 'POST'",
    tests: [CACHE_TEST],
  },
  {
    what: 'Each of many who ask at the same moment has the answer rendered.',
    file: CACHE,
    find: 'if (running) return running',
    replace: '',
    tests: [CACHE_TEST],
  },
  {
    what: 'Refusals are kept.',
    file: ANSWER,
    find: 'status === 200 &&\n',
    replace: 'status > 0 &&\n',
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
    what: 'An answer that says that it is private is shared.',
    file: ANSWER,
    find: '(?:private|no-store)',
    replace: '(?:no-store)',
    tests: [CACHE_TEST],
  },
  {
    what: 'An answer that depends on the token of who asks is shared.',
    file: ANSWER,
    find: '|\\bauthorization\\b',
    replace: '',
    tests: [CACHE_TEST],
  },
  {
    what: 'All encodings have the same ETag.',
    file: ANSWER,
    find: '`"${content.hash}-${encoding}"`',
    replace: '`"${content.hash}"`',
    tests: [CACHE_TEST],
  },
  {
    what: 'Caches on the way give one encoding to everybody.',
    file: ANSWER,
    find: "    vary: 'Accept-Encoding',\n",
    replace: '',
    tests: [CACHE_TEST],
  },
  {
    what: 'A client that refuses Brotli gets it.',
    file: ANSWER,
    find: "if (/\\bbr\\b(?!\\s*;\\s*q=0(?:\\.0*)?\\s*(?:,|$))/.test(accepted)) return 'br'",
    replace: "if (/\\bbr\\b/.test(accepted)) return 'br'",
    tests: [CACHE_TEST],
  },
  {
    what: 'Everybody gets the request id of the first.',
    file: ANSWER,
    find: "['x-request-id', 'etag',",
    replace: "['etag',",
    tests: [CACHE_TEST],
  },
  {
    what: 'Who has the content is sent it again.',
    file: ANSWER,
    find: 'return isUnchanged ? variant.unchanged : variant.whole',
    replace: 'return variant.whole',
    tests: [CACHE_TEST],
  },
  {
    what: 'Any ETag counts as the present one.',
    file: ANSWER,
    find: 'ifNoneMatch.includes(`"${hash}`)',
    replace: "ifNoneMatch.includes('\"')",
    tests: [CACHE_TEST],
  },
  {
    what: 'The answer of a call that is not marked as public is shared.',
    file: ADDRESSES,
    find: " || definition.route['x-public-cache'] !== true",
    replace: '',
    tests: [ADDRESSES_TEST, ANSWERS_TEST],
  },
  {
    what: 'A call declares none of its parameters, so that no search is kept.',
    file: ADDRESSES,
    find: 'addresses.set(path, new Set(Object.keys(query.shape)))',
    replace: 'addresses.set(path, new Set())',
    tests: [ADDRESSES_TEST, ANSWERS_TEST],
  },
  {
    what: 'A search of an earlier version takes the place of a later one.',
    file: STORE,
    find: 'if (answer.version < newest) return',
    replace: '',
    tests: [STORE_TEST],
  },
  {
    what: 'Searches of earlier versions fill the memory.',
    file: STORE,
    find: 'if (answer.version > newest) searches.clear()',
    replace: '',
    tests: [STORE_TEST],
  },
  {
    what: 'What another process changed shows minutes later.',
    file: VERSION,
    find: 'export const TRUSTED_MS = 250',
    replace: 'export const TRUSTED_MS = 250_000',
    tests: [VERSION_TEST],
  },
  {
    what: 'Who changed something does not see it at once.',
    file: VERSION,
    find: 'if (!last || last.committed !== committedHere) return undefined',
    replace: 'if (!last) return undefined',
    tests: [VERSION_TEST],
  },
  {
    what: 'A version that was asked for before a change counts after it.',
    file: VERSION,
    find: 'if (underWay?.committed !== committedHere) underWay =',
    replace: 'underWay ??=',
    tests: [VERSION_TEST],
  },
]
