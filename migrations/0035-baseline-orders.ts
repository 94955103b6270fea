import type { DatabaseKind } from '#kit/db/db.ts'
import { typesOf } from '#kit/db/migrate.ts'

/** Orders and their money, sales, ratings, the audit log and the sandboxes. */
export const orderStatements = (kind: DatabaseKind): readonly string[] => [
  ...orders(kind),
  ...shipments(kind),
  ...money(kind),
  ...SALES_TRIGGERS[kind],
  ...others(kind),
  ...APPEND_ONLY[kind],
]

function orders(kind: DatabaseKind): readonly string[] {
  const { bigint, strict, clustered } = typesOf(kind)
  return [
    `create table cart_lines (
      user_id text not null references "user" ("id") on delete cascade,
      position integer not null check (position between 0 and 199),
      product_id text not null references products (id) on delete cascade,
      quantity ${bigint} not null check (quantity between 0 and ${Number.MAX_SAFE_INTEGER}),
      primary key (user_id, position)) ${clustered}`,
    'create unique index cart_lines_by_product on cart_lines (product_id, user_id)',
    `create table orders (
      id text not null primary key, user_id text not null references "user" ("id"),
      name text not null, email text not null, phone text not null, address text not null,
      search_text text not null,
      total_cents ${bigint} not null check (total_cents > 0), currency text not null,
      status text check (status in ('pending', 'shipped')),
      transaction_id text unique,
      idempotency_key text, idempotency_hash text,
      created_at ${bigint} not null, hold_until ${bigint} not null,
      paid_at ${bigint}, shipped_at ${bigint}, cancelled_at ${bigint}, reminded_at ${bigint}, lapse_retry_at ${bigint},
      refunded_cents ${bigint} not null default 0,
      dispute text check (dispute in ('open', 'won', 'lost')),
      unmatched_refund text check (unmatched_refund in ('pending', 'requires_action', 'failed', 'canceled')),
      number text, po_number text, note text, progress text check (progress = 'partly_shipped'),
      refunding_cents ${bigint} not null default 0 check (refunding_cents >= 0), restocked_at ${bigint},
      address_changed_at ${bigint},
      check ((paid_at is null) = (transaction_id is null)),
      check ((paid_at is null) = (status is null)),
      check (paid_at is null or cancelled_at is null)) ${strict}`,
    `create unique index orders_idempotency on orders (user_id, idempotency_key)
      where idempotency_key is not null`,
    'create unique index orders_number on orders (number)',
    'create index orders_of_user on orders (user_id, created_at desc, id desc) where cancelled_at is null',
    'create index orders_of_account on orders (user_id, id)',
    'create index orders_newest on orders (created_at, id) where cancelled_at is null',
    'create index orders_by_status on orders (status, created_at desc, id desc) where status is not null',
    'create index orders_holds on orders (hold_until) where paid_at is null and cancelled_at is null',
    `create index orders_unpaid on orders (created_at desc, id desc)
      where paid_at is null and cancelled_at is null`,
    `create index orders_partly_shipped on orders (created_at desc, id desc)
      where progress is not null`,
    `create index orders_refunded on orders (created_at desc, id desc)
      where refunded_cents >= total_cents`,
    `create index orders_disputed on orders (created_at, id) where dispute = 'open'`,
    `create table order_lines (
      order_id text not null references orders (id), position integer not null,
      product_id text not null references products (id), product_name text not null, sku text not null,
      unit_price_e4 ${bigint} not null check (unit_price_e4 > 0),
      quantity integer not null check (quantity >= 100),
      primary key (order_id, position)) ${clustered}`,
    `create table order_events (
      id text not null, order_id text not null references orders (id),
      kind text not null check (kind in ('placed', 'held', 'changed', 'link_created', 'paid', 'shipped', 'reverted',
        'cancelled', 'lapsed', 'refunded', 'disputed')),
      actor text not null, detail text, at ${bigint} not null,
      primary key (order_id, at, id)) ${clustered}`,
    `create table order_views (
      id text primary key, user_id text not null references "user" ("id") on delete cascade,
      name text not null, folded_name text not null, filter text not null) ${strict}`,
    'create unique index order_views_by_name on order_views (user_id, folded_name)',
    `create table order_notes (
      order_id text not null references orders (id), id text not null,
      author_email text not null, text text not null, at ${bigint} not null, removed_at ${bigint},
      primary key (order_id, id)) ${clustered}`,
    `create table former_contacts (
      order_id text not null references orders (id), event_id text not null, contact text not null,
      primary key (order_id, event_id)) ${clustered}`,
  ]
}

function shipments(kind: DatabaseKind): readonly string[] {
  const { bigint, strict, clustered } = typesOf(kind)
  return [
    `create table shipments (
      id text not null primary key, order_id text not null references orders (id),
      at ${bigint} not null, carrier text, tracking text, mail_id text unique) ${strict}`,
    'create index shipments_of_order on shipments (order_id, at, id)',
    `create table shipment_lines (
      shipment_id text not null references shipments (id) on delete cascade, position integer not null,
      quantity integer not null check (quantity > 0),
      primary key (shipment_id, position)) ${clustered}`,
    `create table shipment_keys (
      actor_id text not null, idempotency_key text not null, idempotency_hash text not null,
      order_id text not null references orders (id), shipment_id text not null,
      primary key (actor_id, idempotency_key)) ${clustered}`,
    `create table taken_back_shipments (
      id text not null primary key, order_id text not null references orders (id), at ${bigint} not null,
      carrier text, tracking text, mail_id text, is_mail_stopped integer not null check (is_mail_stopped in (0, 1)),
      lines text not null, taken_back_at ${bigint} not null, notice_id text) ${clustered}`,
    'create index taken_back_shipments_of_order on taken_back_shipments (order_id)',
    'create index taken_back_shipments_by_notice on taken_back_shipments (notice_id) where notice_id is not null',
  ]
}

function money(kind: DatabaseKind): readonly string[] {
  const { bigint, strict, clustered } = typesOf(kind)
  return [
    `create table payments (
      intent_id text not null primary key, order_id text not null references orders (id),
      amount_cents ${bigint} not null check (amount_cents > 0), currency text not null,
      state text not null check (state in ('open', 'succeeded', 'cancelled', 'unmatched')),
      created_at ${bigint} not null, asked_at ${bigint} not null default 0,
      next_check_at ${bigint} not null default 0,
      asked_by_link integer not null default 0 check (asked_by_link in (0, 1))) ${strict}`,
    'create index payments_of_order on payments (order_id)',
    `create unique index payments_one_open on payments (order_id) where state = 'open'`,
    `create unique index payments_one_succeeded on payments (order_id) where state = 'succeeded'`,
    `create index payments_due on payments (next_check_at) where state = 'open'`,
    `create table payment_links (
      order_id text not null primary key references orders (id),
      token_hash text not null unique, created_at ${bigint} not null) ${clustered}`,
    `create table payment_pauses (
      order_id text not null primary key references orders (id), paused_until ${bigint} not null) ${strict}`,
    `create table declined_cards (
      charge_id text not null primary key, order_id text not null references orders (id),
      counted_at ${bigint} not null) ${strict}`,
    'create index declined_cards_of_order on declined_cards (order_id)',
    `create table intent_attempts (
      order_id text not null primary key references orders (id),
      refused integer not null check (refused > 0)) ${strict}`,
    `create table followed_events (provider text not null primary key, until_ms ${bigint} not null) ${strict}`,
    `create table refunds (
      intent_id text not null primary key, order_id text references orders (id),
      amount_cents ${bigint} not null check (amount_cents > 0), created_at ${bigint} not null,
      status text check (status in ('pending', 'requires_action', 'succeeded', 'failed', 'canceled')),
      attempts integer not null default 0, refused integer not null default 0,
      next_attempt_at ${bigint}, refund_id text unique) ${strict}`,
    'create index refunds_of_order on refunds (order_id)',
    'create index refunds_due on refunds (next_attempt_at) where next_attempt_at is not null',
    `create table order_refunds (
      id text not null primary key, order_id text not null references orders (id),
      amount_cents ${bigint} not null check (amount_cents > 0), reason text not null,
      restock integer not null check (restock in (0, 1)),
      state text not null check (state in ('asked', 'pending', 'succeeded', 'failed')),
      refund_id text unique, failure text, actor_id text not null, actor_email text not null,
      idempotency_key text not null, created_at ${bigint} not null, attempts integer not null default 0,
      next_check_at ${bigint}, mail_id text unique, unique (actor_id, idempotency_key)) ${strict}`,
    'create index order_refunds_of_order on order_refunds (order_id, id)',
    'create index order_refunds_due on order_refunds (next_check_at) where next_check_at is not null',
    `create index order_refunds_failed on order_refunds (order_id) where state = 'failed'`,
    `create table invoices (
      number integer not null primary key check (number > 0),
      order_id text not null unique references orders (id),
      issued_at ${bigint} not null, terms text) ${clustered}`,
    `create table sales_days (
      day integer not null primary key, orders integer not null, revenue_cents ${bigint} not null) ${strict}`,
    `create table product_sales (
      product_id text not null, day integer not null, total_quantity ${bigint} not null, total_cents ${bigint} not null,
      primary key (product_id, day)) ${clustered}`,
    `create table sold_products (
      product_id text not null primary key, quantity ${bigint} not null, revenue_cents ${bigint} not null,
      last_day integer not null) ${clustered}`,
  ]
}

/** The triggers that 0039 drops. */
const SALES = [
  ['orders_sold', 'after update on orders'],
  ['shipments_taken_back', 'before delete on shipments'],
  ['shipment_lines_restored', 'after insert on shipment_lines'],
] as const

const SALES_TRIGGERS: Readonly<Record<DatabaseKind, readonly string[]>> = {
  sqlite: SALES.map(([name, when]) => `create trigger ${name} ${when} begin select 1; end`),
  postgres: SALES.flatMap(([name, when]) => [
    `create function ${name}() returns trigger language plpgsql as $$ begin return null; end $$`,
    `create trigger ${name} ${when} for each statement execute function ${name}()`,
  ]),
}

function others(kind: DatabaseKind): readonly string[] {
  const { bigint, strict, clustered } = typesOf(kind)
  const id = kind === 'sqlite' ? 'integer primary key' : 'bigint generated always as identity primary key'
  return [
    `create table ratings (
      id text not null primary key, user_id text references "user" ("id"), name text not null,
      comment text not null, half_stars integer not null check (half_stars between 0 and 10),
      created_at ${bigint} not null, hidden_at ${bigint}) ${strict}`,
    'create index ratings_shown on ratings (created_at desc, id desc) where hidden_at is null',
    'create index ratings_hidden on ratings (created_at desc, id desc) where hidden_at is not null',
    `create table audit_entries (
      id ${id}, at ${bigint} not null, actor_id text not null, actor_email text not null,
      kind text not null, subject text not null, changes text not null, reason text) ${strict}`,
    'create index audit_of_subject on audit_entries (subject, id)',
    'create index audit_of_kind on audit_entries (kind, id)',
    'create index audit_of_actor on audit_entries (actor_email, id)',
    `create table sandbox_mails (
      id text not null primary key, recipient text not null, subject text not null, text text not null,
      html text not null, received_at ${bigint} not null) ${strict}`,
    `create table sandbox_mail_attachments (
      mail_id text not null references sandbox_mails (id) on delete cascade, position integer not null,
      filename text not null, content_type text not null, content text not null,
      primary key (mail_id, position)) ${clustered}`,
    `create table sandbox_google (
      kind text not null, id text not null, body text not null, grant_id text,
      expires_at ${bigint} not null, consumed_at ${bigint}, primary key (kind, id)) ${strict}`,
    'create index sandbox_google_over on sandbox_google (expires_at)',
    'create index sandbox_google_of_grant on sandbox_google (grant_id) where grant_id is not null',
    `create table sandbox_stripe (
      kind text not null, id text not null, body text not null, created_at ${bigint} not null,
      due_at ${bigint}, primary key (kind, id)) ${strict}`,
    'create index sandbox_stripe_due on sandbox_stripe (due_at) where due_at is not null',
  ]
}

const REFUSAL = 'an audit entry cannot be changed'

/** The database refuses to change or delete an entry. */
const APPEND_ONLY: Readonly<Record<DatabaseKind, readonly string[]>> = {
  sqlite: ['update', 'delete'].map(
    (action) => `create trigger audit_${action} before ${action} on audit_entries begin
      select raise(abort, '${REFUSAL}'); end`,
  ),
  postgres: [
    `create function refuse_audit_change() returns trigger language plpgsql as $$ begin
      raise exception '${REFUSAL}'; end $$`,
    `create trigger audit_append_only before update or delete or truncate on audit_entries
      for each statement execute function refuse_audit_change()`,
  ],
}
