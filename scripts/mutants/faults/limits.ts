import type { Fault } from '../fault.ts'

const RATE = 'app/kit/server/rate-limit.ts'
const ADDRESS = 'app/kit/server/client-address.ts'
const TRIES = 'app/features/accounts/sign-in-limit.ts'
const ROUTES = 'app/features/accounts/auth-routes.ts'
const LIMITS_TEST = 'tests/limits.test.ts'
const TRIES_TEST = 'app/features/accounts/sign-in-limit.test.ts'
const ADDRESS_TEST = 'app/kit/server/client-address.test.ts'
const VERIFICATION_TEST = 'app/features/accounts/verification.test.ts'

/** How often something may be done, by whom, and where a call comes from. */
export const limits: readonly Fault[] = [
  {
    what: 'Wrong passwords are not counted.',
    file: TRIES,
    find: 'if (response.status === 401) await countHit',
    replace: 'if (response.status === 599) await countHit',
    tests: [TRIES_TEST],
  },
  {
    what: 'Right passwords are counted as wrong ones.',
    file: TRIES,
    find: 'if (response.status === 401) await countHit',
    replace: 'await countHit',
    tests: [TRIES_TEST],
  },
  {
    what: 'Tries at the same moment are all checked before any of them has failed.',
    file: TRIES,
    find: 'queue(queueKey(who), async () => {',
    replace: 'Promise.resolve().then(async () => {',
    tests: [TRIES_TEST],
  },
  {
    what: 'One wrong password more than allowed can be tried.',
    file: RATE,
    find: 'hits >= (',
    replace: 'hits > (',
    tests: [TRIES_TEST],
  },
  {
    what: 'An account stays locked when its window is over.',
    file: RATE,
    find: "    .where('resets_at', '>', now)\n",
    replace: '',
    tests: [TRIES_TEST],
  },
  {
    what: 'The last call that a limit allows is refused.',
    file: RATE,
    find: 'hits > (',
    replace: 'hits >= (',
    tests: [LIMITS_TEST],
  },
  {
    what: 'Counting never begins anew.',
    file: RATE,
    find: 'case when rate_limits.resets_at <= ${now} then 1 else rate_limits.hits + 1 end',
    replace: 'rate_limits.hits + 1',
    tests: [LIMITS_TEST, TRIES_TEST],
  },
  {
    what: 'Every call makes the window longer.',
    file: RATE,
    find: 'case when rate_limits.resets_at <= ${now} then excluded.resets_at else rate_limits.resets_at end',
    replace: 'excluded.resets_at',
    tests: [LIMITS_TEST, TRIES_TEST],
  },
  {
    what: 'The address of a caller does not count.',
    file: RATE,
    find: "limits.set(key('address', address), limit.address)",
    replace: '',
    tests: [TRIES_TEST],
  },
  {
    what: 'The account of a caller does not count.',
    file: RATE,
    find: 'if (account !== undefined && limit.account !== undefined)',
    replace: "if (account === '' && limit.account !== undefined)",
    tests: [TRIES_TEST],
  },
  {
    what: 'Orders use up the limit of reviews.',
    file: RATE,
    find: '`${limit.name}-${side}:',
    replace: '`${side}:',
    tests: [LIMITS_TEST],
  },
  {
    what: 'The addresses of callers are kept readable.',
    file: RATE,
    find: "${createHash('sha256').update(who).digest('base64url')}",
    replace: '${who}',
    tests: [LIMITS_TEST, TRIES_TEST],
  },
  {
    what: 'A load test leaves sign-in without a limit.',
    file: RATE,
    find: "limit.always === true || config.rateLimits === 'on'",
    replace: "config.rateLimits === 'on'",
    tests: [LIMITS_TEST],
  },
  {
    what: 'A load test meets the limits of orders.',
    file: RATE,
    find: "limit.always === true || config.rateLimits === 'on'",
    replace: 'limit.address > 0',
    tests: [LIMITS_TEST],
  },
  {
    what: 'The job that forgets old counts forgets those of now.',
    file: RATE,
    find: "where('resets_at', '<=', shop.now())",
    replace: "where('resets_at', '>', shop.now())",
    tests: [LIMITS_TEST],
  },
  {
    what: 'Refusals do not say how long to wait.',
    file: RATE,
    find: "{ 'Retry-After': String(seconds) }",
    replace: '{}',
    tests: [LIMITS_TEST, TRIES_TEST],
  },
  {
    what: 'Orders have no limit.',
    file: 'app/features/orders/api.ts',
    find: '[guards.requireUser, guards.limit(ORDER_LIMIT)]',
    replace: '[guards.requireUser]',
    tests: [LIMITS_TEST],
  },
  {
    what: 'Cancellations have no limit.',
    file: 'app/features/payments/api.ts',
    find: '[guards.requireUser, guards.limit(CANCEL_LIMIT)]',
    replace: '[guards.requireUser]',
    tests: [LIMITS_TEST],
  },
  {
    what: 'Mails that reset a password have no limit.',
    file: ROUTES,
    find: '      await count(c, RESET_LIMIT, body.email)\n      const [response]',
    replace: '      const [response]',
    tests: [TRIES_TEST],
  },
  {
    what: 'Tokens of verification links can be guessed at will.',
    file: ROUTES,
    find: '      await count(c, RESET_TRY_LIMIT)\n      return verifyAddress',
    replace: '      return verifyAddress',
    tests: [TRIES_TEST, VERIFICATION_TEST],
  },
  {
    what: 'Changes of the own name and picture have no limit.',
    file: ROUTES,
    find: '      await count(c, PROFILE_LIMIT, holder.id)\n',
    replace: '',
    tests: [LIMITS_TEST],
  },
  {
    what: 'A caller chooses the address that is counted.',
    file: ADDRESS,
    find: 'forwarded.at(-trustProxyHops)',
    replace: 'forwarded.at(0)',
    tests: [ADDRESS_TEST],
  },
  {
    what: 'The header of a proxy is believed where there is none.',
    file: ADDRESS,
    find: 'trustProxyHops > 0 ?',
    replace: 'trustProxyHops >= 0 ?',
    tests: [ADDRESS_TEST],
  },
  {
    what: 'Every address of an IPv6 network counts for itself.',
    file: ADDRESS,
    find: '.slice(0, 4)',
    replace: '.slice(0, 8)',
    tests: [ADDRESS_TEST],
  },
]
