import type { Page, Route } from 'playwright-core'
import { productPagePath } from '#features/catalog/paths.ts'
import { plainPicture } from '../../tests/support/pictures.ts'
import { press, type Scene, type Screen } from './screen.ts'

const READY = 'main form[aria-label=Product]'

/** The page of a product for admins, in every state. */
export const productScreens = ({ product, soldOut }: Scene): readonly Screen[] => {
  const path = productPagePath(product._id)
  const ready = READY
  return [
    { name: 'edit-product', path, ready },
    { name: 'edit-product-errors', path, ready, act: makeMistakes },
    {
      name: 'edit-product-conflict',
      path,
      ready,
      act: saveName,
      intercepted: ['**/api/product/*', changedByOther],
    },
    {
      name: 'edit-product-not-saved',
      path,
      ready,
      act: saveName,
      intercepted: ['**/api/product/*', failToSave],
    },
    { name: 'edit-product-crop', path, ready, act: openCrop },
    { name: 'edit-product-picture', path, ready, act: uploadPicture },
    { name: 'edit-product-wrong-file', path, ready, act: chooseText },
    { name: 'edit-product-stock', path, ready, act: press('Change the stock') },
    { name: 'edit-product-archived', path: productPagePath(soldOut._id), ready: 'main h1', act: archive },
    { name: 'edit-product-unknown', path: productPagePath('unknown'), ready: 'main h2' },
    { name: 'edit-product-loading', path, ready: 'main', loading: '**/api/product/*' },
    { name: 'edit-product-failing', path, failing: '**/api/product/*' },
  ]
}

const nameOf = (page: Page) => page.getByRole('main').getByLabel('Name', { exact: true })

const savePress = press(/^Save/)

async function makeMistakes(page: Page): Promise<void> {
  await nameOf(page).fill('')
  await page.getByLabel('Minimum').fill('1,000')
  await page.getByLabel('Price per piece in dollars, price break 2').fill('9')
  await savePress(page)
}

async function saveName(page: Page): Promise<void> {
  await nameOf(page).fill('A better name')
  await savePress(page)
  await page.getByText(/changed it meanwhile|Something went wrong/).waitFor()
}

/** The refusal of a change: another admin has changed name and description. */
async function changedByOther(route: Route): Promise<void> {
  if (route.request().method() !== 'PUT') return route.fallback()
  const sent = route.request().postDataJSON()
  const response = await route.fetch({ method: 'GET', postData: null })
  const now = await response.json()
  const product = {
    ...now,
    name: 'The name of another admin',
    description: `${now.description} It is kept in stock.`,
    revision: sent.revision + 1,
  }
  const json = { status: 409, code: 'revision_changed', detail: 'Changed.', product }
  await route.fulfill({ status: 409, contentType: 'application/problem+json', json })
}

const failToSave = (route: Route) =>
  route.request().method() === 'PUT'
    ? route.fulfill({ status: 500, json: { detail: 'Something went wrong on our side.' } })
    : route.fallback()

async function openCrop(page: Page): Promise<void> {
  const buffer = await plainPicture(1200, 1200, '#2a6f97').png().toBuffer()
  await chooseFile(page, { name: 'part.png', mimeType: 'image/png', buffer })
  await page.getByRole('dialog').getByTestId('cropper').waitFor()
}

async function uploadPicture(page: Page): Promise<void> {
  await openCrop(page)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Use this picture' }).click()
  await dialog.waitFor({ state: 'detached' })
}

async function chooseText(page: Page): Promise<void> {
  await chooseFile(page, { name: 'part.png', mimeType: 'image/png', buffer: Buffer.from('a text') })
  await page.getByRole('main').getByRole('alert').waitFor()
}

const chooseFile = (page: Page, file: { name: string; mimeType: string; buffer: Buffer }) =>
  page.getByLabel('Choose a picture').setInputFiles(file)

/** Once: the next widths find it archived. */
async function archive(page: Page): Promise<void> {
  const archiving = page.getByRole('main').getByRole('button', { name: 'Archive', exact: true })
  const restoring = page.getByRole('main').getByRole('button', { name: 'Restore', exact: true })
  await archiving.or(restoring).waitFor()
  if (await archiving.isVisible()) await archiving.click()
  await restoring.waitFor()
}
