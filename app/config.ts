import { accountsConfig } from '#features/accounts/config.ts'
import { ordersConfig } from '#features/orders/config.ts'
import { paymentsConfig } from '#features/payments/config.ts'
import { sellerConfig } from '#features/settings/config.ts'
import { taxConfig } from '#features/tax/config.ts'
import { type Config, kitConfig, readParts } from '#kit/config/config.ts'

const PARTS = [kitConfig, accountsConfig, ordersConfig, sellerConfig, paymentsConfig, taxConfig]

/** The names of all environment variables of the shop. */
export const CONFIG_NAMES: readonly string[] = PARTS.flatMap(({ names }) => names)

/**
 * Reads the shop's configuration from environment variables; an empty variable counts as absent.
 * Throws a `ConfigError` that lists every problem at once.
 */
export const readConfig = (environment: Readonly<Record<string, string | undefined>>): Config =>
  readParts(environment, PARTS)
