import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { CUSTOMER_MAIL_NAMES } from '#features/customer-mails/limits.ts'
import { allMails } from './support/all-mails.ts'
import { createTestShop } from './support/test-shop.ts'

const ENTITIES = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' }

/** What somebody reads of the HTML, with the addresses of its links, each once. */
function readHtml(html: string): string {
  const [, body = ''] = html.split(/<body[^>]*>/)
  return body
    .replace(/<a href="([^"]*)"[^>]*>(.*?)<\/a>/g, '$2 $1')
    .replace(/<br>|<\/?(?:p|h1|h2|tr|td|th)[ >]/g, ' $&')
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:lt|gt|quot|#39|amp);/g, (entity) => ENTITIES[entity as keyof typeof ENTITIES])
    .replace(/(https?:\S+)(?:\s+\1(?!\S))+/g, '$1')
}

/** The words in their sequence; a colon divides a name from its value on a line of text. */
const wordsOf = (text: string): string[] =>
  text
    .replace(/:(?=\s)/g, ' ')
    .trim()
    .split(/\s+/)

test('every mail says the same words as text and as HTML, and has no picture', async () => {
  await using shop = await createTestShop()
  for (const lines of [1, 20, 23]) {
    for (const { kind, text, html } of await allMails(shop, lines)) {
      expect(wordsOf(readHtml(html)), kind).toEqual(wordsOf(text))
      expect(html, kind).not.toMatch(/<img|<picture|<svg|background-image|url\(/)
    }
  }
})

test('with the words of staff every mail says the same as text and as HTML too, and those words in those of orders', async () => {
  await using shop = await createTestShop()
  const words = {
    greeting: 'Dear {name} of {shop},',
    closing: 'Yours,\nthe <team> of {shop}\n\nAbout {number}',
    paragraphs: Object.fromEntries(CUSTOMER_MAIL_NAMES.map((kind) => [kind, `Of ${kind} & {number}`])),
  }
  const mails = await allMails(shop, 2, words)
  for (const { kind, text, html } of mails) expect(wordsOf(readHtml(html)), kind).toEqual(wordsOf(text))
  const worded = mails.filter(({ text }) => text.includes('the <team> of'))
  expect(worded.map(({ kind }) => kind.replace(/^order /, '')).sort()).toEqual(
    [...CUSTOMER_MAIL_NAMES.filter((kind) => kind !== 'answer'), 'message'].sort(),
  )
  for (const { kind, text, html } of worded) {
    const name = kind === 'message' ? 'answer' : kind.replace(/^order /, '')
    expect(text, kind).toContain(`\n\nOf ${name} & K7QW-3MXP\n\n`)
    expect(html, kind).toContain('Yours,<br>the &lt;team&gt; of')
    expect(text.trimEnd(), kind).toMatch(/\n\nAbout K7QW-3MXP$/)
    // Nobody is called by a name that the mail may not say.
    expect(text.includes('Dear Ada Sample of'), kind).toBe(
      !/^(?:answer|unproven|approval asked|return .*)$/.test(name),
    )
  }
})

test('every mail of an order has its number and PO number in its subject, and what each line comes to', async () => {
  await using shop = await createTestShop()
  const mails = (await allMails(shop, 20)).filter(({ kind }) => kind.startsWith('order'))
  expect(mails).toHaveLength(19)
  for (const { kind, subject, text, html } of mails) {
    // What somebody else may have ordered has none of their text.
    const isOther = kind === 'order unproven'
    expect(subject, kind).toMatch(/^[^:]+: K7QW-3MXP, /)
    expect(subject.includes(', PO 4500-77/B, '), kind).toBe(!isOther)
    expect(text.includes('PO number: 4500-77/B\n'), kind).toBe(!isOther)
    for (const total of ['$42.50', '$307.20', '$794.10'])
      for (const part of [text, html]) expect(part, kind).toContain(total)
  }
})

test('these files alone write mails: another one has to add its mails to the tests of all', () => {
  const writers = globSync('app/features/**/*.ts', { exclude: ['**/*.test.ts'] }).filter((file) =>
    /\b(?:renderMail|enqueueMail)\(/.test(readFileSync(file, 'utf8')),
  )
  expect(writers.sort()).toEqual([
    'app/features/accounts/auth/auth-mails.ts',
    'app/features/accounts/events/security-mails.ts',
    'app/features/accounts/factor/factor-mails.ts',
    'app/features/accounts/factor/own-factor.ts',
    'app/features/accounts/new-email/new-email-mails.ts',
    'app/features/accounts/new-email/new-emails.ts',
    'app/features/accounts/new-email/undo-new-email.ts',
    'app/features/accounts/passkeys/passkey-mails.ts',
    'app/features/accounts/users/mail-staff.ts',
    'app/features/accounts/users/staff.ts',
    'app/features/companies/invitations/invitation-mails.ts',
    'app/features/companies/invitations/invitations.ts',
    'app/features/company-orders/deciding/approval-mails.ts',
    'app/features/offers/mails/offer-mails.ts',
    'app/features/order-messages/mails/message-mails.ts',
    'app/features/orders/mails/order-mails.ts',
    'app/features/overview/staff-mails/staff-mails.ts',
    'app/features/returns/mails/return-mails.ts',
    'app/features/site/mails/preview-mail.ts',
  ])
})
