import { z } from 'zod'

const WHOLE = /^\d+$/

// Whoever is sent the secret key can take payments in the shop's name, so it goes to Stripe or stays on the machine.
const LOOPBACK_URL = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\]):\d{1,5}$/

const environmentSchema = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  PORT: wholeNumber('PORT', 1, 65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'PUBLIC_URL has to be an address such as https://shop.example' })
    .optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\/\S+$/, 'DATABASE_URL has to begin with postgres://')
    .optional(),
  AUTH_SECRET: z.string().min(32, 'AUTH_SECRET has to have at least 32 characters').optional(),
  HOLD_HOURS: z
    .string()
    .refine(
      (text) => /^\d*\.?\d+$/.test(text) && Number(text) > 0 && Number(text) <= 8760,
      'HOLD_HOURS has to be above 0 and at most 8760',
    )
    .transform(Number)
    .default(72),
  TRUST_PROXY: wholeNumber('TRUST_PROXY', 0, 10).default(0),
  RATE_LIMITS: z.enum(['on', 'sign-in'], { error: 'RATE_LIMITS has to be "on" or "sign-in"' }).default('on'),
  MAX_UNPAID_ORDERS: wholeNumber('MAX_UNPAID_ORDERS', 1, 1_000_000).default(100),
  ADMIN_EMAIL: z.email('ADMIN_EMAIL has to be an e-mail address').toLowerCase().optional(),
  ADMIN_PASSWORD: z.string().min(8, 'ADMIN_PASSWORD has to have at least 8 characters').max(128).optional(),
  SEED: z.enum(['demo', 'none'], { error: 'SEED has to be "demo" or "none"' }).optional(),
  SANDBOX: z.enum(['on', 'off'], { error: 'SANDBOX has to be "on" or "off"' }).optional(),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_/, 'STRIPE_SECRET_KEY has to begin with sk_ or rk_')
    .optional(),
  STRIPE_PUBLISHABLE_KEY: z.string().regex(/^pk_/, 'STRIPE_PUBLISHABLE_KEY has to begin with pk_').optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_/, 'STRIPE_WEBHOOK_SECRET has to begin with whsec_')
    .optional(),
  STRIPE_API_URL: z
    .string()
    .regex(LOOPBACK_URL, 'STRIPE_API_URL has to be an address of this machine such as http://127.0.0.1:4010')
    .optional(),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\/\S+$/, 'SMTP_URL has to begin with smtp:// or smtps://')
    .optional(),
  MAIL_FROM: z.string().max(200).optional(),
  METRICS_PORT: wholeNumber('METRICS_PORT', 1, 65_535).optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'], { error: 'LOG_LEVEL is not a level' })
    .default('info'),
})

type Environment = z.infer<typeof environmentSchema>

/** Everything the shop can be told from outside, parsed once and frozen. */
export type Config = Readonly<ReturnType<typeof shape>>

/** Thrown when the environment is wrong; `problems` names every one of them. */
export class ConfigError extends Error {
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(`The configuration is wrong:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`)
    this.problems = problems
  }
}

/**
 * Reads the configuration from environment variables; an empty variable counts as absent.
 * Throws a {@link ConfigError} that lists every problem at once.
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = environmentSchema.safeParse(given)
  // The rules between variables are checked on what was given, so that they show beside the single ones.
  const problems = [
    ...(parsed.error?.issues.map((issue) => described(issue)) ?? []),
    ...problemsBetween(given as Partial<Record<keyof Environment, string>>),
  ]
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems)
  return Object.freeze(shape(parsed.data))
}

function wholeNumber(name: string, minimum: number, maximum: number) {
  return z
    .string()
    .refine(
      (text) => WHOLE.test(text) && Number(text) >= minimum && Number(text) <= maximum,
      `${name} has to be a whole number from ${minimum} to ${maximum}`,
    )
    .transform(Number)
}

function described(issue: z.core.$ZodIssue): string {
  const name = String(issue.path[0] ?? '')
  return issue.message.includes(name) ? issue.message : `${name}: ${issue.message}`
}

type Given = Partial<Record<keyof Environment, string>>

const TOGETHER: readonly (readonly (keyof Environment)[])[] = [
  ['ADMIN_EMAIL', 'ADMIN_PASSWORD'],
  ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'],
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
]

function problemsBetween(given: Given): string[] {
  const problems: string[] = []
  for (const names of TOGETHER) {
    const missing = names.filter((name) => given[name] === undefined)
    if (missing.length > 0 && missing.length < names.length) {
      problems.push(`${names.join(', ')} belong together: ${missing.join(', ')} is missing`)
    }
  }
  if (
    given.STRIPE_API_URL &&
    (given.NODE_ENV === 'production' || !/^[sr]k_test_/.test(given.STRIPE_SECRET_KEY ?? ''))
  ) {
    problems.push('STRIPE_API_URL is for tests: outside production, with a key that begins with sk_test_')
  }
  problems.push(...liveKeyProblems(given))
  if (given.SMTP_URL && !given.MAIL_FROM) problems.push('MAIL_FROM is missing beside SMTP_URL')
  if (given.METRICS_PORT && given.METRICS_PORT === (given.PORT ?? '3000')) {
    problems.push('METRICS_PORT has to differ from PORT')
  }
  if (given.NODE_ENV === 'production' && given.SANDBOX !== 'on') {
    const hint = 'is needed in production (or say SANDBOX=on for a shop that plays with play money)'
    if (!given.STRIPE_SECRET_KEY) problems.push(`STRIPE_SECRET_KEY ${hint}`)
    if (!given.SMTP_URL) problems.push(`SMTP_URL ${hint}`)
  }
  return problems
}

const STRIPE_KEYS = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY'] as const

/** Keys as `sk_live_…`, `rk_live_…`, `pk_live_…`, and those of an organization, `sk_org_live_…`. */
const isLive = (key: string): boolean => /^[a-z]+_(org_)?live_/.test(key)

/**
 * Live keys move real money, and a sandbox lets anyone in: Google's as the admin, mail's by a password reset that
 * anyone can read. So the two never run together. Nor do a live and a test key, of which only one would be paid with.
 */
function liveKeyProblems(given: Given): string[] {
  const live = STRIPE_KEYS.filter((name) => isLive(given[name] ?? ''))
  const problems: string[] = []
  for (const name of live) {
    if (given.NODE_ENV !== 'production') {
      problems.push(`${name} is a live key, which starts only with NODE_ENV=production; use a test key here`)
    } else if (given.SANDBOX === 'on') {
      problems.push(`${name} is a live key, which does not start with SANDBOX=on`)
    }
  }
  const isPair = STRIPE_KEYS.every((name) => given[name] !== undefined)
  if (isPair && live.length === 1) {
    problems.push(`${STRIPE_KEYS.join(' and ')} have to be two live keys or two test keys`)
  }
  return problems
}

function shape(env: Environment) {
  const production = env.NODE_ENV === 'production'
  const sandboxAllowed = !production || env.SANDBOX === 'on'
  return {
    production,
    /** A production shop that runs on sandboxes says so on every page. */
    sandboxBanner: production && env.SANDBOX === 'on',
    port: env.PORT,
    host: env.HOST,
    publicUrl: (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, ''),
    trustedOrigins: trustedOrigins(env),
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL,
    authSecret: env.AUTH_SECRET,
    holdMs: Math.round(env.HOLD_HOURS * 3_600_000),
    trustProxyHops: env.TRUST_PROXY,
    rateLimits: env.RATE_LIMITS,
    maxUnpaidOrders: env.MAX_UNPAID_ORDERS,
    admin:
      env.ADMIN_EMAIL && env.ADMIN_PASSWORD
        ? { email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD }
        : undefined,
    seed: env.SEED ?? (production ? 'none' : 'demo'),
    stripe:
      env.STRIPE_SECRET_KEY && env.STRIPE_PUBLISHABLE_KEY && env.STRIPE_WEBHOOK_SECRET
        ? {
            secretKey: env.STRIPE_SECRET_KEY,
            publishableKey: env.STRIPE_PUBLISHABLE_KEY,
            webhookSecret: env.STRIPE_WEBHOOK_SECRET,
            /** A stand-in for Stripe on this machine, in tests. */
            apiUrl: env.STRIPE_API_URL,
          }
        : undefined,
    google:
      env.GOOGLE_CLIENT_ID && env.GOOGLE_CLIENT_SECRET
        ? { clientId: env.GOOGLE_CLIENT_ID, clientSecret: env.GOOGLE_CLIENT_SECRET }
        : undefined,
    googleMode: googleMode(env, sandboxAllowed),
    smtp: env.SMTP_URL ? { url: env.SMTP_URL, from: env.MAIL_FROM ?? '' } : undefined,
    /** Where metrics are served, if they are: never at the shop's own address. */
    metrics: env.METRICS_PORT ? { host: env.METRICS_HOST, port: env.METRICS_PORT } : undefined,
    logLevel: env.LOG_LEVEL,
  }
}

function googleMode(env: Environment, sandboxAllowed: boolean): 'google' | 'sandbox' | 'off' {
  if (env.GOOGLE_CLIENT_ID) return 'google'
  return sandboxAllowed ? 'sandbox' : 'off'
}

/** The shop's own origins. Without a PUBLIC_URL a browser may name this machine in any of its ways. */
function trustedOrigins(env: Environment): readonly string[] {
  if (env.PUBLIC_URL) return [new URL(env.PUBLIC_URL).origin]
  return ['localhost', '127.0.0.1', '[::1]'].map((name) => `http://${name}:${env.PORT}`)
}
