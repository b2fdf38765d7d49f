import { createHash } from 'node:crypto'
import type { ExecutionView } from '@/lib/contracts/executions'
import type { GateEvidence } from '@/lib/contracts/gate-evidence'
import type { RunRow } from '@/lib/contracts/runs'
import { KEEP_BEST_THRESHOLD } from '@/lib/contracts/thresholds'
import type { Db, Tx } from '@/lib/db/client'
import { atLeast } from '@/lib/engine/tolerance'
import { formatCount } from '@/lib/presentation/format/number'
import { notFound } from '../errors'
import { findExecution } from '../runs/list-executions'
import { loadRunDigests, type RunDigests } from '../runs/lock'
import { loadRecordedPolicies } from '../runs/recompute'
import { findRunRows } from '../runs/rows'
import { MAX_DOTS } from '../versions/samples'
import { type Joined, loadJoined } from './joined-runs'
import { loadVersionEvidence, type VersionEvidence } from './version-evidence'

type Subject = {
  projectId: string
  id: string
  chainId: string
  versionId: string
  priorVersionId: string | null
  runId: string | null
}

/** `read`: the digests of the runs that a decision judges, or rests on. */
export type Evidence = VersionEvidence & { digest: string; read: RunDigests }

/** Computes a pending gate's current evidence from the rows. A decided gate shows its frozen evidence instead. */
export async function loadEvidence(db: Db | Tx, { runId, ...gate }: Subject): Promise<Evidence> {
  const loaded =
    runId === null
      ? await loadVersionEvidence(db, gate)
      : { evidence: await loadRunEvidence(db, { ...gate, gateId: gate.id, runId }), confidenceFall: null }
  const read = await loadRunDigests(db, gate.projectId, exactRuns(loaded.evidence))
  return { ...loaded, read, digest: evidenceDigest(loaded.evidence, read) }
}

/** Placeholder for evidence that cannot be read: no figures, and a note that says so. */
export async function lostEvidence(db: Db | Tx, { projectId, chainId, versionId }: Subject): Promise<Evidence> {
  const chain = await db.chain.findUnique({ where: { projectId_id: { projectId, id: chainId } } })
  const version = await db.chainVersion.findUnique({ where: { projectId_id: { projectId, id: versionId } } })
  if (!chain || !version) throw notFound('chain version')
  const evidence: GateEvidence = {
    ...NOTHING_COMPARED,
    threshold: chain.regressionThreshold,
    minLiveRuns: chain.minLiveRuns,
    profile: chain.profile,
    current: { version: version.version, n: 0, mean: null, interval: null, dots: [] },
    run: null,
    execution: null,
    bestAttempt: null,
    notes: ['The evidence could not be read: none of it is shown, and a missing figure does not mean zero.'],
  }
  return { evidence, confidenceFall: null, read: new Map(), digest: evidenceDigest(evidence) }
}

/** The part of the evidence that compares two versions, where there is only one. */
const NOTHING_COMPARED = {
  verdict: null,
  word: null,
  delta: null,
  prior: null,
  probability: null,
  paired: null,
  drift: null,
  factors: [],
  scenarios: [],
  kept: [],
  warnings: [],
}

/**
 * Digest of the numbers a decision depends on, and of the runs that were `read`, whose words may change while their numbers stay; a decision
 * on another digest is stale. With up to 200 runs a side every run counts. Beyond that counts are rounded to two significant figures and means
 * to three decimals, so that a busy chain can still be decided on.
 */
export function evidenceDigest(evidence: GateEvidence, read: RunDigests = new Map()): string {
  const ofRun = evidence.run ? read.get(evidence.run.id) : undefined
  const others = [...read].filter(([id]) => id !== evidence.run?.id).sort()
  // Omitted when empty, as below.
  const words = others.length > 0 ? others : undefined
  return createHash('sha256')
    .update(JSON.stringify({ ...decisiveNumbers(evidence), ofRun, words }))
    .digest('hex')
}

const EXACT_UP_TO = 200

type SideView = { version: string; n: number; mean: number | null; dots: { runId: string; score: number | null }[] }

/** The run that a gate asks about, the attempt that is accepted with it, and those of sides small enough for each run to count. */
function exactRuns({ prior, current, run, bestAttempt }: GateEvidence): string[] {
  const own = [run?.id ?? [], bestAttempt?.runId ?? []].flat()
  const sides = [prior, current].flatMap((side) => (side && side.n <= EXACT_UP_TO ? side.dots : []))
  return [...new Set([...own, ...sides.map(({ runId }) => runId)])]
}

// Fixed key order, so that equal numbers serialize to equal text.
function decisiveNumbers({
  verdict,
  threshold,
  minLiveRuns,
  profile,
  prior,
  current,
  run,
  bestAttempt,
  warnings,
  kept,
}: GateEvidence) {
  return {
    verdict,
    threshold,
    minLiveRuns,
    profile,
    prior: prior && sideNumbers(prior),
    current: sideNumbers(current),
    run:
      run &&
      [run.id, run.quality, run.blocked, run.confidence, run.coverage, run.decision, run.decisionKind, run.status].map(
        round,
      ),
    warnings: warnings.map(({ kind }) => kind).sort(),
    // Omitted when empty, so that digests made before kept scenarios existed stay valid.
    ...(kept.length > 0 && { kept: kept.map(({ id, state }) => [id, state]).sort() }),
    bestAttempt: bestAttempt && [bestAttempt.attempt, bestAttempt.runId, round(bestAttempt.score)],
  }
}

function sideNumbers({ version, n, mean, dots }: SideView) {
  if (n > EXACT_UP_TO)
    return { version, n: Number(n.toPrecision(2)), mean: mean === null ? null : Number(mean.toFixed(3)) }
  return { version, n, mean: round(mean), runs: dots.map((dot) => [dot.runId, round(dot.score)]).sort() }
}

/** Rounds to 9 decimals: sums of the same numbers differ in their last digits by the order of addition. */
function round<T>(value: T): T | number {
  return typeof value === 'number' ? Number(value.toFixed(9)) : value
}

type RunSubject = { projectId: string; gateId: string; chainId: string; runId: string }

/**
 * Evidence about one run: the run itself, the best attempt of its execution if it is good enough to accept, and the runs that
 * joined the gate because they failed alike.
 */
async function loadRunEvidence(db: Db | Tx, { projectId, gateId, chainId, runId }: RunSubject): Promise<GateEvidence> {
  const chain = await db.chain.findUnique({ where: { projectId_id: { projectId, id: chainId } } })
  const [run] = await findRunRows(db, projectId, [runId])
  if (!chain || !run) throw notFound('run')
  const execution = run.execution === null ? null : await findExecution(db, projectId, chainId, run.execution)
  const bestAttempt = acceptableBest(execution)
  const otherIds = bestAttempt && bestAttempt.runId !== run.id ? [bestAttempt.runId] : []
  const others = otherIds.length > 0 ? await findRunRows(db, projectId, otherIds) : []
  const joined = await loadJoined(db, { projectId, gateId }, MAX_DOTS - 1)
  return {
    ...NOTHING_COMPARED,
    threshold: chain.regressionThreshold,
    minLiveRuns: chain.minLiveRuns,
    profile: run.profile,
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
    run,
    execution,
    bestAttempt,
    acceptFrom: await loadAcceptFrom(db, projectId, run),
    notes: [...notesOf(run, bestAttempt), ...joinedNotes(joined)],
  }
}

/** The acceptance threshold stamped on a quality check; null when the common .8 applies. */
async function loadAcceptFrom(db: Db | Tx, projectId: string, run: RunRow): Promise<number | null> {
  if (run.profile !== 'gaff' || run.basis !== 'quality') return null
  const policyOf = await loadRecordedPolicies(db, projectId, [run.id])
  return policyOf(run.id).gaffThreshold
}

/** The best attempt, or null when it scores too low to be accepted. */
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
  if (run.kind === 'dry_run') notes.push('This was a dry run, without consequences.')
  return notes
}

function meanOf({ quality }: RunRow, { scored, sum }: Joined): number | null {
  const n = scored + (quality === null ? 0 : 1)
  return n === 0 ? null : (sum + (quality ?? 0)) / n
}

function joinedNotes({ count: others, latest }: Joined): string[] {
  if (others === 0) return []
  const more = others === 1 ? 'One more run' : `${formatCount(others)} more runs`
  const notes = [`${more} of this version failed in the same way: this gate asks about all of them.`]
  if (others > latest.length)
    notes.push(`A decision counts as a verdict on the latest ${formatCount(latest.length)} of them.`)
  return notes
}
