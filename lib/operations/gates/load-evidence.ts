import type { GateEvidence } from '@/lib/contracts/gates'
import type { Db, Tx } from '@/lib/db/client'
import { notFound } from '../errors'
import { evidenceDigest } from './evidence-digest'
import { loadRunEvidence } from './run-evidence'
import { loadVersionEvidence } from './version-evidence'

type Subject = {
  projectId: string
  id: string
  chainId: string
  versionId: string
  priorVersionId: string | null
  runId: string | null
}

export type Evidence = { evidence: GateEvidence; digest: string }

/** What the gate stands on at this moment, computed from the rows. A decided gate keeps its own instead. */
export async function loadEvidence(db: Db | Tx, { runId, ...gate }: Subject): Promise<Evidence> {
  const evidence =
    runId === null
      ? await loadVersionEvidence(db, gate)
      : await loadRunEvidence(db, { ...gate, gateId: gate.id, runId })
  return { evidence, digest: evidenceDigest(evidence) }
}

/** What stands where evidence cannot be read: no figures, and a word on it. */
export async function lostEvidence(db: Db | Tx, { projectId, chainId, versionId }: Subject): Promise<Evidence> {
  const chain = await db.chain.findUnique({ where: { projectId_id: { projectId, id: chainId } } })
  const version = await db.chainVersion.findUnique({ where: { projectId_id: { projectId, id: versionId } } })
  if (!chain || !version) throw notFound('chain version')
  const evidence: GateEvidence = {
    verdict: null,
    word: null,
    threshold: chain.regressionThreshold,
    minLiveRuns: chain.minLiveRuns,
    profile: chain.profile,
    delta: null,
    prior: null,
    current: { version: version.version, n: 0, mean: null, interval: null, dots: [] },
    probability: null,
    factors: [],
    paired: null,
    scenarios: [],
    drift: null,
    warnings: [],
    run: null,
    execution: null,
    bestAttempt: null,
    notes: ['The evidence could not be read: nothing of it is shown, and no figure here means zero.'],
  }
  return { evidence, digest: evidenceDigest(evidence) }
}
