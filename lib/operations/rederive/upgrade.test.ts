import { Client } from 'pg'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import { listMigrationNames } from '@/lib/db/schema-engine'
import { verifyAudit } from '../audit-log/verify'
import { restoreDatabase } from '../backup/restore'
import type { Context, ProjectContext } from '../context'
import { AppError } from '../errors'
import { searchFailures } from '../failures/search'
import { getGate } from '../gates/get'
import { listGates } from '../gates/list'
import { registry } from '../registry'
import { getReviewQueue } from '../review-queue/summary'
import { listRuns } from '../runs/list'
import { listExecutions } from '../runs/list-executions'
import { applyScripts } from '../testing/apply-scripts'
import { ingest, runBody } from '../testing/factories'
import { findDisagreements } from '../testing/rollups-agree'
import { getWeek } from '../weekly/page'
import { rederiveRuns } from './rederive'

// A backup that the first release wrote of a database in use: runs with errors, executions and conversations, verdicts of which one was
// changed and one undone, decided and pending gates, and a week's page.
const FIRST_RELEASE = 'lib/operations/testing/first-release.backup'
const NOW = new Date('2026-11-20T10:00:00Z')
const RUNS = 36

const own = process.env.DATABASE_URL ?? ''
const old = new URL(own)
old.pathname += '_of_first_release'
const admin = new Client({ connectionString: own })

let projectId: string
let ada: Context
let key: ProjectContext

beforeAll(async () => {
  await admin.connect()
  await admin.query(`CREATE DATABASE ${old.pathname.slice(1)} TEMPLATE template0`)
  const [first = '', ...later] = await listMigrationNames()
  await applyScripts(old.href, [first])
  await restoreDatabase({ url: old.href, file: FIRST_RELEASE })
  process.env.DATABASE_URL = old.href
  const db = getDb()
  await applyScripts(old.href, later)
  const project = await db.project.findFirstOrThrow({
    where: { slug: 'kept' },
    select: { id: true, slug: true, name: true },
  })
  const user = await db.user.findFirstOrThrow()
  projectId = project.id
  const common = { db, now: () => NOW, requestId: uuid() }
  const actor = { kind: 'user', userId: user.id, name: user.name, email: user.email ?? '' } as const
  ada = { ...common, actor, projectSlug: project.slug }
  const program = { kind: 'key', keyId: uuid(), name: 'ci', scopes: ['read', 'write'], project } as const
  key = { ...common, actor: program, project, role: null }
})

afterAll(async () => {
  await getDb().$disconnect()
  await admin.query(`DROP DATABASE IF EXISTS ${old.pathname.slice(1)} WITH (FORCE)`)
  await admin.end()
})

it('counts agree with the rows right after the migrations, and the audit log verifies', async () => {
  expect(await findDisagreements(projectId)).toEqual([])
  expect(await verifyAudit.run(ada, {})).toMatchObject({ ok: true })
})

it('runs are not rederived by an instance of this release once a newer one has migrated the database', async () => {
  const newer = `INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, applied_steps_count)
    VALUES ('newer', 'x', now(), '9999_of_next_year', 1)`
  await getDb().$executeRawUnsafe(newer)
  await rederiveRuns(getDb(), () => NOW)
  expect(await getDb().rederivation.findMany()).toMatchObject([{ projectId, afterId: null }])
  expect(await getDb().failingWork.count()).toBe(0)
  await getDb().$executeRaw`DELETE FROM _prisma_migrations WHERE id = 'newer'`
})

it('runs are rederived once by concurrent instances, and counts still agree', async () => {
  expect(await getDb().rederivation.count()).toBe(1)
  await Promise.all([rederiveRuns(getDb(), () => NOW), rederiveRuns(getDb(), () => NOW)])
  expect(await getDb().rederivation.count()).toBe(0)
  expect(await getDb().failingWork.count()).toBe(0)
  expect(await getDb().runText.count({ where: { projectId } })).toBe(RUNS)
  expect(await findDisagreements(projectId)).toEqual([])
})

it('stored runs can be found by their text, their steps and their conversation', async () => {
  const found = async (filter: object) => (await listRuns.run(ada, filter)).runs.map(({ clientId }) => clientId)
  expect(await found({ text: '"customer Ada"' })).toEqual(['run-15'])
  expect(await found({ text: 'parcel hamburg -run' })).toEqual([])
  expect((await listRuns.run(ada, {})).runs.some(({ excerpt }) => excerpt !== undefined)).toBe(true)
  expect(await found({ ran: 'Fetch' })).toEqual(['run-35', 'run-27', 'run-19', 'run-11', 'run-3'])
  expect(await found({ thread: 'talk-1' })).toEqual(['run-33', 'run-27', 'run-21', 'run-15', 'run-9', 'run-3'])
})

it('failures are grouped by the new rule, and a run that fails like one before the upgrade joins its gate', async () => {
  const { groups } = await searchFailures.run(ada, {})
  const counted = groups.reduce((sum, { roots }) => sum + roots, 0)
  expect(counted).toBe(9)
  const { gates } = await listGates.run(ada, { state: ['pending'] })
  const gate = gates.find(({ title }) => title.startsWith('run-15'))
  const message = 'Could not load the profile of customer Ada'
  await ingest(key, [
    runBody({
      version: '1.0.0',
      status: 'failed',
      output: undefined,
      startedAt: NOW.toISOString(),
      error: message,
    }),
  ])
  const { gate: now } = await getGate.run(ada, { gateId: gate?.id ?? '' })
  expect([gate?.runs, now.runs]).toEqual([1, 2])
})

it('decided gates show their frozen evidence, and a week its original page', async () => {
  const { gates } = await listGates.run(ada, { state: ['approved'] })
  expect(gates).toHaveLength(2)
  for (const { id } of gates) {
    const frozen = await getDb().gate.findFirstOrThrow({ where: { projectId, id } })
    const { evidence } = await getGate.run(ada, { gateId: id })
    expect(evidence).toMatchObject(frozen.evidence as object)
  }
  const { report } = await getWeek.run(ada, { week: '2026-W46', revision: 1 })
  expect(report.week).toBe('2026-W46')
})

it('runs have been in the review queue since they ran, and executions have the gains of their attempts', async () => {
  expect((await getReviewQueue.run(ada, {})).waiting).toBeGreaterThan(0)
  const items = await getDb().reviewItem.findMany({
    where: { projectId, state: 'waiting' },
    orderBy: { queuedAt: 'asc' },
  })
  expect(items.length).toBeGreaterThan(0)
  for (const { queuedAt } of items.slice(0, -1)) expect(queuedAt.getTime()).toBeLessThan(NOW.getTime())
  const { executions } = await listExecutions.run(ada, { sort: 'gain' })
  const gains = executions.map(({ gain }) => gain)
  expect(gains).toEqual(gains.toSorted((a, b) => (b ?? -1) - (a ?? -1)))
  expect(gains[0]).toBeGreaterThan(0)
})

it('no read operation fails with an internal error', async () => {
  for (const { contract, ...operation } of registry) {
    if (contract.method !== 'GET' || contract.path.includes('{') || !('run' in operation)) continue
    const answer = operation.run(ada, {}).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error
      return error.code
    })
    expect([contract.name, await answer]).not.toEqual([contract.name, 'internal'])
  }
})
