import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { workKinds } from '@/lib/contracts/vocabulary'
import { FAILING_WORK_KEPT_MS, type WorkKind } from '@/lib/contracts/work'
import { querySeparately } from '@/lib/db/query-separately'
import { getDatabaseUrl } from '@/lib/env'
import { processWide } from '@/lib/process-wide'

type Metrics = {
  registry: Registry
  requests: Histogram<'route' | 'method' | 'status'>
  runs: Counter<'outcome'>
  pendingGates: Gauge
  openStreams: Gauge
  failingWork: Gauge<'kind'>
  workFailures: Counter<'kind'>
}

const metrics = () => processWide('veritasMetrics', makeMetrics)

function makeMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  return {
    registry,
    requests: new Histogram({
      name: 'veritas_http_request_duration_seconds',
      help: 'API requests by route, method and status.',
      labelNames: ['route', 'method', 'status'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
    runs: new Counter({
      name: 'veritas_runs_total',
      help: 'Runs received, by what became of them.',
      labelNames: ['outcome'],
      registers,
    }),
    pendingGates: new Gauge({ name: 'veritas_gates_pending', help: 'Gates that wait for a person.', registers }),
    openStreams: new Gauge({ name: 'veritas_live_streams', help: 'Open pages that hear of changes.', registers }),
    failingWork: new Gauge({
      name: 'veritas_work_failing',
      help: 'Items of timed work that failed and wait for their next attempt, by kind.',
      labelNames: ['kind'],
      registers,
    }),
    workFailures: new Counter({
      name: 'veritas_work_failures_total',
      help: 'Failed attempts of timed work on an item, by kind.',
      labelNames: ['kind'],
      registers,
    }),
  }
}

/** Records one answered request. `route` is the pattern, not the path, to bound the number of series. */
export function observeRequest(route: string, method: string, status: number, durationS: number): void {
  metrics().requests.observe({ route, method, status }, durationS)
}

/** Counts received runs. Names of keys and projects are never labels, since the metrics are open to anyone who can reach the endpoint. */
export function countRuns(outcome: 'accepted' | 'duplicate' | 'rejected', count: number): void {
  if (count > 0) metrics().runs.inc({ outcome }, count)
}

/** Counts a stream of live updates that opened (1) or closed (-1). */
export function countStreams(change: 1 | -1): void {
  metrics().openStreams.inc(change)
}

/** Counts a failed attempt of background work on an item. */
export function countWorkFailure(kind: WorkKind): void {
  metrics().workFailures.inc({ kind })
}

/** Returns all metrics in the Prometheus text format. Database figures are queried now and are absent if the database does not answer. */
export async function readMetrics(): Promise<{ contentType: string; text: string }> {
  const { registry, pendingGates, failingWork } = metrics()
  const counted = await querySeparately<{ kind: string; count: number }>(getDatabaseUrl(), COUNTS).catch(() => null)
  const pending = counted?.find(({ kind }) => kind === '')
  if (pending) pendingGates.set(pending.count)
  else pendingGates.remove()
  const failing = counted
  failingWork.reset()
  if (failing)
    for (const kind of workKinds) failingWork.set({ kind }, failing.find((row) => row.kind === kind)?.count ?? 0)
  return { contentType: registry.contentType, text: await registry.metrics() }
}

/** Counts pending gates, under an empty kind, and the failing items of each kind of work. */
const COUNTS = `
  SELECT '' AS kind, count(*)::int AS count FROM gate WHERE state = 'pending'
  UNION ALL SELECT kind, count(*)::int FROM failing_work
  WHERE next_attempt_at > now() - interval '${FAILING_WORK_KEPT_MS} milliseconds' GROUP BY kind`
