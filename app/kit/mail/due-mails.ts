import { afterCommit } from '#kit/db/after-commit.ts'
import { type Outage, outagesOf } from '#kit/log/outage.ts'
import { reportFailure } from '#kit/log/report-failure.ts'
import { DeliveryError } from '#kit/outbox/delivery-error.ts'
import { renewLease } from '#kit/outbox/lease.ts'
import { claim, findDue, markSent, markSentIn, markUnneeded, recordFailure } from '#kit/outbox/outbox.ts'
import type { Shop } from '#kit/shop.ts'
import { mailSignal } from '#kit/signals.ts'
import { MAIL, type Mail, type MailContent, type MailOutbox, type MailSender } from './transport.ts'

/**
 * Writes the mail about the record with that id when the mail is sent; undefined if no mail is needed any more. If it
 * throws, the attempt has failed and the mail is tried again.
 */
export type MailTemplate = (
  shop: Shop,
  about: string,
  /** Its entry of the outbox; `attempts` are those before this one. */
  mail: Pick<Mail, 'id' | 'attempts' | 'payload'>,
) => Promise<Omit<MailContent, 'to'> | undefined>

export interface MailTemplates {
  /** The templates by the names that the outbox stores. */
  readonly byName: Readonly<Record<string, MailTemplate>>
  /** The ids for log lines of the record that a template writes about. Never personal data. */
  readonly idsOf: (about: string) => Readonly<Record<string, string>>
  /** Who all mails are from, also those that no template writes. */
  readonly senderOf?: (shop: Shop) => Promise<MailSender>
}

export const NO_TEMPLATES: MailTemplates = { byName: {}, idsOf: () => ({}) }

/** The mails in the outbox of the shop's database. */
export const createMailOutbox = (shop: Shop, templates: MailTemplates): MailOutbox => ({
  due: (limit) => findDue(shop, MAIL, limit),
  write: (mail) => writeMail(shop, templates, mail),
  sender: async () => templates.senderOf?.(shop) ?? {},
  claim: (mail) => claim(shop, mail),
  mayHandOver: (mail) => renewLease(shop, mail),
  markSent: async (mail) => {
    await markSent(shop, mail)
    signal('sent', mail)
    outagesOf(shop.log).worked(SERVER.name, MAILS.name)
  },
  markSentIn: async (trx, mails) => {
    const sent = await markSentIn(trx, shop.now(), mails)
    for (const mail of mails) if (sent.has(mail.id)) afterCommit(trx, () => signal('sent', mail))
    afterCommit(trx, () => outagesOf(shop.log).worked(MAILS.name))
    return sent
  },
  recordFailure: (mail, error) =>
    recordFailure(shop, mail, error, (givenUp) => {
      signal(givenUp ? 'given up' : 'failed', mail)
      const ids = { mailId: mail.id, ...(mail.about === null ? {} : templates.idsOf(mail.about)), givenUp }
      if (givenUp) shop.log.error({ err: error, ...ids }, MAILS.begins)
      else if (isAway(error)) outagesOf(shop.log).failed({ outage: SERVER, error, what: 'mails' })
      else reportFailure(shop.log, { error, what: 'mails', ids, other: MAILS })
      if (error instanceof DeliveryError && !isAway(error)) outagesOf(shop.log).worked(SERVER.name)
    }),
})

const SERVER: Outage = {
  name: 'mail server',
  begins: 'the mail server accepts no mails',
  ends: 'the mail server accepts mails again',
}

const MAILS: Outage = { name: 'mails', begins: 'a mail could not be sent', ends: 'mails are sent again' }

const isAway = (error: unknown): boolean => error instanceof DeliveryError && error.kind === 'unavailable'

async function writeMail(shop: Shop, templates: MailTemplates, mail: Mail): Promise<MailContent | undefined> {
  const { payload, about } = mail
  if (!('template' in payload)) return payload
  const write = templates.byName[payload.template]
  if (!write || about === null) throw new Error(`there is no mail template "${payload.template}"`)
  const content = await write(shop, about, mail)
  if (content) return { to: payload.to, ...content }
  await markUnneeded(shop, mail)
  return undefined
}

function signal(outcome: 'sent' | 'failed' | 'given up', { id, payload, about }: Mail): void {
  const template = 'template' in payload ? payload.template : null
  mailSignal.send({ outcome, mailId: id, template, about })
}
