import type { GateEvidence } from '@/lib/contracts/gates'
import { profile } from '@/lib/contracts/primitives'
import type { Db, Tx } from '@/lib/db/client'
import { judgeDrop } from '@/lib/engine/regression/judge-drop'
import { sampleInterval } from '@/lib/engine/stats/sample'
import { notFound } from '../errors'
import { evidenceNotes } from './evidence-notes'
import { loadSide, type Side } from './load-side'
import { toFactors } from './to-factors'

type Subject = { projectId: string; chainId: string; versionId: string; priorVersionId: string | null }

/** Evidence about a version as a whole: its live runs against those of the version before it. */
export async function loadVersionEvidence(db: Db | Tx, gate: Subject): Promise<GateEvidence> {
  const chain = await db.chain.findUnique({ where: { projectId_id: { projectId: gate.projectId, id: gate.chainId } } })
  const named = await findNames(db, gate)
  const version = named.find((row) => row.id === gate.versionId)
  if (!chain || !version) throw notFound('chain version')
  const priorVersion = named.find((row) => row.id === gate.priorVersionId)
  const prior = priorVersion ? await loadSide(db, gate.projectId, priorVersion) : null
  const current = await loadSide(db, gate.projectId, version)
  const policy = { threshold: chain.regressionThreshold, minLiveRuns: chain.minLiveRuns }
  const { verdict, delta, odds } = judgeDrop(prior?.sample ?? null, current.sample, policy)
  return {
    verdict,
    ...policy,
    profile: profile.parse(chain.profile),
    delta,
    prior: prior && toSummary(prior),
    current: toSummary(current),
    probability: odds,
    factors: prior ? toFactors(prior.dots, current.dots) : [],
    run: null,
    execution: null,
    bestAttempt: null,
    notes: evidenceNotes(prior, current, policy.minLiveRuns),
  }
}

function findNames(db: Db | Tx, { projectId, versionId, priorVersionId }: Subject) {
  const ids = priorVersionId ? [versionId, priorVersionId] : [versionId]
  return db.chainVersion.findMany({ where: { projectId, id: { in: ids } }, select: { id: true, version: true } })
}

function toSummary({ version, sample, dots }: Side) {
  return {
    version,
    n: sample?.n ?? 0,
    mean: sample?.mean ?? null,
    interval: sample && sampleInterval(sample),
    dots: dots.map(({ factors: _, ...dot }) => ({ ...dot, occurredAt: dot.occurredAt.toISOString() })),
  }
}
