/** Series of Prometheus by name, with their values in each minute, as promtool writes them: `0+60x5` is 0, 60, … 300. */
export type Series = Readonly<Record<string, string>>

interface AlertCase {
  readonly alert: string
  /** When it is looked at. */
  readonly at: string
  /** What the shop says while nothing is wrong, for all alerts together; and when that happens for which this one is. */
  readonly well: Series
  readonly ill: Series
  /** Other things that happen for which it is. */
  readonly others?: readonly Series[]
  /** Those of the alert that fires, besides its severity. */
  readonly labels?: object
}

const target = { job: 'parts-shop', instance: 'one:9101' }
const OF_TARGET = 'job="parts-shop",instance="one:9101"'

const of = (name: string, labels = ''): string => `${name}{${OF_TARGET}${labels && `,${labels}`}}`

/** A gauge that is always the same, for an hour and a half. */
const steady = (value: number): string => `${value}x90`

const gauge = (
  alert: string,
  name: string,
  { well, ill, at = '40m', labels }: { well: number; ill: number; at?: string; labels?: object },
): AlertCase => ({
  alert,
  at,
  well: { [of(name)]: steady(well) },
  ill: { [of(name)]: steady(ill) },
  ...(labels && { labels }),
})

/** A counter that begins at 0 and is raised once, after twenty minutes, by so many. */
const counter = (alert: string, series: string, more: number, labels?: object): AlertCase => ({
  alert,
  at: '22m',
  well: { [series]: steady(0) },
  ill: { [series]: `0x19 ${more}x70` },
  ...(labels && { labels }),
})

/** Promtool begins at the time 0. */
const HOURS_27_BEFORE = steady(-27 * 3600)
const NONE = steady(0)

const backups = (here: string, elsewhere: string): Series => ({
  [of('shop_last_backup_timestamp_seconds', 'place="here"')]: here,
  [of('shop_last_backup_timestamp_seconds', 'place="elsewhere"')]: elsewhere,
})

const responses = (failed: string): Series => ({
  [of('shop_http_responses_total', 'status="2xx"')]: '0+600x90',
  [of('shop_http_responses_total', 'status="5xx"')]: failed,
})

/** All responses take between 0.25 and 0.5 s, or between 1 and 2.5 s. */
const durations = (isSlow: boolean): Series =>
  Object.fromEntries(
    ['0.25', '0.5', '1', '2.5', '+Inf'].map((le, bucket) => [
      of('shop_http_request_duration_seconds_bucket', `route="/",le="${le}"`),
      bucket > (isSlow ? 2 : 0) ? '0+60x90' : steady(0),
    ]),
  )

const JOB = 'exported_job="mail"'

const jobOf = (last: string): Series => ({
  [of('shop_job_last_success_timestamp_seconds', JOB)]: last,
  // Another process has not run it yet.
  'shop_job_last_success_timestamp_seconds{job="parts-shop",instance="two:9102",exported_job="mail"}':
    steady(0),
  [of('shop_job_interval_seconds', JOB)]: steady(1),
})

/** One for each alert of deploy/monitoring/rules.yml, in its sequence. */
export const alertCases: readonly AlertCase[] = [
  gauge('ShopDown', 'up', { well: 1, ill: 0, labels: target }),
  gauge('ShopNotReady', 'shop_ready', { well: 1, ill: 0, labels: target }),
  { alert: 'ShopErrors', at: '40m', well: responses('0+1x90'), ill: responses('0+30x90') },
  { alert: 'ShopSlow', at: '40m', well: durations(false), ill: durations(true) },
  gauge('ShopEventLoopLate', 'nodejs_eventloop_lag_p99_seconds', { well: 0.02, ill: 0.8, labels: target }),
  {
    alert: 'ShopRestarts',
    at: '40m',
    well: { [of('process_start_time_seconds')]: '1x20 1200x70' },
    ill: { [of('process_start_time_seconds')]: '1x5 300x5 600x5 900x5 1200x60' },
    labels: target,
  },
  {
    alert: 'ShopReleasesDiffer',
    at: '80m',
    well: { [of('shop_build_info', 'version="1.0.0"')]: steady(1) },
    ill: {
      [of('shop_build_info', 'version="1.0.0"')]: steady(1),
      'shop_build_info{job="parts-shop",instance="two:9102",version="1.1.0"}': steady(1),
    },
  },
  gauge('ShopMailsLate', 'shop_outbox_oldest_seconds', { well: 30, ill: 900 }),
  counter('ShopMailsGivenUp', of('shop_mails_total', 'outcome="given up"'), 1),
  gauge('ShopPurgesLate', 'shop_purges_oldest_seconds', { well: 0.4, ill: 400 }),
  {
    alert: 'ShopJobLate',
    at: '40m',
    well: jobOf('0+60x90'),
    ill: jobOf('0+60x5 300x85'),
    labels: { exported_job: 'mail' },
  },
  counter('ShopJobFails', of('shop_job_runs_total', `outcome="failed",${JOB}`), 8, { exported_job: 'mail' }),
  {
    alert: 'ShopWithoutJobs',
    at: '40m',
    well: jobOf('0+60x90'),
    ill: { [of('shop_build_info', 'version="1.0.0"')]: steady(1) },
  },
  gauge('ShopClockDrifts', 'shop_clock_offset_seconds', { well: 0.1, ill: -7, labels: target }),
  gauge('ShopClockWrong', 'shop_clock_offset_seconds', { well: 0.1, ill: 7200, labels: target }),
  {
    alert: 'ShopBackupOld',
    at: '40m',
    well: backups(NONE, NONE),
    ill: backups(HOURS_27_BEFORE, HOURS_27_BEFORE),
    others: [
      // No more are made here, while the last one is copied elsewhere each hour, or a clock that was ahead said when that was.
      backups(HOURS_27_BEFORE, '0+60x90'),
      backups(steady(2 * 24 * 3600), '0+60x90'),
    ],
  },
  {
    alert: 'ShopBackupNotElsewhere',
    at: '40m',
    well: backups(NONE, NONE),
    ill: backups('0+60x90', HOURS_27_BEFORE),
  },
  {
    alert: 'ShopArchiveOld',
    at: '40m',
    well: { [of('shop_log_archived_timestamp_seconds')]: '0+60x90' },
    ill: { [of('shop_log_archived_timestamp_seconds')]: '0+60x10 600x80' },
  },
  {
    alert: 'ShopDiskNearlyFull',
    at: '40m',
    well: { [of('shop_disk_free_bytes')]: steady(20), [of('shop_disk_size_bytes')]: steady(100) },
    ill: { [of('shop_disk_free_bytes')]: steady(9), [of('shop_disk_size_bytes')]: steady(100) },
    labels: target,
  },
  {
    alert: 'ShopDatabaseBusy',
    at: '40m',
    well: { [of('shop_database_connections', 'state="waited for"')]: steady(0) },
    ill: { [of('shop_database_connections', 'state="waited for"')]: steady(4) },
    labels: { ...target, state: 'waited for' },
  },
  gauge('ShopReplicaBehind', 'shop_replica_lag_seconds', { well: 0.5, ill: 30, labels: target }),
  counter('ShopInvoicesNotRendered', of('shop_documents_total', 'outcome="failed"'), 4),
  counter('ShopDocumentWithoutData', of('shop_documents_total', 'outcome="without data"'), 1),
  gauge('ShopPaymentsHeld', 'shop_payments_held', { well: 0, ill: 1 }),
  gauge('ShopRefundsFailed', 'shop_refunds_failed', { well: 0, ill: 1 }),
  gauge('ShopRestoredCopy', 'shop_restored_copy', { well: 0, ill: 1 }),
]
