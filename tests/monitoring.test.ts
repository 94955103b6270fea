import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { measureShop } from '#app/metrics.ts'
import { kindOf } from '#kit/db/db.ts'
import { measureJobs } from '#kit/metrics/job-metrics.ts'
import type { Replica } from '#kit/public-cache/replica.ts'
import { programFile } from '../scripts/programs/programs.ts'
import { alertCases, type Series } from './cases/alerts.ts'
import { codeSpansOf } from './support/doc-tables.ts'
import { ROOT, readProjectFile } from './support/project.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'

interface Rule {
  readonly alert: string
  readonly expr: string
  readonly labels: object
  readonly annotations: object
}

const FOLDER = 'deploy/monitoring'
const rules: readonly Rule[] = parse(readProjectFile(`${FOLDER}/rules.yml`)).groups[0].rules
const dashboard = JSON.parse(readProjectFile(`${FOLDER}/dashboard.json`))
const panels: readonly string[] = dashboard.panels.flatMap(({ targets }: { targets: { expr: string }[] }) =>
  targets.map(({ expr }) => expr),
)
const pages = ['docs/operations.md', 'docs/monitoring.md', 'docs/backups.md'].map(readProjectFile)

describe('the rules for Prometheus', () => {
  const promtool = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(programFile('promtool'), args, {
      encoding: 'utf8',
      cwd: ROOT,
    })
    return { status, output: stdout + stderr }
  }

  test('and the example of its configuration are right', () => {
    const { status, output } = promtool('check', 'config', `${FOLDER}/prometheus.yml`)
    expect(output).toContain(`${rules.length} rules found`)
    expect(status).toBe(0)
  })

  test('are on the page that says what to do, and no others', () => {
    const [, page = ''] = readProjectFile('docs/monitoring.md').split(/^## The alerts$/m)
    const named = codeSpansOf(page).filter((span) => /^Shop[A-Z]/.test(span))
    expect(named.toSorted()).toEqual(rules.map(({ alert }) => alert).toSorted())
  })

  test('each fires when what it is for happens, and none while the shop is well', () => {
    const folder = mkdtempSync(join(tmpdir(), 'shop-alerts-'))
    const expected = (alert: string, labels?: object) => {
      const rule = rules.find((each) => each.alert === alert)
      return { exp_labels: { ...rule?.labels, ...labels }, exp_annotations: rule?.annotations }
    }
    const well = {
      interval: '1m',
      input_series: toSeries(Object.assign({}, ...alertCases.map((each) => each.well))),
      alert_rule_test: alertCases.map(({ alert }) => ({
        eval_time: '80m',
        alertname: alert,
        exp_alerts: [],
      })),
    }
    const fired = alertCases.flatMap(({ alert, at, ill, others = [], labels }) =>
      [ill, ...others].map((series) => ({
        interval: '1m',
        input_series: toSeries(series),
        alert_rule_test: [{ eval_time: at, alertname: alert, exp_alerts: [expected(alert, labels)] }],
      })),
    )
    const file = join(folder, 'alerts.yml')
    writeFileSync(
      file,
      JSON.stringify({ rule_files: [join(ROOT, FOLDER, 'rules.yml')], tests: [well, ...fired] }),
    )
    const { status, output } = promtool('test', 'rules', file)
    rmSync(folder, { recursive: true })
    expect(output).toContain('SUCCESS')
    expect(status).toBe(0)
    expect(alertCases.map(({ alert }) => alert)).toEqual(rules.map(({ alert }) => alert))
  })
})

const toSeries = (series: Series) =>
  Object.entries(series).map(([name, values]) => ({ series: name, values }))

describe('what the shop exposes', () => {
  let app: TestApp
  let registry: Registry
  beforeAll(async () => {
    app = await createTestApp()
    const replica = { health: async () => ({ lagMs: 0 }) } as Replica
    const watched = { jobs: app.app.jobs, health: { ...app.app.health, replica } }
    const server = createServer()
    registry = measureShop({ shop: app.shop, database: app.shop.database, server, app: watched, routes: [] })
  })
  afterAll(() => app[Symbol.asyncDispose]())

  const exposed = async (): Promise<string[]> =>
    (await registry.metrics()).split('\n').filter((line) => !line.startsWith('#'))

  test('has every metric, with every label, that rules, dashboard and pages name', async () => {
    const metrics = await registry.getMetricsAsJSON()
    const names = new Set(
      metrics.flatMap(({ name, type }) =>
        String(type) === 'histogram'
          ? [name, ...['bucket', 'count', 'sum'].map((part) => `${name}_${part}`)]
          : name,
      ),
    )
    const named = [...rules.map(({ expr }) => expr), ...panels, ...pages].flatMap(
      (text) => text.match(/\b(?:shop|nodejs|process)_[a-z0-9_]+/g) ?? [],
    )
    expect(new Set(named).size).toBeGreaterThan(25)
    const ofPostgres = kindOf(app.shop.db) === 'sqlite' ? ['shop_log_archived_timestamp_seconds'] : []
    const missing = [...new Set(named)].filter((name) => !names.has(name) && !ofPostgres.includes(name))
    expect(missing).toEqual([])

    const labels = new Set((await exposed()).flatMap((line) => line.match(/[a-z_]+(?==")/g) ?? []))
    // Prometheus adds `job` and `instance` of the target, and calls the label `job` of a metric `exported_job`.
    const ofPrometheus = ['instance', 'exported_job']
    // Of requests, which there are none of here.
    const ofRequests = ['le', 'route', 'state']
    const known = new Set([...labels, ...ofPrometheus, ...ofRequests])
    const used = [...rules.map(({ expr }) => expr), ...panels].flatMap((expr) => [
      ...(expr.match(/[a-z_]+(?=[!=]~?")/g) ?? []),
      ...[...expr.matchAll(/\bby \(([^)]+)\)/g)].flatMap(([, names = '']) => names.split(/,\s*/)),
    ])
    expect(used.length).toBeGreaterThan(20)
    expect(used.filter((label) => !known.has(label))).toEqual([])
  })

  test('begins at 0: whatever can be counted by a value is there before it happens', async () => {
    const lines = await exposed()
    for (const metric of [
      'shop_order_events_total{event="lapsed"} 0',
      'shop_payments_total{outcome="refund failed"} 0',
      'shop_mails_total{outcome="given up"} 0',
      'shop_documents_total{outcome="without data"} 0',
      'shop_public_answers_total{source="old memory"} 0',
      'shop_public_renderings_total{database="repeated"} 0',
      'shop_http_responses_total{status="5xx"} 0',
      'shop_job_runs_total{job="cancel lapsed orders",outcome="failed"} 0',
      'shop_job_last_success_timestamp_seconds{job="delete old sales"} 0',
      'shop_job_interval_seconds{job="delete old sales"} 86400',
      'shop_last_backup_timestamp_seconds{place="elsewhere"} 0',
    ])
      expect(lines).toContain(metric)
  })

  test('tells the shortest interval of a job that runs several times at once, as mails do', async () => {
    const registry = new Registry()
    measureJobs(
      registry,
      [500, 2000, 2000].map((everyMs) => ({ name: 'mail', everyMs })),
    )
    expect(await registry.metrics()).toContain('shop_job_interval_seconds{job="mail"} 0.5\n')
  })

  test('counts itself at each scrape, whoever changed what is counted', async () => {
    const { db } = app.shop
    const sample = async (name: string) => (await exposed()).find((line) => line.startsWith(`${name} `))
    expect(await sample('shop_restored_copy')).toBe('shop_restored_copy 0')
    expect(await sample('shop_ready')).toBe('shop_ready 1')
    await db
      .insertInto('outbox')
      .values({
        id: 'mail',
        kind: 'mail',
        about: null,
        payload: '{}',
        not_before: 0,
        attempts: 1,
        next_attempt_at: 0,
        last_error: 'no',
      })
      .execute()
    await db
      .insertInto('lost_order_payments')
      .values({ intent_id: 'pi_lost', order_id: 'lost', amount_cents: 1, paid_at: 0, decision: null })
      .execute()
    await db
      .insertInto('restores')
      .values({ restored_at: 1, made_at: null, taken_over_at: null, taken_over_by: null })
      .execute()
    const lines = await exposed()
    for (const metric of [
      'shop_outbox_mails 1',
      'shop_outbox_failing 1',
      'shop_payments_held 1',
      'shop_restored_copy 1',
    ])
      expect(lines).toContain(metric)
    expect(Number((await sample('shop_outbox_oldest_seconds'))?.split(' ')[1])).toBeGreaterThan(1_000_000)
    expect(Number((await sample('shop_disk_free_bytes'))?.split(' ')[1])).toBeGreaterThan(0)
  })
})
