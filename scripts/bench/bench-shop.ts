import { type RunningShop, type Storage, startShop } from '../../tests/support/running-shop.ts'

/**
 * A shop as `npm start` runs it: what the tests set otherwise is taken away, so that it logs at its default level. Only
 * the limits that would refuse a load are off.
 */
export const startBenchShop = (options: { storage: Storage; seed?: 'demo' | 'none' }): Promise<RunningShop> =>
  startShop({ ...options, environment: { LOG_LEVEL: '', RATE_LIMITS: 'sign-in' } })
