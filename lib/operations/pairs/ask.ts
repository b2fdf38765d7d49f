import { v7 as uuid } from 'uuid'
import { askPairs as contract, MAX_PAIRS, type PairSubject } from '@/lib/contracts/pairs'
import type { Tx } from '@/lib/db/client'
import { insertRows } from '@/lib/db/rows'
import { inTransaction } from '@/lib/db/transaction'
import { RUNNING } from '@/lib/engine/scoring/scored-run'
import { audit } from '../audit'
import { type ProjectContext, personOf } from '../context'
import { AppError, invalidInput, notFound } from '../errors'
import { announce } from '../live/changes'
import { listDeciderIds } from '../members/members'
import { notify } from '../notifications/notify'
import { operation } from '../operation'
import { lockSummaries } from '../runs/lock'
import { countOpen, shownResult, toBatch } from './own'
import { loadPairResult, loadSides, type PairedSides, subjectOf } from './result'

/** Creates pairs of runs for people to judge, and notifies those who may answer. Existing pairs stay as they are. */
export const askPairs = operation(contract, async (ctx, input) => {
  const person = personOf(ctx.actor)
  if (!person) throw new AppError('forbidden', 'only a person can ask people')
  const sides = await loadSides(ctx, input)
  const projectId = ctx.project.id
  return inTransaction(ctx, async (tx) => {
    const found = await lockPairs(
      tx,
      projectId,
      sides.runIds
        ? [{ scenario: null, aRunId: sides.runIds[0], bRunId: sides.runIds[1] }]
        : await findPairs(tx, projectId, sides),
    )
    if (sides.runIds) {
      if (found.length === 0) throw notFound('run')
      await refuseIfRunning(tx, projectId, sides.runIds)
    }
    const before = await loadPairResult(tx, projectId, sides)
    if (found.length === 0 && before.pairs === 0)
      throw invalidInput([{ path: 'b', message: 'shares no scenario with the other version that both ran live' }])
    const pairs = found.map((pair) => ({
      projectId,
      id: uuid(),
      chainId: sides.chainId,
      aVersionId: sides.a.versionId,
      bVersionId: sides.b.versionId,
      ...pair,
      askedBy: person.name,
      askedAt: ctx.now(),
    }))
    // Counts the returned rows: on Citus the row count alone includes skipped rows.
    const suffix = 'ON CONFLICT DO NOTHING RETURNING id'
    const added = pairs.length === 0 ? 0 : (await tx.$queryRaw<object[]>(insertRows('runPair', pairs, suffix))).length
    const open = await countOpen(tx, projectId, { userId: person.userId, batch: toBatch(sides) })
    const result = shownResult(await loadPairResult(tx, projectId, sides), open)
    await audit(tx, ctx, 'pairs.asked', { subject: subjectOf(sides), after: { added, pairs: result.pairs } })
    if (added > 0) await notifyReviewers(tx, ctx, person.userId, added, input)
    await announce(tx, { project: projectId, topic: 'pairs' })
    return { result, added }
  })
})

type FoundPair = { scenario: string | null; aRunId: string; bRunId: string }

/** Locks the runs, and leaves out pairs of which one was deleted meanwhile. */
async function lockPairs(tx: Tx, projectId: string, pairs: readonly FoundPair[]): Promise<FoundPair[]> {
  const runIds = pairs.flatMap(({ aRunId, bRunId }) => [aRunId, bRunId])
  const held = new Set(await lockSummaries(tx, projectId, runIds))
  return pairs.filter(({ aRunId, bRunId }) => held.has(aRunId) && held.has(bRunId))
}

/** @throws conflict if one of these locked runs has not ended */
async function refuseIfRunning(tx: Tx, projectId: string, runIds: readonly string[]): Promise<void> {
  const where = { projectId, id: { in: [...runIds] }, status: RUNNING }
  const running = await tx.runSummary.findFirst({ where, select: { clientId: true } })
  if (running)
    throw new AppError('conflict', `${running.clientId} is still running: it can be judged when it has ended`)
}

/** Only this many of the newest live runs of each version are searched. */
const SAMPLED_RUNS = 1000

/** Returns the newest run of each side for every scenario that both versions ran. */
async function findPairs(tx: Tx, projectId: string, { a, b }: PairedSides): Promise<FoundPair[]> {
  const newest = (versionId: string) => tx.$queryRaw<{ scenario: string; id: string }[]>`
    SELECT DISTINCT ON (scenario) scenario, id FROM (
      SELECT scenario, id, occurred_at FROM run_summary
      WHERE project_id = ${projectId}::uuid AND version_id = ${versionId}::uuid AND kind = 'live' AND status <> 'running'
      ORDER BY occurred_at DESC, id DESC LIMIT ${SAMPLED_RUNS}) s
    WHERE scenario IS NOT NULL ORDER BY scenario, occurred_at DESC, id DESC`
  const ofA = await newest(a.versionId)
  const others = new Map((await newest(b.versionId)).map(({ scenario, id }) => [scenario, id]))
  return ofA
    .flatMap(({ scenario, id }) => {
      const other = others.get(scenario)
      return other ? [{ scenario, aRunId: id, bRunId: other }] : []
    })
    .slice(0, MAX_PAIRS)
}

/** Notifies everyone who may answer, except the person who asks. */
async function notifyReviewers(
  tx: Tx,
  ctx: ProjectContext,
  askerId: string,
  count: number,
  { chain, a, b, runs }: PairSubject,
): Promise<void> {
  const userIds = (await listDeciderIds(tx, ctx.project.id)).filter((userId) => userId !== askerId)
  const [left, right] = runs
    ? runs.map((run) => `run:${run}`)
    : [a, b].map((version) => `version:${encodeURIComponent(chain ?? '')}@${version}`)
  const link = `/review/pairs?${new URLSearchParams({ a: left ?? '', b: right ?? '' })}`
  const what = runs ? 'two runs' : `two versions of ${chain}`
  const text = `Which is better? ${count === 1 ? 'A pair' : `${count} pairs`} of ${what} ${count === 1 ? 'waits' : 'wait'} for you`
  await notify(tx, ctx.project.id, [{ userIds, kind: 'pairs_asked', text, link }], ctx.now())
}
