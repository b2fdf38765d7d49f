import type { GateDetail } from '@/lib/contracts/gates'
import type { Db } from '@/lib/db/client'
import type { Decision } from '@/lib/db/generated/client'
import { servedVersion } from '@/lib/engine/regression/versions'
import { titleOfDrop } from '@/lib/presentation/gate-questions'
import { type ChainVersionRow, listChainVersions } from '../versions/serving'
import { findWorse } from './open-automatic'
import { loadSamplesWithout } from './samples-without'
import { frozenEffect, type StoredGate } from './store'
import { restorer } from './undo'

/** What serves now, and the gate that asks about the subject of a closed gate again. */
export async function loadAftermath(
  db: Db,
  gate: StoredGate,
  versions: readonly ChainVersionRow[],
): Promise<Pick<GateDetail, 'serves' | 'askedAgain'>> {
  return {
    serves: gate.runId === null ? (servedVersion(versions)?.version ?? null) : null,
    askedAgain: gate.state === 'pending' ? null : await findPending(db, gate),
  }
}

type Subject = Pick<StoredGate, 'projectId' | 'versionId' | 'runId'>

/** The gate that waits for a decision on this version or run. */
async function findPending(db: Db, { projectId, versionId, runId }: Subject): Promise<GateDetail['askedAgain']> {
  const pending = await db.gate.findFirst({
    where: { projectId, versionId, runId, state: 'pending' },
    select: { id: true, title: true },
  })
  return pending && { gateId: pending.id, title: pending.title }
}

/** Describes what taking a decision back would do: what serves then, and which gate waits. */
export async function undoConsequence(db: Db, gate: StoredGate, decision: Decision): Promise<string> {
  const { projectId, chainId, versionId } = gate
  if (gate.runId !== null)
    return 'The automated result counts again. Where that leaves it to a person, the run waits in the review queue.'
  const versions = await listChainVersions(db, projectId, [chainId], gate.id)
  const restore = restorer(decision)
  const after = versions.map((row) => (row.id === versionId ? { ...row, state: restore(row.state) } : row))
  const served = servedVersion(after)
  if (!served) return 'Nothing serves then.'
  const serves = `${served.version} ${served.version === servedVersion(versions)?.version ? 'still serves' : 'serves again'}.`
  const pending = await findPending(db, { projectId, versionId: served.id, runId: null })
  if (pending) return `${serves} Its gate “${pending.title}” waits.`
  const chain = await db.chain.findUniqueOrThrow({ where: { projectId_id: { projectId, id: chainId } } })
  // The decision is part of the scores by confidence until it is taken back.
  const given = { decisionId: decision.id, runIds: frozenEffect(gate)?.runs.map(({ runId }) => runId) ?? [] }
  const [worse] = await findWorse(db, projectId, [chain], after, (ids) => loadSamplesWithout(db, projectId, given, ids))
  if (!worse) return `${serves} No gate waits for it then.`
  const { current, prior } = worse.pair
  return `${serves} A new gate opens: “${titleOfDrop(chain.name, current.version, prior.version)}”`
}
