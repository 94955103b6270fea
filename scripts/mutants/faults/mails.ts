import type { Fault } from '../fault.ts'

const OUTBOX = 'app/kit/outbox/outbox.ts'
const SMTP = 'app/kit/mail/smtp-transport.ts'
const SANDBOX = 'sandboxes/mail/sandbox-transport.ts'
const ERRORS = 'app/kit/mail/smtp-error.ts'
const ORDER_MAILS = 'app/features/orders/order-mails.ts'
const MAILER_TEST = 'app/kit/mail/mailer.test.ts'
const OUTBOX_TEST = 'app/kit/outbox/outbox.test.ts'
const SANDBOX_TEST = 'sandboxes/mail/sandbox-transport.test.ts'
const REFUSED_TEST = 'app/kit/mail/refused-mails.test.ts'
const INVOICE_TEST = 'app/features/documents/attached-invoice.test.ts'
const ORDER_MAILS_TEST = 'app/features/orders/order-mails.test.ts'

/** The outbox: sending once, retries, giving up; and the content of mails. */
export const mails: readonly Fault[] = [
  {
    what: 'Several processes send the same mail.',
    file: OUTBOX,
    find: "    .where('next_attempt_at', '=', entry.next_attempt_at)\n    .where('attempts', '=', entry.attempts)\n",
    replace: '',
    tests: [MAILER_TEST],
  },
  {
    what: 'A mail is due again while it is being sent.',
    file: OUTBOX,
    find: 'next_attempt_at: nowMs + LEASE_MS',
    replace: 'next_attempt_at: nowMs - 1',
    tests: [MAILER_TEST],
  },
  {
    what: 'A mail that was sent stays in the outbox.',
    file: OUTBOX,
    find: '.set({ ...SENT, sent_at: shop.now() })',
    replace: '.set({ sent_at: shop.now() })',
    tests: [MAILER_TEST],
  },
  {
    what: 'A mail is tried without an end.',
    file: OUTBOX,
    find: ' || nowMs - entry.not_before >= GIVE_UP_AFTER_MS',
    replace: '',
    tests: [MAILER_TEST],
  },
  {
    what: 'The waits between attempts do not grow.',
    file: OUTBOX,
    find: 'retryWaitMs(entry.attempts, RETRY)',
    replace: 'RETRY.firstMs',
    tests: [MAILER_TEST],
  },
  {
    what: 'Each mail of a run is tried at an unavailable server.',
    file: SMTP,
    find: "if (failure instanceof DeliveryError && failure.kind === 'unavailable') return",
    replace: '',
    tests: [REFUSED_TEST],
  },
  {
    what: 'Failing mails delay new ones.',
    file: OUTBOX,
    find: "await due('>', Math.floor(limit / 2))",
    replace: "await due('>', limit)",
    tests: [REFUSED_TEST],
  },
  {
    what: 'New mails prevent another attempt for those that failed.',
    file: OUTBOX,
    find: "await due('>', Math.floor(limit / 2))",
    replace: "await due('>', 0)",
    tests: [REFUSED_TEST],
  },
  {
    what: 'A mail that cannot be rendered blocks the sandbox.',
    file: SANDBOX,
    find: 'await outbox.recordFailure(mail, error)',
    replace: 'throw error',
    tests: [SANDBOX_TEST, MAILER_TEST],
  },
  {
    what: 'A mail to a permanently refused recipient is tried again.',
    file: ERRORS,
    find: 'responseCode >= 500',
    replace: 'responseCode >= 600',
    tests: [REFUSED_TEST],
  },
  {
    what: 'A refused sender counts as a refused recipient.',
    file: ERRORS,
    find: "(code === 'EENVELOPE' && command !== 'MAIL FROM')",
    replace: "code === 'EENVELOPE'",
    tests: [REFUSED_TEST],
  },
  {
    what: 'The content of a sent mail stays in the database.',
    file: OUTBOX,
    find: ", payload: '{}' } as const",
    replace: ' } as const',
    tests: [SANDBOX_TEST],
  },
  {
    what: 'The sandbox stores a mail from several processes more than once.',
    file: OUTBOX,
    find: "    .where('next_attempt_at', 'is not', null)\n    .returning(",
    replace: '    .returning(',
    tests: [SANDBOX_TEST],
  },
  {
    what: 'Waiting mails are deleted after 30 days.',
    file: OUTBOX,
    find: 'sql`next_attempt_at is null and ',
    replace: 'sql`',
    tests: [MAILER_TEST],
  },
  {
    what: 'A mail leaves before its time.',
    file: OUTBOX,
    find: 'attempts: 0, next_attempt_at: not_before',
    replace: 'attempts: 0, next_attempt_at: nowMs',
    tests: [OUTBOX_TEST],
  },
  {
    what: 'An entry that leaves late is given up at its first failure.',
    file: OUTBOX,
    find: 'const due = { not_before,',
    replace: 'const due = { not_before: nowMs,',
    tests: [OUTBOX_TEST],
  },
  {
    what: 'The mail job sends entries of every kind.',
    file: OUTBOX,
    find: ".where('kind', '=', kind)\n      .where('next_attempt_at', '<=', shop.now())",
    replace: ".where('next_attempt_at', '<=', shop.now())",
    tests: [OUTBOX_TEST],
  },
  {
    what: 'A mail to an unverified address contains text of its registrant.',
    file: ORDER_MAILS,
    find: '{ ...withoutCustomerText(row), ',
    replace: '{ ...row, ',
    tests: [ORDER_MAILS_TEST],
  },
  {
    what: 'An unverified address gets a mail about an eleventh order of a day.',
    file: ORDER_MAILS,
    find: 'earlier >= MAILED_ORDERS_A_DAY',
    replace: 'earlier > MAILED_ORDERS_A_DAY',
    tests: [ORDER_MAILS_TEST],
  },
  {
    what: 'A customer who paid many orders of a day gets no mail.',
    file: ORDER_MAILS,
    find: 'order.paid_at !== null || ',
    replace: '',
    tests: [ORDER_MAILS_TEST],
  },
  {
    what: 'A password reset mail to an unverified address contains the name of its registrant.',
    file: 'app/features/accounts/auth-mails.ts',
    find: 'emailVerified ? `Hello ${name},` :',
    replace: 'name ? `Hello ${name},` :',
    tests: ['app/features/accounts/auth-mails.test.ts'],
  },
  {
    what: 'Requests for documents keep the invoice of a mail out.',
    file: 'app/features/documents/documents.ts',
    find: "worker.run('mails', ",
    replace: "worker.run('parts', ",
    tests: [INVOICE_TEST],
  },
  {
    what: 'Requests for data sheets keep the documents of orders out.',
    file: 'app/features/documents/documents.ts',
    find: "worker.run('orders', ",
    replace: "worker.run('parts', ",
    tests: [INVOICE_TEST],
  },
  {
    what: 'A mail leaves without its invoice at the first failure.',
    file: ORDER_MAILS,
    find: 'const ATTEMPTS_WITH_INVOICE = 5',
    replace: 'const ATTEMPTS_WITH_INVOICE = 1',
    tests: [INVOICE_TEST],
  },
  {
    what: 'A mail waits without an end for its invoice.',
    file: ORDER_MAILS,
    find: 'if (!isLastAttempt) throw',
    replace: 'if (isLastAttempt || !isLastAttempt) throw',
    tests: [INVOICE_TEST],
  },
]
