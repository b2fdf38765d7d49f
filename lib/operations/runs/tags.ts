import { tagRuns as tagContract } from '@/lib/contracts/run-changes'
import type { Tx } from '@/lib/db/client'
import { insertRows } from '@/lib/db/rows'
import { inTransaction } from '@/lib/db/transaction'
import { auditAll } from '../audit'
import { actorName, type ProjectContext } from '../context'
import { invalidInput } from '../errors'
import { announce } from '../live/changes'
import { operation } from '../operation'
import { lockSummaries } from './lock'

const MAX_TAGS = 50

/** Adds and removes tags of many runs in a few statements. */
export const tagRuns = operation(tagContract, async (ctx, { runIds, add, remove }) => {
  const both = add.find((tag) => remove.includes(tag))
  if (both !== undefined) throw invalidInput([{ path: 'remove', message: `"${both}" is also to be added` }])
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

/** Replaces a run's tags; returns the previous ones. */
export async function setTags(tx: Tx, ctx: ProjectContext, runId: string, tags: readonly string[]): Promise<string[]> {
  const projectId = ctx.project.id
  const had = await findTagsOf(tx, projectId, runId)
  await removeTags(
    tx,
    projectId,
    [runId],
    had.filter((tag) => !tags.includes(tag)),
  )
  await addTags(tx, ctx, [runId], tags)
  await refreshTags(tx, projectId, [runId])
  return had
}

async function findTagsOf(tx: Tx, projectId: string, runId: string): Promise<string[]> {
  const rows = await tx.runTag.findMany({ where: { projectId, runId }, select: { tag: true }, orderBy: { tag: 'asc' } })
  return rows.map(({ tag }) => tag)
}

/** @returns the runs that gained one of the tags */
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

/** Copies the tags of these runs into their summaries. */
export async function refreshTags(tx: Tx, projectId: string, runIds: readonly string[]): Promise<void> {
  await tx.$executeRaw`
    UPDATE run_summary s SET tags = ARRAY(
      SELECT g.tag FROM run_tag g WHERE g.project_id = ${projectId}::uuid AND g.run_id = s.id ORDER BY g.tag)
    WHERE s.project_id = ${projectId}::uuid AND s.id = ANY(${runIds}::uuid[])`
}
