/** Orders of plainly invented customers, for the dashboard of a shop with sandboxes: what the composition calls. */

export type { SampleContext, SamplePayments } from './placing/context.ts'
export { placeSome, sampleTradeJob, startSampleTrade } from './placing/place.ts'
export { findSampleAccounts, hasSamples, readSampleTrade } from './placing/trade.ts'
export { removeSampleTrade } from './removing/remove.ts'
