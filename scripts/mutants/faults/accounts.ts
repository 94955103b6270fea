import type { Fault } from '../fault.ts'

const TOKENS = 'app/features/accounts/signed-tokens.ts'
const GUARD = 'app/features/accounts/guard.ts'
const CREDENTIALS = 'app/features/accounts/library-calls.ts'
const RESET = 'app/features/accounts/reset-password.ts'
const SESSIONS = 'app/features/accounts/session-users.ts'
const API = 'app/features/accounts/api.ts'
const AUTH = 'app/features/accounts/auth.ts'
const ORIGIN = 'app/features/accounts/origin.ts'
const VERIFICATION = 'app/features/accounts/verification.ts'
const GOOGLE = 'app/features/accounts/google/google-sign-in.ts'
const TOKENS_TEST = 'app/features/accounts/signed-tokens.test.ts'
const ATTACKS_TEST = 'app/features/accounts/attacks.test.ts'
const PROFILES_TEST = 'app/features/accounts/profiles.test.ts'
const RESET_TEST = 'app/features/accounts/reset-password.test.ts'
const FIRST_RESET_TEST = 'app/first-reset.test.ts'
const SIGN_IN_TEST = 'app/features/accounts/sign-in.test.ts'
const VERIFICATION_TEST = 'app/features/accounts/verification.test.ts'
const USERS_TEST = 'app/features/accounts/users.test.ts'
const GOOGLE_TEST = 'app/features/accounts/google/google-attacks.test.ts'
const ID_TOKEN_TEST = 'app/features/accounts/google/id-token.test.ts'
const CONTRACT_TEST = 'tests/contract.test.ts'

/** Authorization: guards, tokens, sessions, sign-in, verification, Google. */
export const accounts: readonly Fault[] = [
  {
    what: 'Calls for admins accept every customer.',
    file: GUARD,
    find: "if (user.role !== 'admin') throw",
    replace: "if (user.id === '') throw",
    tests: [CONTRACT_TEST],
  },
  {
    what: 'Proxies may cache private answers.',
    file: GUARD,
    find: "    c.header('Cache-Control', 'no-store')\n",
    replace: '',
    tests: [CONTRACT_TEST],
  },
  {
    what: 'Proxies may cache an access token.',
    file: API,
    find: "    c.header('Cache-Control', 'no-store')\n",
    replace: '',
    tests: [CONTRACT_TEST, TOKENS_TEST],
  },
  {
    what: 'A token that was used before it expired never expires.',
    file: TOKENS,
    find: 'if (!claims || claims.expiresAtMs <= shop.now()) return undefined',
    replace: 'if (!claims) return undefined',
    tests: [TOKENS_TEST],
  },
  {
    what: 'A token is valid for a day.',
    file: TOKENS,
    find: 'const LIFETIME_MS = 12 * 3_600_000',
    replace: 'const LIFETIME_MS = 24 * 3_600_000',
    tests: [TOKENS_TEST],
  },
  {
    what: 'A token of another issuer with the same key is accepted.',
    file: TOKENS,
    find: '      issuer: ISSUER,\n',
    replace: '',
    tests: [TOKENS_TEST],
  },
  {
    what: 'A token is accepted for another user’s session.',
    file: TOKENS,
    find: 'return holder?.id === claims.userId ? holder : undefined',
    replace: 'return holder',
    tests: [TOKENS_TEST],
  },
  {
    what: 'A token outlives its session.',
    file: SESSIONS,
    find: 'instantMs(row.expiresAt) <= nowMs || ',
    replace: '',
    tests: [TOKENS_TEST],
  },
  {
    what: 'A banned user keeps an existing session.',
    file: SESSIONS,
    find: ' || isBanned(row, nowMs)',
    replace: '',
    tests: [TOKENS_TEST],
  },
  {
    what: 'Any role counts as admin.',
    file: SESSIONS,
    find: "...(row.role === 'admin' &&",
    replace: '...(row.role !== null &&',
    tests: [CONTRACT_TEST],
  },
  {
    what: 'Any customer can read any profile.',
    file: API,
    find: "if (email !== user.email && user.role !== 'admin') throw otherAccount()",
    replace: '',
    tests: [PROFILES_TEST],
  },
  {
    what: 'A cookie is exchanged for the token of another address.',
    file: API,
    find: "if (c.req.valid('json').email !== holder.email) throw signInFirst()",
    replace: '',
    tests: [TOKENS_TEST],
  },
  {
    what: 'A profile is changed with the cookie of another account.',
    file: API,
    find: 'if (!holder || (named !== undefined && named.trim().toLowerCase() !== holder.email))',
    replace: 'if (!holder)',
    tests: [PROFILES_TEST],
  },
  {
    what: 'Pages of other sites can request a token with the cookie.',
    file: API,
    find: '    refuseOtherOrigins(c, shop)\n',
    replace: '',
    tests: [ATTACKS_TEST, TOKENS_TEST],
  },
  {
    what: 'A call with another origin is accepted.',
    file: ORIGIN,
    find: 'if (isOtherOrigin || isOtherSite)',
    replace: 'if (isOtherSite)',
    tests: [ATTACKS_TEST],
  },
  {
    what: 'A call that the browser marks as cross-site is accepted.',
    file: ORIGIN,
    find: 'if (isOtherOrigin || isOtherSite)',
    replace: 'if (isOtherOrigin)',
    tests: [ATTACKS_TEST],
  },
  {
    what: 'An account with an unverified address becomes an admin.',
    file: 'app/features/accounts/admins.ts',
    find: "      .where('emailVerified', '=', 1)\n",
    replace: '',
    tests: [USERS_TEST],
  },
  {
    what: 'The last admin loses the role.',
    file: 'app/features/accounts/admins.ts',
    find: 'if (!admins.some(({ id, ...each }) => id !== found.id && !isBanned(each, at)))',
    replace: 'if (admins.length === 0)',
    tests: ['app/features/accounts/admins.test.ts'],
  },
  {
    what: 'Sessions remain valid after a password reset.',
    file: RESET,
    find: "    await trx.deleteFrom('session').where('userId', '=', userId).execute()\n",
    replace: '',
    tests: [SIGN_IN_TEST],
  },
  {
    what: 'A session that begins during a reset is valid.',
    file: SESSIONS,
    find: "    .whereRef('session.credentialGeneration', '=', 'user.credentialGeneration')\n",
    replace: '',
    tests: [RESET_TEST],
  },
  {
    what: 'A sign-in with a password that was replaced meanwhile begins a session.',
    file: CREDENTIALS,
    find: ", eb('account.password', '=', provedHash)",
    replace: '',
    tests: [RESET_TEST],
  },
  {
    what: 'Other reset links stay valid after a reset.',
    file: RESET,
    find: "      .where('value', '=', userId)\n",
    replace: "      .where('identifier', '=', identifier)\n",
    tests: [RESET_TEST],
  },
  {
    what: 'The phone number that a stranger stored stays after the takeover by a reset.',
    file: RESET,
    find: '.set({ phone: null, ',
    replace: '.set({ ',
    tests: [FIRST_RESET_TEST],
  },
  {
    what: 'The orders that a stranger placed stay after the takeover by a reset.',
    file: 'app/first-reset.ts',
    find: '      await addToOutbox(trx, now, KIND, [entry, ',
    replace: '      await addToOutbox(trx, now, KIND, [].slice(1) ?? [entry, ',
    tests: [FIRST_RESET_TEST],
  },
  {
    what: 'A reset of a verified account cancels its orders.',
    file: RESET,
    find: 'const isFirst = !isSet(user.emailVerified)',
    replace: 'const isFirst = true',
    tests: [FIRST_RESET_TEST],
  },
  {
    what: 'A password of seven characters is accepted.',
    file: AUTH,
    find: 'minimum: 8,',
    replace: 'minimum: 7,',
    tests: [SIGN_IN_TEST],
  },
  {
    what: 'A password reset does not verify the address.',
    file: RESET,
    find: '.set({ emailVerified: 1, ',
    replace: '.set({ emailVerified: 0, ',
    tests: [SIGN_IN_TEST],
  },
  {
    what: 'A Google account that claimed an unverified address stays linked after the owner of the address resets the password.',
    file: RESET,
    find: "    .where('providerId', '<>', 'credential')\n",
    replace: "    .where('providerId', '=', '')\n",
    tests: [GOOGLE_TEST, 'app/features/accounts/google/google.test.ts'],
  },
  {
    what: 'A verification link is accepted in the session of another account.',
    file: 'app/features/accounts/verification-routes.ts',
    find: 'if (by.holder?.id === link.userId) return verify()',
    replace: 'if (by.holder) return verify()',
    tests: [VERIFICATION_TEST],
  },
  {
    what: 'An expired verification link is accepted.',
    file: VERIFICATION,
    find: 'if (!proof || proof.isExpired)',
    replace: 'if (!proof)',
    tests: [VERIFICATION_TEST],
  },
  {
    what: 'A token for a change of the address verifies the old one.',
    file: VERIFICATION,
    find: 'updateTo: z.undefined().optional()',
    replace: 'updateTo: z.unknown().optional()',
    tests: [VERIFICATION_TEST],
  },
  {
    what: 'A banned user verifies an address.',
    file: VERIFICATION,
    find: 'if (!user || isBanned(user, shop.now()))',
    replace: 'if (!user)',
    tests: [VERIFICATION_TEST],
  },
  {
    what: 'Google signs in to an existing account with an unverified address.',
    file: GOOGLE,
    find: 'requireLocalEmailVerified: true',
    replace: 'requireLocalEmailVerified: false',
    tests: ['app/features/accounts/google/google.test.ts'],
  },
  {
    what: 'An address counts as verified unless Google reports that it is not.',
    file: 'app/features/accounts/google/google-profile.ts',
    find: 'email_verified === true',
    replace: 'email_verified !== false',
    tests: ['app/features/accounts/google/google-profile.test.ts'],
  },
  {
    what: 'An id token for another site is accepted.',
    file: GOOGLE,
    find: '    audience: clientId,\n',
    replace: '',
    tests: [ID_TOKEN_TEST],
  },
  {
    what: 'An id token of another sign-in is accepted.',
    file: GOOGLE,
    find: 'requiresIdTokenNonce: true',
    replace: 'requiresIdTokenNonce: false',
    tests: [ID_TOKEN_TEST],
  },
]
