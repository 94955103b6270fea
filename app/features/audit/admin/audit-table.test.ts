import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { Right } from '#features/accounts/rights.ts'
import { noteStanding } from '#features/accounts/staff-access.tsx'
import { AuditTable } from './audit-table.tsx'

const linksWith = (...rights: Right[]) => {
  noteStanding('clerk@example.com', { admin: false, rights })
  const entries = [
    ['order.shipped', 'sample-order'],
    ['product.changed', 'sample-part'],
    ['texts.changed', 'texts'],
    ['user.rights', 'ada@example.com'],
  ].map(([kind = '', subject = '']) => ({
    _id: kind,
    kind,
    subject,
    at: '2026-01-01T00:00:00.000Z',
    by: 'boss@example.com',
    changes: [],
  }))
  const table = createElement(AuditTable, { entries })
  const html = renderToStaticMarkup(createElement(MemoryRouter, null, table))
  return [...html.matchAll(/href="(\/dashboard[^"?]*)/g)].map(([, path]) => path)
}

test('a part is named with its number, and an uploaded picture is led to instead of its id', () => {
  noteStanding('clerk@example.com', { admin: false, rights: ['people', 'products'] })
  const entry = { at: '2026-01-01T00:00:00.000Z', by: 'boss@example.com', changes: [] }
  const part = {
    ...entry,
    _id: '1',
    kind: 'product.changed',
    subject: 'an-id',
    name: 'Hex bolt',
    sku: 'HX-1',
  }
  const picture = { ...entry, _id: '2', kind: 'image.added', subject: 'a-picture' }
  const table = createElement(AuditTable, { entries: [part, picture] })
  const html = renderToStaticMarkup(createElement(MemoryRouter, null, table))
  expect(html).toMatch(/>Hex bolt<\/a><span[^>]*>HX-1</)
  expect(html).toContain('href="/images/a-picture"')
  expect(html.replace(/<[^>]*>/g, ' ')).not.toMatch(/an-id|a-picture/)
})

test('the log links what was changed only where its reader may see it', () => {
  expect(linksWith('people')).toEqual(['/dashboard/alluser'])
  expect(linksWith('people', 'money')).toEqual(['/dashboard/order/sample-order', '/dashboard/alluser'])
  expect(linksWith('people', 'products', 'settings')).toEqual([
    '/dashboard/product/sample-part',
    '/dashboard/texts',
    '/dashboard/alluser',
  ])
})
