import { v7 as uuid } from 'uuid'
import { getDb } from '@/lib/db/client'
import { makeProject, runBody } from '@/lib/operations/testing/factories'
import { ingestBodies } from '@/lib/operations/runs/ingest/ingest-runs'
import { ingestRuns } from '@/lib/operations/runs/ingest/ingest-operation'
import { reviewRun } from '@/lib/operations/reviews/review-run'
import { undoReview } from '@/lib/operations/reviews/undo-review'
import { openGate } from '@/lib/operations/gates/open-gate'
import { listGates } from '@/lib/operations/gates/list-gates'
import { listRuns } from '@/lib/operations/runs/read/list-runs'
import { getRun } from '@/lib/operations/runs/read/get-run'
import { getChain } from '@/lib/operations/chains/get-chain'
import { putVersion } from '@/lib/operations/chains/put-version'
import { updateChain } from '@/lib/operations/chains/update-chain'
import { listExecutions } from '@/lib/operations/executions/list-executions'
import { getOverview } from '@/lib/operations/overview/get-overview'
import { getFailurePatterns } from '@/lib/operations/failures/get-failure-patterns'
import { toAppError } from '@/lib/operations/to-app-error'
import { databaseCode } from '@/lib/db/database-code'
const p = await makeProject()
const admin = await p.as('admin')
let bad = 0, n = 0
async function t(name: string, f: () => Promise<unknown>) {
  n++
  const at = Date.now()
  try { const r: any = await f(); const ms = Date.now() - at; if (ms > 1500) console.log('SLOW', name, ms); if (process.env.V) console.log('ok', name, JSON.stringify(r)?.slice(0, 160)) }
  catch (e) { const k = toAppError(e); if (k.status >= 500) { bad++; console.log('BAD', name, k.code, databaseCode(e), String((e as Error).message).replace(/\s+/g, ' ').slice(-200)) } else if (process.env.V) console.log('4xx', name, k.code, JSON.stringify(k.issues).slice(0, 120)) }
}
const { accepted } = await ingestBodies(p.key, [runBody({ id: 'r1' })], 'x')
const runId = accepted[0]!.runId
const NUL = 'a\u0000b', SUR = 'a\ud800b'
for (const [w, s] of [['nul', NUL], ['sur', SUR], ['bigutf', '𝒳'.repeat(250)]] as const) {
  await t(`review reason ${w}`, () => reviewRun.run(admin, { runId, verdict: 'reject', reason: s } as any))
  await t(`gate question ${w}`, () => openGate.run(admin, { chain: 'answers', version: '1.0.0', question: s } as any))
  await t(`gate title ${w}`, () => openGate.run(admin, { runId, question: 'q', title: s.slice(0, 100) } as any))
  for (const k of ['text', 'fingerprint', 'node', 'execution', 'scenario', 'chain', 'version', 'status']) await t(`list runs ${k} ${w}`, () => listRuns.run(admin, { [k]: s.slice(0, 150) } as any))
  await t(`run id ${w}`, () => getRun.run(admin, { runId: s.slice(0, 150) }))
  await t(`gates chain ${w}`, () => listGates.run(admin, { chain: s } as any))
  await t(`exec chain ${w}`, () => listExecutions.run(admin, { chain: s } as any))
  await t(`overview chain ${w}`, () => getOverview.run(admin, { chain: s } as any))
  await t(`failures chain ${w}`, () => getFailurePatterns.run(admin, { chain: s } as any))
  await t(`chain ${w}`, () => getChain.run(admin, { chain: s } as any))
  await t(`slug ${w}`, () => listRuns.run({ ...admin, projectSlug: s }, {}))
  await t(`put version ${w}`, () => putVersion.run(admin, { chain: 'answers', version: '1.0.0', contract: { requiredOutputs: [s.slice(0, 100)] } } as any))
}
for (const d of ['0000-01-01T00:00:00Z', '0001-01-01T00:00:00Z', '0001-01-01T00:00:00+23:59', '9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59-23:59', '2026-01-01T00:00:00+15:59', '2026-01-01T00:00:00+16:00', '2026-01-01T00:00:00-23:59', '2026-01-01T00:00:00.123456789123Z', '2026-02-30T00:00:00Z', '2024-02-29T23:59Z', '-000001-01-01T00:00:00Z', '2026-01-01T00:00:00.0000000000000000000000000001Z']) {
  await t(`started ${d}`, () => ingestBodies(p.key, [runBody({ startedAt: d })], 'x'))
  await t(`ended ${d}`, () => ingestBodies(p.key, [runBody({ startedAt: undefined, endedAt: d } as any)], 'x'))
  await t(`node ${d}`, () => ingestBodies(p.key, [runBody({ nodes: [{ id: 'a', startedAt: d }] })], 'x'))
  await t(`signal ${d}`, () => ingestBodies(p.key, [runBody({ signals: [{ evaluator: 'self', value: 0.3, at: d }] })], 'x'))
  await t(`list from ${d}`, () => listRuns.run(admin, { from: d } as any))
  await t(`cursor ${d}`, () => listRuns.run(admin, { cursor: Buffer.from(JSON.stringify({ sort: 'newest', key: d, id: runId })).toString('base64url') } as any))
}
await t('list all', () => listRuns.run(admin, { range: 'all' } as any)); await t('overview all', () => getOverview.run(admin, { range: 'all' } as any)); await t('fails all', () => getFailurePatterns.run(admin, { range: 'all' } as any))
for (const k of [1e308, -1, 1e400, 0.1]) await t(`gate cursor ${k}`, () => listGates.run(admin, { cursor: Buffer.from(JSON.stringify([0, k, runId])).toString('base64url') } as any))
await t('gate cursor big', () => listGates.run(admin, { cursor: Buffer.from(JSON.stringify([0, 9e15, runId])).toString('base64url') } as any))
for (const k of [1e308, null, -1]) await t(`runs cursor q ${k}`, () => listRuns.run(admin, { sort: 'quality', cursor: Buffer.from(JSON.stringify({ sort: 'quality', key: k, id: runId })).toString('base64url') } as any))
for (const h of [1e-9, 1e-300, 0.0001, 1e5, 1e15]) await t(`deadlineHours ${h}`, () => openGate.run(admin, { chain: 'answers', version: '1.0.0', question: 'q', deadlineHours: h } as any))
for (const h of [1e-300, 1e5, 1e15]) await t(`gateHours ${h}`, () => updateChain.run(admin, { chain: 'answers', gateHours: h } as any))
// odd values everywhere
const odd: unknown[] = [null, true, 0, -0, -1, 1.5, 1e308, 1e400, Number.MAX_SAFE_INTEGER, '', ' ', 'x', NUL, SUR, '\ud800', '__proto__', 'constructor', '𝒳'.repeat(300), 'x'.repeat(200000), [], [null], [[]], {}, { a: 1 }, JSON.parse('{"__proto__":{"a":1}}'), { constructor: 1, toString: null, hasOwnProperty: 'x', then: 1, toJSON: 'x', length: -1 }, { [NUL]: SUR, [SUR]: NUL }]
const base: any = () => ({ id: uuid(), chain: 'odd', version: '1', output: { answer: 'x 12' }, request: 'q', nodes: [{ id: 'a', name: 'n', type: 'tool', dependencies: [], output: { z: 1 }, toolCalls: [{ id: 'c', name: 'n', arguments: {}, result: {}, error: 'e' }], files: ['f'], tokens: { input: 1, output: 2 }, attempts: 1, durationMs: 1 }, { id: 'b', dependencies: ['a'], status: 'failed', error: { message: 'timeout', code: 'E', type: 't', httpStatus: 500, stack: 's' } }], tokens: { input: 1, output: 2, total: 3, useful: 1 }, costUsd: 1, budget: { timeMs: 1, tokens: 1, costUsd: 1 }, contract: { schema: { type: 'object' }, requiredOutputs: ['answer'], strict: false }, criteria: { required_fields: ['answer'], required_types: { answer: 'string' }, required_formats: { answer: 'x' }, accuracy_criteria: { validation_rules: [{ id: 'r', field: 'answer', op: 'matches', value: 'x' }], business_rules: [{ id: 'r', field: 'answer', op: 'eq', value: 'x', message: 'm' }], expected_ranges: { answer: { min: 0, max: 1 } }, cross_field_validations: [{ id: 'c', left: 'answer', op: 'eq', right: 'answer' }] }, performance_budget: { time_ms: 1, tokens: 1 }, scoring_weights: { completeness: 1, accuracy: 1, performance: 1 }, custom_validators: [{ id: 'v', field: 'answer', op: 'exists' }] }, sources: [{ id: 's', text: 't', uri: 'u' }], signals: [{ evaluator: 'self', value: 0.5, by: 'b', comment: 'c', at: '2026-01-01T00:00:00Z' }], execution: 'e' + uuid(), attempt: 1, maxAttempts: 2, startedAt: '2026-01-01T00:00:00Z', endedAt: '2026-01-01T00:00:01Z', metadata: { k: 'v' } })
function paths(v: any, at: (string | number)[] = []): (string | number)[][] { return typeof v === 'object' && v !== null ? [at, ...Object.keys(v).flatMap((k) => paths(v[k], [...at, Array.isArray(v) ? Number(k) : k]))] : [at] }
const all = paths(base()).filter((x) => x.length > 0)
for (const path of all) for (const o of odd) {
  const b = base(); let at = b; for (const k of path.slice(0, -1)) at = at[k]; at[path.at(-1)!] = o
  await t(`odd ${path.join('.')} = ${JSON.stringify(o)?.slice(0, 40)}`, () => ingestRuns.run(p.key, b))
  if (o === '__proto__' || o === 'x') { const b2 = base(); let a2 = b2; for (const k of path.slice(0, -1)) a2 = a2[k]; Object.defineProperty(a2, '__proto__', { value: { polluted: 1 }, enumerable: true, configurable: true }); await t(`proto key at ${path.join('.')}`, () => ingestRuns.run(p.key, b2)) }
}
console.log('polluted', ({} as any).polluted)
console.log({ n, bad })
await getDb().$disconnect(); process.exit(0)
