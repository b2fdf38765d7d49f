import { z } from 'zod'
import { putVersion as contract, versionStates } from '@/lib/contracts/chains'
import { qualityCriteria } from '@/lib/contracts/quality-criteria'
import { outputContract } from '@/lib/contracts/run-input'
import {
  getServedVersion as getServedVersionContract,
  getVersion as getVersionContract,
  scenario,
  type VersionDetail,
  versionEventKinds,
  versionGraph,
} from '@/lib/contracts/versions'
import type { Db, Tx } from '@/lib/db/client'
import type { Prisma } from '@/lib/db/generated/client'
import { toStorableJson } from '@/lib/db/rows'
import { inTransaction } from '@/lib/db/transaction'
import { servedVersion } from '@/lib/engine/regression/versions'
import { audit } from '../audit'
import { type ProjectContext, personOf } from '../context'
import { AppError, notFound } from '../errors'
import { type GateRecord, gateColumns, gateNames, toGateRow } from '../gates/store'
import { ensureVersion } from '../ingest/version'
import { announce } from '../live/changes'
import { operation } from '../operation'
import { readExecutor, toExecutorView } from '../versions/executor'
import { loadChainRows } from '../versions/rows'
import { loadVersion, refuseUnusableSchema } from '../versions/store'
import { estimateVersionsShareGood } from '../versions/true-share-good'
import { findVersionView, loadChain } from '../versions/views'

export const getVersion = operation(getVersionContract, async (ctx, { chain, version }) => ({
  version: await loadVersionDetail(ctx.db, ctx, chain, version),
}))

type Row = { version: string | null; state: string | null; publishedAt: Date | null }

/** Returns the served version in one indexed read of the chain and its live versions. */
export const getServedVersion = operation(getServedVersionContract, async (ctx, { chain }) => {
  const rows = await ctx.db.$queryRaw<Row[]>`
    SELECT v.version, v.state, v.published_at AS "publishedAt"
    FROM chain c LEFT JOIN chain_version v ON v.project_id = c.project_id AND v.chain_id = c.id AND v.state = 'live'
    WHERE c.project_id = ${ctx.project.id}::uuid AND c.name = ${chain}`
  if (rows.length === 0) throw notFound('chain')
  const served = servedVersion(
    rows.flatMap(({ version, state, publishedAt }) => (version && state ? [{ version, state, publishedAt }] : [])),
  )
  return { chain, version: served?.version ?? null, publishedAt: served?.publishedAt?.toISOString() ?? null }
})

const MAX_EVENTS = 200
const MAX_GATES = 50
const kind = z.enum(versionEventKinds)
const state = z.enum(versionStates)

/** Loads a version with everything it promises and its history. @throws not_found */
export async function loadVersionDetail(
  db: Db | Tx,
  ctx: Pick<ProjectContext, 'project' | 'role'>,
  chainName: string,
  name: string,
): Promise<VersionDetail> {
  const projectId = ctx.project.id
  const [chain] = await loadChainRows(db, projectId, chainName)
  if (!chain) throw notFound('chain')
  const version = await findVersionView(db, projectId, chain, name)
  const row = await loadVersion(db, projectId, chainName, name)
  if (!version) throw notFound('version')
  return {
    chain: chainName,
    ...version.view,
    profile: chain.profile,
    regressionThreshold: chain.regressionThreshold,
    minLiveRuns: chain.minLiveRuns,
    contract: outputContract.nullable().parse(row.contract),
    criteria: qualityCriteria.nullable().parse(row.criteria),
    graph: versionGraph.nullable().parse(row.graph),
    scenarios: z.array(scenario).parse(row.scenarios ?? []),
    executor: toExecutorView(readExecutor(row.executor), ctx.role),
    author: await findAuthorName(db, row.authorId),
    notes: row.notes,
    events: await loadEvents(db, projectId, row.id),
    eventCount: await db.versionEvent.count({ where: { projectId, versionId: row.id } }),
    ...(await loadGates(db, projectId, row.id)),
    shareGood: await estimateVersionsShareGood(db, projectId, [version.row]),
  }
}

async function findAuthorName(db: Db | Tx, authorId: string | null): Promise<string | null> {
  if (authorId === null) return null
  const author = await db.user.findUnique({ where: { id: authorId }, select: { name: true } })
  return author?.name ?? null
}

async function loadEvents(db: Db | Tx, projectId: string, versionId: string): Promise<VersionDetail['events']> {
  const rows = await db.versionEvent.findMany({
    where: { projectId, versionId },
    orderBy: { id: 'desc' },
    take: MAX_EVENTS,
  })
  return rows.map(({ projectId: _project, versionId: _version, ...row }) => ({
    ...row,
    kind: kind.parse(row.kind),
    fromState: state.nullable().parse(row.fromState),
    toState: state.parse(row.toState),
    at: row.at.toISOString(),
  }))
}

async function loadGates(
  db: Db | Tx,
  projectId: string,
  versionId: string,
): Promise<Pick<VersionDetail, 'gates' | 'gateCount'>> {
  const rows = await db.$queryRaw<GateRecord[]>`
    SELECT ${gateColumns(projectId)} FROM gate g ${gateNames(projectId)}
    WHERE g.project_id = ${projectId}::uuid AND g.version_id = ${versionId}::uuid AND g.run_id IS NULL
    ORDER BY g.opened_at DESC, g.id DESC LIMIT ${MAX_GATES}`
  const isAll = rows.length < MAX_GATES
  const gateCount = isAll ? rows.length : await db.gate.count({ where: { projectId, versionId, runId: null } })
  return { gates: rows.map(toGateRow), gateCount }
}

type Declared = { contract: Prisma.JsonValue; criteria: Prisma.JsonValue }
type Known = Declared & { isPublished: boolean }

/**
 * Declares a version, creating it if needed. Its contract and criteria apply to runs that arrive from now on; omitted ones stay
 * as they are. The first person to declare a version is its author. A published version cannot be changed.
 */
export const putVersion = operation(contract, async (ctx, input) => {
  await refuseUnusableSchema(ctx, input.contract?.schema)
  return inTransaction(ctx, async (tx) => {
    const { versionId } = await ensureVersion(tx, ctx.project.id, input, { now: ctx.now() })
    const { isPublished, ...before } = await loadDeclared(tx, ctx.project.id, versionId)
    if (isPublished)
      throw new AppError('conflict', `${input.version} is published and stays as it is: publish a higher version`)
    await storeDeclared(tx, ctx, versionId, input)
    const { isPublished: _, ...after } = await loadDeclared(tx, ctx.project.id, versionId)
    await audit(tx, ctx, 'version.put', { subject: `version:${versionId}`, before, after })
    await announce(tx, { project: ctx.project.id, topic: 'chains' })
    return { chain: await loadChain(tx, ctx.project.id, input.chain) }
  })
})

async function loadDeclared(tx: Tx, projectId: string, versionId: string): Promise<Known> {
  const [row] = await tx.$queryRaw<Known[]>`
    SELECT contract, criteria, body_hash IS NOT NULL AS "isPublished" FROM chain_version WHERE project_id = ${projectId}::uuid AND id = ${versionId}::uuid FOR UPDATE`
  if (!row) throw notFound('chain version')
  return row
}

type Input = { contract?: unknown; criteria?: unknown }

async function storeDeclared(tx: Tx, ctx: ProjectContext, versionId: string, input: Input): Promise<void> {
  const json = (value: unknown) => (value === undefined ? null : toStorableJson(value))
  await tx.$executeRaw`
    UPDATE chain_version SET contract = coalesce(${json(input.contract)}::json, contract),
      criteria = coalesce(${json(input.criteria)}::jsonb, criteria),
      author_id = coalesce(author_id, ${personOf(ctx.actor)?.userId ?? null}::uuid)
    WHERE project_id = ${ctx.project.id}::uuid AND id = ${versionId}::uuid`
}
