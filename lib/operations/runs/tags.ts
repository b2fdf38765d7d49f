import { patchRun as patchContract, tagRuns as tagContract } from '@/lib/contracts/run-changes'
import { runInput } from '@/lib/contracts/run-input'
import type { Tx } from '@/lib/db/client'
import type { Prisma } from '@/lib/db/generated/client'
import { insertRows } from '@/lib/db/rows'
import { inTransaction } from '@/lib/db/transaction'
import { redactValue } from '@/lib/engine/redaction/redact-run'
import { audit, auditAll } from '../audit'
import { actorName, type ProjectContext } from '../context'
import { invalidInput, notFound } from '../errors'
import { announce } from '../live/announce'
import { operation } from '../operation'
import { loadRedactor } from '../redaction/load-redactor'
import { loadRunId } from './find'
import { findRunRows } from './rows'

type Json = Prisma.InputJsonObject

/** Tags a run may have. */
const MAX_TAGS = 50
const MAX_METADATA = 100_000

/** Metadata is merged key by key, tags become those given; what they were before stays on record. */
export const patchRun = operation(patchContract, async (ctx, { runId: name, metadata: sent, tags }) => {
  const projectId = ctx.project.id
  const redactor = await loadRedactor(ctx.db, projectId)
  const metadata = redactor && sent ? redactValue(redactor, sent, 'metadata') : sent
  const runId = await loadRunId(ctx, name)
  const after = await inTransaction(ctx, async (tx) => {
    await lockSummaries(tx, projectId, [runId])
    const run = await tx.run.findUnique({
      where: { projectId_id: { projectId, id: runId } },
      select: { metadata: true, clientId: true },
    })
    if (!run) throw notFound('run')
    const before = runInput.shape.metadata.parse(run.metadata ?? undefined) ?? {}
    const merged = mergeMetadata(before, metadata ?? {})
    if (metadata) {
      const data = { metadata: merged as Json }
      await tx.run.update({ where: { projectId_id: { projectId, id: runId } }, data })
    }
    const had = tags ? await findTagsOf(tx, projectId, runId) : []
    if (tags) {
      await removeTags(
        tx,
        projectId,
        [runId],
        had.filter((tag) => !tags.includes(tag)),
      )
      await addTags(tx, ctx, [runId], tags)
      await refreshTags(tx, projectId, [runId])
    }
    const changed = Object.fromEntries(Object.keys(metadata ?? {}).map((key) => [key, before[key] ?? null]))
    await audit(
      tx,
      ctx,
      'run.patched',
      `run:${runId}`,
      { ...(metadata && { metadata: changed as Json }), ...(tags && { tags: had }) },
      { ...(metadata && { metadata: metadata as Json }), ...(tags && { tags }) },
    )
    await announce(tx, { project: projectId, topic: 'run', id: runId })
    return merged
  })
  const [run] = await findRunRows(ctx.db, projectId, [runId])
  if (!run) throw notFound('run')
  return { run, metadata: after }
})

/** Adds and removes tags of many runs in a few statements. */
export const tagRuns = operation(tagContract, async (ctx, { runIds, add, remove }) => {
  const both = add.find((tag) => remove.includes(tag))
  if (both !== undefined) throw invalidInput([{ path: 'remove', message: `"${both}" is to be added too` }])
  if (add.length + remove.length === 0) throw invalidInput([{ path: 'add', message: 'name a tag to add or remove' }])
  const projectId = ctx.project.id
  const changed = await inTransaction(ctx, async (tx) => {
    const known = await lockSummaries(tx, projectId, runIds)
    const gone = new Set(await removeTags(tx, projectId, known, remove))
    const added = new Set(await addTags(tx, ctx, known, add))
    const touched = known.filter((runId) => gone.has(runId) || added.has(runId))
    if (touched.length === 0) return 0
    await refreshTags(tx, projectId, touched)
    const entries = touched.map((runId) => ({ subject: `run:${runId}`, before: null, after: { add, remove } }))
    await auditAll(tx, ctx, 'run.tagged', entries)
    await announce(tx, { project: projectId, topic: 'runs' })
    return touched.length
  })
  return { changed }
})

function mergeMetadata(before: Record<string, unknown>, changes: Record<string, unknown>): Record<string, unknown> {
  const all = Object.entries({ ...before, ...changes }).filter(([, value]) => value !== null)
  const merged = Object.fromEntries(all)
  if (JSON.stringify(merged).length > MAX_METADATA)
    throw invalidInput([
      { path: 'metadata', message: `comes to more than ${MAX_METADATA.toLocaleString('en')} characters` },
    ])
  return merged
}

/** Locks the summaries of these runs in the order in which others lock them; unknown ids are left out. */
async function lockSummaries(tx: Tx, projectId: string, runIds: readonly string[]): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM run_summary WHERE project_id = ${projectId}::uuid AND id = ANY(${runIds}::uuid[]) ORDER BY id FOR UPDATE`
  return rows.map(({ id }) => id)
}

async function findTagsOf(tx: Tx, projectId: string, runId: string): Promise<string[]> {
  const rows = await tx.runTag.findMany({ where: { projectId, runId }, select: { tag: true }, orderBy: { tag: 'asc' } })
  return rows.map(({ tag }) => tag)
}

/** @returns the runs that got one of the tags */
async function addTags(tx: Tx, ctx: ProjectContext, runIds: readonly string[], tags: readonly string[]) {
  const wanted = [...new Set(tags)]
  if (wanted.length === 0 || runIds.length === 0) return []
  const common = { projectId: ctx.project.id, by: actorName(ctx.actor), at: ctx.now() }
  const rows = runIds.flatMap((runId) => wanted.map((tag) => ({ ...common, runId, tag })))
  const added = await tx.$queryRaw<{ runId: string }[]>(
    insertRows('runTag', rows, 'ON CONFLICT DO NOTHING RETURNING run_id AS "runId"'),
  )
  const [full] = await tx.$queryRaw<{ runId: string }[]>`
    SELECT run_id AS "runId" FROM run_tag WHERE project_id = ${common.projectId}::uuid AND run_id = ANY(${runIds}::uuid[])
    GROUP BY run_id HAVING count(*) > ${MAX_TAGS} LIMIT 1`
  if (full) throw invalidInput([{ path: 'add', message: `a run would have more than ${MAX_TAGS} tags` }])
  return added.map(({ runId }) => runId)
}

/** @returns the runs that lost one of the tags */
async function removeTags(tx: Tx, projectId: string, runIds: readonly string[], tags: readonly string[]) {
  if (tags.length === 0 || runIds.length === 0) return []
  const rows = await tx.$queryRaw<{ runId: string }[]>`
    DELETE FROM run_tag WHERE project_id = ${projectId}::uuid AND run_id = ANY(${runIds}::uuid[]) AND tag = ANY(${tags}::text[])
    RETURNING run_id AS "runId"`
  return rows.map(({ runId }) => runId)
}

/** Writes the tags of these runs into their summaries. */
export async function refreshTags(tx: Tx, projectId: string, runIds: readonly string[]): Promise<void> {
  await tx.$executeRaw`
    UPDATE run_summary s SET tags = ARRAY(
      SELECT g.tag FROM run_tag g WHERE g.project_id = s.project_id AND g.run_id = s.id ORDER BY g.tag)
    WHERE s.project_id = ${projectId}::uuid AND s.id = ANY(${runIds}::uuid[])`
}
