import type { ExecutionView } from '@/lib/contracts/executions'
import type { GateEvidence } from '@/lib/contracts/gates'
import type { RunRow } from '@/lib/contracts/runs'
import { KEEP_BEST_THRESHOLD } from '@/lib/contracts/thresholds'
import type { Db, Tx } from '@/lib/db/client'
import { atLeast } from '@/lib/engine/tolerance'
import { notFound } from '../errors'
import { findExecution } from '../executions/list-executions'
import { findRunRows } from '../runs/read/run-row'
import { loadStampedPolicies } from '../runs/stamped-policy'
import { type Joined, loadJoined } from './joined-runs'
import { MAX_DOTS } from './load-side'

type Subject = { projectId: string; gateId: string; chainId: string; runId: string }

/**
 * Evidence about one run: the run itself, the best attempt of its execution where that is good enough to accept, and the runs
 * that joined it because they failed alike.
 */
export async function loadRunEvidence(
  db: Db | Tx,
  { projectId, gateId, chainId, runId }: Subject,
): Promise<GateEvidence> {
  const chain = await db.chain.findUnique({ where: { projectId_id: { projectId, id: chainId } } })
  const [run] = await findRunRows(db, projectId, [runId])
  if (!chain || !run) throw notFound('run')
  const execution = run.execution === null ? null : await findExecution(db, projectId, chainId, run.execution)
  const bestAttempt = acceptableBest(execution)
  const otherIds = bestAttempt && bestAttempt.runId !== run.id ? [bestAttempt.runId] : []
  const others = otherIds.length > 0 ? await findRunRows(db, projectId, otherIds) : []
  const joined = await loadJoined(db, { projectId, gateId }, MAX_DOTS - 1)
  return {
    verdict: null,
    word: null,
    threshold: chain.regressionThreshold,
    minLiveRuns: chain.minLiveRuns,
    profile: run.profile,
    delta: null,
    prior: null,
    current: {
      version: run.version,
      n: 1 + joined.count,
      mean: meanOf(run, joined),
      interval: null,
      dots: [
        ...[run, ...others].map(toDot),
        ...joined.latest.map((dot) => ({ ...dot, occurredAt: dot.occurredAt.toISOString() })),
      ],
    },
    probability: null,
    factors: [],
    paired: null,
    scenarios: [],
    drift: null,
    warnings: [],
    run,
    execution,
    bestAttempt,
    acceptFrom: await loadAcceptFrom(db, projectId, run),
    notes: [...notesOf(run, bestAttempt), ...joinedNotes(joined)],
  }
}

/** A quality check is accepted from the threshold stamped on it; null where the common .8 holds. */
async function loadAcceptFrom(db: Db | Tx, projectId: string, run: RunRow): Promise<number | null> {
  if (run.profile !== 'gaff' || run.basis !== 'quality') return null
  const policyOf = await loadStampedPolicies(db, projectId, [run.id])
  return policyOf(run.id).gaffThreshold
}

/** The best attempt, where it is good enough to be offered for acceptance. */
function acceptableBest(execution: ExecutionView | null): GateEvidence['bestAttempt'] {
  const best = execution?.attempts.find((attempt) => attempt.best)
  if (!best || best.score === null || !atLeast(best.score, KEEP_BEST_THRESHOLD)) return null
  return { attempt: best.attempt, runId: best.runId, score: best.score }
}

function toDot(run: RunRow): GateEvidence['current']['dots'][number] {
  return { runId: run.id, score: run.quality, scenario: run.scenario, blocked: run.blocked, occurredAt: run.occurredAt }
}

function notesOf(run: RunRow, best: GateEvidence['bestAttempt']): string[] {
  const notes: string[] = []
  if (run.blocked) notes.push('This run breaks its contract or criteria; approving it accepts that.')
  if (best && best.runId !== run.id)
    notes.push(`Attempt ${best.attempt} scored best; approving accepts that attempt too.`)
  if (run.kind === 'dry_run') notes.push('This was a dry run: nothing came of it.')
  return notes
}

function meanOf({ quality }: RunRow, { scored, sum }: Joined): number | null {
  const n = scored + (quality === null ? 0 : 1)
  return n === 0 ? null : (sum + (quality ?? 0)) / n
}

const count = new Intl.NumberFormat('en-GB')

function joinedNotes({ count: others, latest }: Joined): string[] {
  if (others === 0) return []
  const more = others === 1 ? 'One more run' : `${count.format(others)} more runs`
  const notes = [`${more} of this version failed in the same way: this gate asks about all of them.`]
  if (others > latest.length)
    notes.push(`A decision enters the confidence of the latest ${count.format(latest.length)} of them.`)
  return notes
}
