import { expect } from 'vitest'
import { axeViolations } from './axe.ts'
import { test } from './journey.ts'
import { button, hydrated, main, toast } from './steps.ts'

test('the strength of a new password is said while it is typed, and its code is loaded only then', async ({
  open,
  shop,
}) => {
  const { page } = await open({ reducedMotion: 'reduce' })
  const loaded: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') loaded.push(request.url())
  })
  const asked = () => loaded.filter((url) => url.includes('password-strength')).length
  await page.goto('/register')
  await hydrated(page)
  const field = main(page).getByLabel('Password')
  const says = (text: string | RegExp) => main(page).getByRole('status').getByText(text).waitFor()
  await main(page).getByLabel('Email').fill('ada.sample@example.com')
  await field.pressSequentially('short')
  expect(asked()).toBe(0)
  await main(page).getByText('At least 8 characters.').waitFor()
  await field.fill('Password1')
  await says(/passwords that most people choose/)
  await field.fill('adasample')
  await says(/name of the shop or of your e-mail address/)
  await field.fill('aaaaaaaaaaaa')
  await says(/^Weak/)
  expect(await axeViolations(page)).toEqual([])
  await field.fill('quiet-harbour-lamp-7')
  await says('Strong.')
  expect(await axeViolations(page)).toEqual([])
  expect(asked()).toBe(1)

  const ada = await shop.register({ name: 'Sample Customer' })
  const { page: own } = await open({ as: ada, reducedMotion: 'reduce' })
  await own.goto('/dashboard/security')
  await own.getByLabel('Current password').fill(ada.password)
  await own.getByLabel('New password').fill('quiet-harbour-lamp-7')
  await main(own).getByRole('status').getByText('Strong.').waitFor()
  await button(main(own), 'Change password').click()
  await toast(own, 'Password changed')
  await main(own).getByText('Strong.').waitFor({ state: 'detached' })
})
