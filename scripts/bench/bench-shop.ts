import { type RunningShop, type Storage, startShop } from '../../tests/support/running-shop.ts'

/**
 * A shop with the settings of `npm start`: it logs at the default level, which tests change. Only the rate limits that
 * would refuse a load are off.
 */
export const startBenchShop = (options: { storage: Storage; seed?: 'demo' | 'none' }): Promise<RunningShop> =>
  startShop({ ...options, environment: { LOG_LEVEL: '', RATE_LIMITS: 'sign-in' } })
