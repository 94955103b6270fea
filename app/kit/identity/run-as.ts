import { AsyncLocalStorage } from 'node:async_hooks'
import { DEFAULT_IDENTITY, type ShopIdentity, setIdentitySource, shopIdentity } from './shop-identity.ts'

const running = new AsyncLocalStorage<ShopIdentity>()

setIdentitySource(() => running.getStore() ?? DEFAULT_IDENTITY)

/** Runs a request, a job or a task as this shop: its name, and its currency wherever money is shown. */
export const runAs = <Result>(shop: ShopIdentity, run: () => Result): Result => running.run(shop, run)

/** The same with the currency of a document that was issued. */
export const runInCurrency = <Result>(currency: string, run: () => Result): Result =>
  runAs({ ...shopIdentity(), currency }, run)
