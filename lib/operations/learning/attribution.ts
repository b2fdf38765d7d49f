import { v7 as uuid } from 'uuid'
import {
  getAttribution as getContract,
  type RunAttribution,
  recordAttribution as recordContract,
} from '@/lib/contracts/attributions'
import type { Db, Tx } from '@/lib/db/client'
import type { Attribution } from '@/lib/db/generated/client'
import { insertRows } from '@/lib/db/rows'
import { inTransaction } from '@/lib/db/transaction'
import { isRejection } from '@/lib/engine/confidence/score-confidence'
import { attributeFailures, handledFailures } from '@/lib/engine/failures/attribute-failures'
import type { KnownGuilt } from '@/lib/engine/judgement/learn-guilt'
import { audit } from '../audit'
import { findBlindItem } from '../blind-reviews/find'
import { type ProjectContext, personOf } from '../context'
import { inEngine } from '../engine-pool/ask'
import { AppError, invalidInput, notFound } from '../errors'
import { announce } from '../live/changes'
import { operation } from '../operation'
import { enqueueBriefs, enqueueLearning } from '../queue/enqueue'
import { loadRunId } from '../runs/find'
import { lockRun } from '../runs/lock'
import { loadStoredRuns, type StoredRun } from '../runs/stored-runs'
import { causeInForce, loadCauses } from './verdicts'

/** The engine's suggestions and evidence at the time a person named the cause; stored so that the answer can be learned from. */
type Suggested = Pick<RunAttribution, 'suggestions'> & {
  evidence: Pick<KnownGuilt, 'suspects' | 'features'>
  step: number
}

type Cause = Omit<Attribution, 'suggested'> & { suggested: unknown }

/** Returns the steps that most likely caused a failed run, learned from the causes that people named for others. */
export const getAttribution = operation(getContract, (ctx, { runId }) => loadAttribution(ctx, runId))

/** The same for use by other operations. @throws not_found */
export async function loadAttribution(ctx: ProjectContext, name: string): Promise<RunAttribution> {
  const runId = await loadRunId(ctx, name)
  const [stored, causes, own, blind] = await Promise.all([
    loadRun(ctx, runId),
    loadCauses(ctx.db, ctx.project.id),
    findCause(ctx.db, ctx.project.id, runId),
    findBlindItem(ctx, runId),
  ])
  const isSeen = blind === null || own?.userId === personOf(ctx.actor)?.userId
  const { suggestions } = hasGoneWrong(stored, blind !== null)
    ? await suspect(ctx, stored, causes)
    : { suggestions: [] }
  return {
    suggestions,
    asserted: false as const,
    attribution: own && isSeen ? toView(own) : null,
    record: recordOf(causes),
  }
}

/** Records the step that a person names as the cause of a failed run, or its withdrawal; earlier statements are kept. */
export const recordAttribution = operation(recordContract, async (ctx, input) => {
  const { nodeId = null, takeBack, reason } = input
  const person = personOf(ctx.actor)
  if (!person) throw new AppError('forbidden', 'only a person can name the cause of a failure')
  const runId = await loadRunId(ctx, input.runId)
  const stored = await loadRun(ctx, runId)
  const step = stored.run.nodes.findIndex(({ id }) => id === nodeId)
  if (nodeId !== null && step < 0) throw invalidInput([{ path: 'nodeId', message: 'is no step of this run' }])
  const causes = await loadCauses(ctx.db, ctx.project.id)
  const { suggestions, evidence } = await suspect(ctx, stored, causes)
  return inTransaction(ctx, async (tx) => {
    await lockRun(tx, ctx.project.id, runId)
    const before = await findCause(tx, ctx.project.id, runId)
    if (takeBack && !before) throw new AppError('conflict', 'there is nothing to take back')
    const row: Cause = {
      projectId: ctx.project.id,
      runId,
      id: uuid(),
      nodeId,
      agent: stored.run.nodes[step]?.name ?? null,
      suggested: { suggestions, evidence, step } satisfies Suggested,
      isTakenBack: takeBack === true,
      withdraws: takeBack ? (before?.id ?? null) : null,
      userId: person.userId,
      by: person.name,
      reason: reason ?? null,
      recordedAt: ctx.now(),
    }
    await tx.$executeRaw(insertRows('attribution', [row]))
    // Of several people who named a cause, the one before counts again.
    const now = await findCause(tx, ctx.project.id, runId)
    const after = now && toView(now)
    await audit(tx, ctx, 'run.attributed', { subject: `run:${runId}`, before: before && toView(before), after })
    await enqueueLearning(tx, ctx.project.id)
    // The brief that went out with the rejection does not name the confirmed step.
    if (isRejection(stored.summary.human)) await enqueueBriefs(tx, ctx.project.id, 'run', [runId])
    await announce(tx, { project: ctx.project.id, topic: 'run', id: runId })
    const isSeen = now?.userId === person.userId || (await findBlindItem(ctx, runId)) === null
    return { attribution: isSeen ? after : null }
  })
})

async function loadRun({ db, project }: ProjectContext, runId: string): Promise<StoredRun> {
  const [stored] = await loadStoredRuns(db, project.id, [runId])
  if (!stored) throw notFound('run')
  return stored
}

/**
 * Whether a cause can be looked for: the run has several steps, and it failed, was rejected by a person, or is flagged. For a person who is
 * about to review it blind only a failure counts: the rest could follow from what others said.
 */
function hasGoneWrong({ run, summary }: StoredRun, isBlind: boolean): boolean {
  if (run.nodes.length < 2) return false
  return run.status === 'failed' || (!isBlind && (isRejection(summary.human) || summary.flag !== null))
}

/** Suggests steps, leaving out what was recorded for the run itself. */
async function suspect(ctx: ProjectContext, { run, summary }: StoredRun, causes: readonly Attribution[]) {
  const known = causes.flatMap(({ runId, nodeId, suggested }) => {
    const { evidence, step } = suggested as Suggested
    return nodeId === null || runId === summary.id ? [] : [{ ...evidence, cause: step }]
  })
  const roles = attributeFailures(run.nodes)
  const handled = handledFailures(run.nodes)
  const { suggestions, evidence } = await inEngine(ctx, 'suspect_steps', {
    run: {
      task: run.request,
      outcome: run.output,
      steps: run.nodes.map(({ id, name, type, output, error }) => ({
        ...{ agent: name, role: type, content: output, error },
        isCascade: roles.get(id) === 'cascade',
        isHandled: handled.has(id),
      })),
    },
    known,
  })
  const named = suggestions.flatMap(({ step, ...suggestion }) => {
    const node = run.nodes[step]
    return node ? [{ ...suggestion, nodeId: node.id }] : []
  })
  return { suggestions: named, evidence }
}

async function findCause(db: Db | Tx, projectId: string, runId: string): Promise<Attribution | null> {
  const rows = await db.attribution.findMany({
    where: { projectId, runId },
    orderBy: [{ recordedAt: 'desc' }, { id: 'desc' }],
  })
  return causeInForce(rows)
}

function toView(row: Cause): NonNullable<RunAttribution['attribution']> {
  const { id, nodeId, agent, reason, by, recordedAt } = row
  return { id, nodeId, agent, rank: rankOf(row), reason, by, recordedAt: recordedAt.toISOString() }
}

/** The 1-based rank of the named step among the suggestions shown at the time, or null if it was not suggested. */
function rankOf({ nodeId, suggested }: Cause): number | null {
  const place = (suggested as Suggested).suggestions.findIndex((suggestion) => suggestion.nodeId === nodeId)
  return place < 0 ? null : place + 1
}

function recordOf(causes: readonly Attribution[]): RunAttribution['record'] {
  const ranks = causes.map(rankOf)
  return {
    n: causes.length,
    first: ranks.filter((rank) => rank === 1).length,
    listed: ranks.filter((rank) => rank !== null).length,
  }
}
