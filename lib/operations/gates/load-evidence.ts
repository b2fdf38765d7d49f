import type { GateEvidence } from '@/lib/contracts/gates'
import type { Db, Tx } from '@/lib/db/client'
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
