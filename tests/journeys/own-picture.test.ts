import { expect } from 'vitest'
import { plainPicture } from '../support/pictures.ts'
import { axeViolations, setWidth } from './axe.ts'
import { test } from './journey.ts'
import { boxOf, button, heading, main, toast } from './steps.ts'

// spec: display-name, profile
test('a customer sees initials, chooses a picture, sees it after a reload, and removes it', async ({
  open,
  shop,
}) => {
  const customer = await shop.register({ name: 'Sample Person' })
  const { page, expectErrors } = await open({ as: customer })
  await page.goto('/dashboard')
  await heading(page, 'My Profile').waitFor()
  const avatar = main(page).getByRole('img', { name: 'Avatar of Sample Person' })
  expect(await avatar.innerText()).toBe('SP')
  const choose = (label: string, buffer: Buffer) =>
    main(page).getByLabel(label).setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer })
  expectErrors(/^415 POST \/api\/avatar$/)
  await choose('Choose a picture', Buffer.from('<svg/>'))
  await toast(page, 'A picture has to be a PNG, JPEG, WebP or AVIF file.', 'alert')
  expect(await avatar.innerText()).toBe('SP')

  await choose('Choose a picture', await plainPicture(500, 300).png().toBuffer())
  await toast(page, 'Picture changed')
  await page.reload()
  await expect
    .poll(() => avatar.evaluate((image) => (image as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(64)
  for (const width of [375, 1280]) {
    await setWidth(page, width)
    expect(await boxOf(avatar), `at ${width}`).toMatchObject({ width: 64, height: 64 })
    expect(await axeViolations(page)).toEqual([])
  }
  await button(main(page), 'Remove the picture').click()
  await toast(page, 'Picture removed')
  expect(await avatar.innerText()).toBe('SP')
})

// attack: disguised-avatar
test('a picture on another host is asked for without saying from where; one that is gone shows the initials', async ({
  open,
  shop,
}) => {
  const customer = await shop.register({ name: 'Sample Person' })
  const headers = { Cookie: customer.cookie, Origin: shop.url }
  const body = { image: 'https://pictures.example/me.png' }
  await shop.call('POST', '/api/auth/update-user', { body, headers })
  const { page, expectErrors } = await open({ as: customer })
  expectErrors(/^404 GET /)
  const asked: (string | undefined)[] = []
  await page.route('https://pictures.example/**', async (route) => {
    asked.push((await route.request().allHeaders()).referer)
    await route.fulfill({ status: 404 })
  })
  await page.goto('/dashboard')
  const avatar = main(page).getByRole('img', { name: 'Avatar of Sample Person' })
  await expect.poll(() => avatar.innerText()).toBe('SP')
  expect(asked).toEqual([undefined])
})
