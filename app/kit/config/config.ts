import { z } from 'zod'
import { SECOND_MS } from '#kit/time.ts'
import {
  type ConfigPart,
  configPart,
  type Given,
  isLoopback,
  type Mode,
  productionProblems,
  wholeNumber,
} from './config-part.ts'
import { readSettingFiles } from './setting-files.ts'

/**
 * The configuration, parsed once and frozen. This is the kit's part; each feature adds its own in its `config.ts`
 * (`declare module '#kit/config/config.ts' { interface Config { … } }`).
 */
export interface Config extends KitConfig {}

type KitConfig = Readonly<ReturnType<typeof shape>>

/** Thrown when the configuration is not valid; `problems` lists every error. */
export class ConfigError extends Error {
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(`The configuration is wrong:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`)
    this.problems = problems
  }
}

/** Refused when they are empty: a value that did not arrive must not start a shop on another database. */
const NEVER_EMPTY: readonly string[] = ['DATABASE_URL', 'DATABASE_URL_FILE']

const withoutEmpty = (environment: Given): Given =>
  Object.fromEntries(
    Object.entries(environment).filter(([name, value]) => value !== '' || NEVER_EMPTY.includes(name)),
  )

/**
 * Reads the parts of the configuration from environment variables and the files that some of them name; an empty variable counts
 * as absent, but for those that may not be empty. Throws a {@link ConfigError} that lists every problem at once.
 */
export function readParts(environment: Given, parts: readonly ConfigPart[]): Config {
  const names = parts.flatMap((part) => part.names)
  const { given, problems: unreadable } = readSettingFiles(withoutEmpty(environment), names)
  const production = given.NODE_ENV === 'production'
  const mode = { production, sandboxAllowed: !production || given.SANDBOX === 'on' }
  const read = parts.map((part) => part.read(given, mode))
  const problems = [...unreadable, ...read.flatMap((part) => part.problems)]
  if (problems.length > 0) throw new ConfigError(problems)
  return Object.freeze(Object.assign({}, ...read.map(({ part }) => part)) as Config)
}

/** A request cannot be sent to an address that has some. */
function hasNoCredentials(url: string): boolean {
  const { username, password } = URL.parse(url) ?? { username: '', password: '' }
  return username === '' && password === ''
}

/** Also when it is written in capitals. */
const hasProtocol = (url: string | undefined, protocol: 'http:' | 'https:'): boolean =>
  URL.parse(url ?? '')?.protocol === protocol

const BUCKET_PATH = /^\/[A-Za-z0-9._-]+\/?$/

const postgresUrl = (error: string) => z.string().regex(/^postgres(ql)?:\/\/\S+$/, error)

const variables = {
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  PORT: wholeNumber('PORT', 1, 65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'PUBLIC_URL has to be an address such as https://shop.example' })
    .optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: postgresUrl('DATABASE_URL has to begin with postgres://; leave it out for SQLite').optional(),
  DATABASE_READ_URL: postgresUrl('DATABASE_READ_URL has to begin with postgres://').optional(),
  DATABASE_POOL: wholeNumber('DATABASE_POOL', 1, 500).optional(),
  CDN_PURGE_URL: z
    .url({ protocol: /^https?$/, error: 'CDN_PURGE_URL has to be an address such as http://127.0.0.1:6081' })
    .refine(hasNoCredentials, 'CDN_PURGE_URL must not have a name or a password in front')
    .optional(),
  HSTS: z
    .enum(['includeSubDomains', 'includeSubDomains; preload'], {
      error: 'HSTS has to be "includeSubDomains" or "includeSubDomains; preload"',
    })
    .optional(),
  FILES_URL: z
    .url({
      protocol: /^https?$/,
      error: 'FILES_URL has to be an address such as https://s3.example/bucket?region=eu-central-1',
      abort: true,
    })
    .refine(hasNoCredentials, 'FILES_URL must not have a name or a password: use FILES_KEY and FILES_SECRET')
    .refine((url) => BUCKET_PATH.test(new URL(url).pathname), 'FILES_URL has to end with /bucket')
    .optional(),
  FILES_KEY: z.string().optional(),
  FILES_SECRET: z.string().optional(),
  AUTH_SECRET: z.string().min(32, 'AUTH_SECRET has to have at least 32 characters').optional(),
  AUTH_SECRET_FORMER: z
    .string()
    .transform((text) => text.split(/\s+/).filter((secret) => secret !== ''))
    .refine(
      (secrets) => secrets.length <= 5 && secrets.every((secret) => secret.length >= 32),
      'AUTH_SECRET_FORMER can have five secrets with spaces between them, each of at least 32 characters',
    )
    .optional(),
  TRUST_PROXY: wholeNumber('TRUST_PROXY', 0, 10).default(0),
  RATE_LIMITS: z.enum(['on', 'sign-in'], { error: 'RATE_LIMITS has to be "on" or "sign-in"' }).default('on'),
  SEED: z
    .enum(['catalogue', 'demo', 'none'], { error: 'SEED has to be "catalogue", "demo" or "none"' })
    .optional(),
  SANDBOX: z.enum(['on', 'off'], { error: 'SANDBOX has to be "on" or "off"' }).optional(),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\/\S+$/, 'SMTP_URL has to begin with smtp:// or smtps://')
    .optional(),
  MAIL_FROM: z.string().max(200).optional(),
  SMTP_CONNECTIONS: wholeNumber('SMTP_CONNECTIONS', 1, 50).default(5),
  JOBS: z.enum(['on', 'off'], { error: 'JOBS has to be "on" or "off"' }).default('on'),
  // More than a process takes for closing what it uses: `CLOSING_MS` in run-server.ts.
  STOP_SECONDS: wholeNumber('STOP_SECONDS', 3, 3600).default(10),
  WATCHDOG_SECONDS: wholeNumber('WATCHDOG_SECONDS', 0, 3600).default(60),
  METRICS_PORT: wholeNumber('METRICS_PORT', 1, 65_535).optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'], { error: 'LOG_LEVEL is not a level' })
    .default('info'),
}

type Environment = z.output<z.ZodObject<typeof variables>>

function problemsBetween(given: Given): string[] {
  const problems: string[] = []
  if (given.DATABASE_READ_URL && !given.DATABASE_URL)
    problems.push('DATABASE_READ_URL is a replica of DATABASE_URL, which is missing')
  const ofFiles = ['FILES_URL', 'FILES_KEY', 'FILES_SECRET']
  const missing = ofFiles.filter((name) => !given[name])
  if (missing.length > 0 && missing.length < ofFiles.length)
    problems.push(`${ofFiles.join(', ')} belong together: ${missing.join(' and ')} is missing`)
  if (
    given.NODE_ENV === 'production' &&
    hasProtocol(given.FILES_URL, 'http:') &&
    !isLoopback(given.FILES_URL ?? '')
  )
    problems.push(
      'FILES_URL has to begin with https:// in production, since invoices would be readable on the way; http is for a store on this machine',
    )
  if (given.SMTP_URL && !given.MAIL_FROM) problems.push('MAIL_FROM is missing beside SMTP_URL')
  if (given.AUTH_SECRET_FORMER && !given.AUTH_SECRET)
    problems.push('AUTH_SECRET_FORMER has the secrets before AUTH_SECRET, which is missing')
  if (given.METRICS_PORT && given.METRICS_PORT === (given.PORT ?? '3000')) {
    problems.push('METRICS_PORT has to differ from PORT')
  }
  return [...problems, ...productionProblems(given, 'SMTP_URL'), ...publicSandboxProblems(given)]
}

/** The settings without which a sandbox replaces a provider. */
const PROVIDERS = ['SMTP_URL', 'STRIPE_SECRET_KEY', 'GOOGLE_CLIENT_ID']

/**
 * A shop with an https address is for others, who could read all mails of the sandbox and sign in as anyone: it has
 * sandboxes only if that is said.
 */
function publicSandboxProblems(given: Given): string[] {
  if (given.NODE_ENV === 'production' || given.SANDBOX === 'on' || !given.PUBLIC_URL) return []
  const isPublic = hasProtocol(given.PUBLIC_URL, 'https:') && !isLoopback(given.PUBLIC_URL)
  if (!isPublic || PROVIDERS.every((name) => given[name])) return []
  return [
    'PUBLIC_URL is a public address, and the sandboxes give everyone access: set NODE_ENV=production (or SANDBOX=on for a shop with sandboxes)',
  ]
}

function shape(env: Environment, { production }: Mode) {
  return {
    production,
    /** Every page has a banner when it is said that the shop runs on sandboxes. */
    sandboxBanner: env.SANDBOX === 'on',
    port: env.PORT,
    host: env.HOST,
    /** In small letters: cookies are for https by how it begins. */
    publicUrl: new URL(env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).href.replace(/\/+$/, ''),
    trustedOrigins: trustedOrigins(env),
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL,
    databaseReadUrl: env.DATABASE_READ_URL,
    databasePool: env.DATABASE_POOL,
    /** Where changes are purged from a cache in front; undefined when there is none. */
    cdnPurgeUrl: env.CDN_PURGE_URL,
    /** What the subdomains are to do too, of the browsers' promise to come by https only. */
    hsts: env.HSTS,
    /** The store of files outside the database; undefined when they are in it. */
    files: filesOf(env),
    authSecret: env.AUTH_SECRET,
    /** What they signed is still accepted. */
    formerSecrets: (env.AUTH_SECRET_FORMER ?? []) as readonly string[],
    trustProxyHops: env.TRUST_PROXY,
    rateLimits: env.RATE_LIMITS,
    /** What an empty shop is filled with: a manufacturer's range, the 60 parts that tests use, or nothing. */
    seed: env.SEED ?? (production ? 'none' : 'catalogue'),
    smtp: env.SMTP_URL
      ? { url: env.SMTP_URL, from: env.MAIL_FROM ?? '', connections: env.SMTP_CONNECTIONS }
      : undefined,
    /** Whether the process runs background jobs; another one of the shop has to, if it does not. */
    runsJobs: env.JOBS === 'on',
    /** How long a process that is stopped may take at most. */
    stopMs: env.STOP_SECONDS * SECOND_MS,
    /** How long the event loop may hang before the process ends itself; 0: as long as it does. */
    watchdogSeconds: env.WATCHDOG_SECONDS,
    /** The address of the metrics; undefined when they are off. Never the address of the shop. */
    metrics: env.METRICS_PORT ? { host: env.METRICS_HOST, port: env.METRICS_PORT } : undefined,
    logLevel: env.LOG_LEVEL,
  }
}

function filesOf({ FILES_URL, FILES_KEY = '', FILES_SECRET = '' }: Environment) {
  if (!FILES_URL) return undefined
  const { origin, pathname, searchParams } = new URL(FILES_URL)
  const url = origin + pathname.replace(/\/$/, '')
  return { url, region: searchParams.get('region') ?? 'us-east-1', key: FILES_KEY, secret: FILES_SECRET }
}

/** The origins of the shop. Without a PUBLIC_URL these are the names of the local machine. */
function trustedOrigins(env: Environment): readonly string[] {
  if (env.PUBLIC_URL) return [new URL(env.PUBLIC_URL).origin]
  return ['localhost', '127.0.0.1', '[::1]'].map((name) => `http://${name}:${env.PORT}`)
}

/** The settings of the server, the database, the mails and the log. */
export const kitConfig = configPart({ variables, problemsBetween, shape })
