import { test } from './journey.ts'
import { main, productAt } from './steps.ts'

test('look', async ({ open, shop, admin }) => {
  const address = { street: '12 rue Exemple', postcode: '69002', city: 'Lyon', country: 'FR' }
  const body = {
    name: 'Zoé Sample-Durand',
    email: 'zoe.with.a.long.address@customer-of-the-shop.example',
    company: 'Atelier Exemple SARL & Co. KG',
    phone: '+33 4 55 01 00 00',
    vatId: 'FR40303265045',
    address,
    tags: ['reseller', 'pays late', 'vip'],
  }
  const { _id } = (await shop.call('POST', '/api/customer', { as: admin, body })).body
  const people = []
  for (const name of ['Ada Sample', 'Bert Muster', 'Cleo Dubois']) people.push(await shop.register({ name }))
  for (const [at, person] of people.entries()) {
    const order = await shop.order(person, await productAt(shop, at), 1000 * (at + 1))
    const paid = at < 2 ? await shop.pay(person, order) : order
    await shop.call('POST', `/api/myorder/${paid._id}/messages`, {
      as: person,
      body: { text: 'Two bags were empty.\nPlease call.' },
    })
  }
  const [ada] = (await shop.call('GET', '/api/customers?q=Ada', { as: admin })).body
  const pages = {
    list: '/dashboard/customers',
    none: '/dashboard/customers?q=nobody',
    new: '/dashboard/customers/new',
    entered: `/dashboard/customer/${_id}`,
    known: `/dashboard/customer/${ada._id}`,
    order: `/dashboard/customer/${_id}/order`,
    mails: '/dashboard/texts/mails?mail=shipped',
    manage: '/dashboard/manageorders',
  }
  for (const colorScheme of ['light', 'dark'] as const) {
    const { page } = await open({ as: admin, reducedMotion: 'reduce', colorScheme })
    for (const width of [375, 1280, 1920]) {
      await page.setViewportSize({ width, height: 900 })
      for (const [name, path] of Object.entries(pages)) {
        await page.goto(path)
        await main(page).waitFor()
        await page.waitForTimeout(1200)
        if (name === 'known') await main(page).getByRole('button', { name: 'Edit' }).click()
        if (name === 'known') await page.waitForTimeout(600)
        await page.screenshot({
          path: `/tmp/look-customers/${name}-${width}-${colorScheme}.png`,
          fullPage: true,
        })
      }
    }
  }
})
