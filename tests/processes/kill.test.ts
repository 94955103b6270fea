import { expect, test } from 'vitest'
test('x', async () => {
  const { emptyStorage, startShop, ADMIN } = await import('../support/running-shop.ts')
  await using storage = await emptyStorage()
  for (let i=0;i<3;i++){
  const t = performance.now()
  await using shop = await startShop({ storage, seed: 'demo' })
  console.error('ready', performance.now()-t, process.env.TEST_DATABASE_URL)
  const admin = await shop.signIn(ADMIN)
  const c = await shop.register()
  const p = await shop.addProduct(admin)
  const o = await shop.order(c, p)
  console.error((await shop.pay(c, o)))
  console.error(await shop.stop(), shop.log())
  }
})
