import type { Fault } from '../fault.ts'

const RATE = 'app/kit/server/rate-limit.ts'
const ADDRESS = 'app/kit/server/client-address.ts'
const TRIES = 'app/features/accounts/sign-in-limit.ts'
const ROUTES = 'app/features/accounts/auth-routes.ts'
const KNOWN = 'app/features/accounts/known-browser.ts'
const HASHES = 'app/features/accounts/password-hashes.ts'
const KNOWN_TEST = 'app/features/accounts/known-browser.test.ts'
const HASHES_TEST = 'app/features/accounts/password-hashes.test.ts'
const LINKS_TEST = 'app/features/payments/payment-link-threats.test.ts'
const LIMITS_TEST = 'tests/limits.test.ts'
const TRIES_TEST = 'app/features/accounts/sign-in-limit.test.ts'
const ADDRESS_TEST = 'app/kit/server/client-address.test.ts'
const VERIFICATION_TEST = 'app/features/accounts/verification.test.ts'

/** Rate limits, and the address of a caller. */
export const limits: readonly Fault[] = [
  {
    what: 'Wrong passwords are not counted.',
    file: TRIES,
    find: 'if (response.status !== 401) await',
    replace: 'if (response.status !== 599) await',
    tests: [TRIES_TEST],
  },
  {
    what: 'Correct passwords are counted as wrong ones.',
    file: TRIES,
    find: 'if (response.status !== 401) await takeBackWrong()',
    replace: '',
    tests: [TRIES_TEST],
  },
  {
    what: 'Many sign-ins from one address are refused while they run.',
    file: TRIES,
    find: 'queue(queueKey(who), counted)',
    replace: 'counted()',
    tests: [TRIES_TEST],
  },
  {
    what: 'One wrong password too many can be tried.',
    file: RATE,
    find: 'rows.filter(({ hits }) => hits > most)',
    replace: 'rows.filter(({ hits }) => hits > most + 1)',
    tests: [TRIES_TEST],
  },
  {
    what: 'Refused attempts lock their network address.',
    file: RATE,
    find: '    await takeBack()\n    refuse(reached',
    replace: '    refuse(reached',
    tests: [TRIES_TEST],
  },
  {
    what: 'Right passwords are checked without limit.',
    file: TRIES,
    find: 'await countAttempt(shop, PASSWORD_LIMIT, who)\n        .then(attempt)',
    replace: 'await Promise.resolve()\n        .then(attempt)',
    tests: [TRIES_TEST],
  },
  {
    what: 'Anyone can claim to be a known browser.',
    file: KNOWN,
    find: '&& signatures.some((one) => isSame(one, signature))',
    replace: '&& signatures.length > 0',
    tests: [KNOWN_TEST],
  },
  {
    what: 'A known browser is locked from elsewhere.',
    file: KNOWN,
    find: 'name: isKnown ? ',
    replace: 'name: email === "" ? ',
    tests: [KNOWN_TEST],
  },
  {
    what: 'A mailbox gets any number of mails.',
    file: ROUTES,
    find: 'withoutMails: !isWithin',
    replace: 'withoutMails: false',
    tests: ['app/features/accounts/mailbox-limit.test.ts'],
  },
  {
    what: 'Accounts that are not made count as made.',
    file: ROUTES,
    find: "  await takeBack()\n  logSecurityEvent(c, shop, 'sign-up failed'",
    replace: "  logSecurityEvent(c, shop, 'sign-up failed'",
    tests: ['app/features/accounts/new-accounts.test.ts'],
  },
  {
    what: 'Any number of password hashes runs at once.',
    file: HASHES,
    find: 'if (running < AT_ONCE)',
    replace: 'if (running >= 0)',
    tests: [HASHES_TEST],
  },
  {
    what: 'An address stays locked after its window.',
    file: RATE,
    find: "    .where('resets_at', '>', now)\n",
    replace: '',
    tests: [LINKS_TEST],
  },
  {
    what: 'The last call that a limit allows is refused.',
    file: RATE,
    find: 'hits > (',
    replace: 'hits >= (',
    tests: [LIMITS_TEST],
  },
  {
    what: 'A count is never reset.',
    file: RATE,
    find: 'case when rate_limits.resets_at <= ${now} then 1 else rate_limits.hits + 1 end',
    replace: 'rate_limits.hits + 1',
    tests: [LIMITS_TEST, TRIES_TEST],
  },
  {
    what: 'Every call extends the window.',
    file: RATE,
    find: 'case when rate_limits.resets_at <= ${now} then excluded.resets_at else rate_limits.resets_at end',
    replace: 'excluded.resets_at',
    tests: [LIMITS_TEST, TRIES_TEST],
  },
  {
    what: 'Calls are not counted by address.',
    file: RATE,
    find: "limits.set(key('address', address), limit.address)",
    replace: '',
    tests: [TRIES_TEST],
  },
  {
    what: 'Calls are not counted by account.',
    file: RATE,
    find: 'if (account !== undefined && limit.account !== undefined)',
    replace: "if (account === '' && limit.account !== undefined)",
    tests: [TRIES_TEST],
  },
  {
    what: 'Orders and reviews share one limit.',
    file: RATE,
    find: '`${limit.name}-${side}:',
    replace: '`${side}:',
    tests: [LIMITS_TEST],
  },
  {
    what: 'The addresses of callers are stored without hashing.',
    file: RATE,
    find: "${createHash('sha256').update(who).digest('base64url')}",
    replace: '${who}',
    tests: [LIMITS_TEST, TRIES_TEST],
  },
  {
    what: '`RATE_LIMITS=sign-in` turns off the limits of sign-in.',
    file: RATE,
    find: "limit.always === true || config.rateLimits === 'on'",
    replace: "config.rateLimits === 'on'",
    tests: [LIMITS_TEST],
  },
  {
    what: '`RATE_LIMITS=sign-in` keeps the limits of orders.',
    file: RATE,
    find: "limit.always === true || config.rateLimits === 'on'",
    replace: 'limit.address > 0',
    tests: [LIMITS_TEST],
  },
  {
    what: 'The job that deletes old counts deletes current ones.',
    file: RATE,
    find: "where('resets_at', '<=', shop.now())",
    replace: "where('resets_at', '>', shop.now())",
    tests: [LIMITS_TEST],
  },
  {
    what: 'Refusals have no `Retry-After`.',
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
    what: 'Password reset mails have no limit.',
    file: ROUTES,
    find: '      await countMail(c, service, body.email)\n      const [response]',
    replace: '      const [response]',
    tests: [TRIES_TEST],
  },
  {
    what: 'Guesses of verification tokens have no limit.',
    file: ROUTES,
    find: '      await count(c, RESET_TOKEN_LIMIT)\n      return verifyAddress',
    replace: '      return verifyAddress',
    tests: [TRIES_TEST, VERIFICATION_TEST],
  },
  {
    what: 'Changes of a user’s name and picture have no limit.',
    file: ROUTES,
    find: '      await count(c, PROFILE_LIMIT, holder.id)\n',
    replace: '',
    tests: [LIMITS_TEST],
  },
  {
    what: 'The caller can choose the address that is counted.',
    file: ADDRESS,
    find: 'forwarded.at(-trustProxyHops)',
    replace: 'forwarded.at(0)',
    tests: [ADDRESS_TEST],
  },
  {
    what: 'The header of a proxy is trusted without a proxy.',
    file: ADDRESS,
    find: 'trustProxyHops > 0 ?',
    replace: 'trustProxyHops >= 0 ?',
    tests: [ADDRESS_TEST],
  },
  {
    what: 'Each address of an IPv6 network is counted separately.',
    file: ADDRESS,
    find: '.slice(0, 4)',
    replace: '.slice(0, 8)',
    tests: [ADDRESS_TEST],
  },
]
