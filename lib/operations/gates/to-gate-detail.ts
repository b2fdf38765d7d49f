import { type GateDetail, type GateEffect, gateEffect } from '@/lib/contracts/gates'
import type { DecisionView } from '@/lib/contracts/reviews'
import type { Db } from '@/lib/db/client'
import type { Decision } from '@/lib/db/generated/client'
import type { ProjectContext } from '../context'
import { notFound } from '../errors'
import { toDecisionView } from '../reviews/to-decision-view'
import { listChainVersions } from './chain-versions'
import { runConsequences, versionConsequences } from './consequences'
import { loadGateRow } from './gate-row'
import { loadEvidence } from './load-evidence'
import { loadGate, type StoredGate } from './load-gate'
import { mayDecide, mayUndo } from './may-decide'

/** Everything about one gate, for the one who asks. A closed gate shows the evidence that was frozen into it. */
export async function toGateDetail(ctx: ProjectContext, gateId: string): Promise<GateDetail> {
  const stored = await loadGate(ctx.db, ctx.project.id, gateId)
  const gate = await loadGateRow(ctx.db, ctx.project.id, gateId)
  const versions = await listChainVersions(ctx.db, ctx.project.id, [stored.chainId])
  const version = versions.find((row) => row.id === stored.versionId)
  if (!version) throw notFound('chain version')
  const { evidence, digest } = await evidenceOf(ctx.db, stored)
  const decisions = await listDecisions(ctx.db, stored)
  return {
    gate,
    evidence,
    evidenceDigest: digest,
    consequences: stored.runId
      ? runConsequences(evidence)
      : versionConsequences(versions, version, evidence.current.dots.length),
    mayDecide: mayDecide(ctx, stored, version),
    mayUndo: mayUndo(ctx, { ...stored, undone: gate.undone }, version),
    effect: stored.effect,
    undoEffect: findUndoEffect(decisions.rows),
    history: decisions.views,
    now: ctx.now().toISOString(),
  }
}

async function evidenceOf(db: Db, gate: StoredGate) {
  if (gate.evidence && gate.evidenceDigest) return { evidence: gate.evidence, digest: gate.evidenceDigest }
  return loadEvidence(db, gate)
}

async function listDecisions(
  db: Db,
  { projectId, id }: StoredGate,
): Promise<{ rows: Decision[]; views: DecisionView[] }> {
  const rows = await db.decision.findMany({
    where: { projectId, gateId: id },
    orderBy: [{ decidedAt: 'asc' }, { id: 'asc' }],
  })
  const people = await db.user.findMany({
    where: { id: { in: rows.flatMap((row) => row.userId ?? []) } },
    select: { id: true, name: true },
  })
  const names = new Map(people.map((person) => [person.id, person.name]))
  const undone = new Set(rows.map((row) => row.undoes))
  return {
    rows,
    views: rows.map((row) =>
      toDecisionView(row, (row.userId && names.get(row.userId)) || 'Deadline', undone.has(row.id)),
    ),
  }
}

function findUndoEffect(rows: readonly Decision[]): GateEffect | null {
  const after = rows.find((row) => row.kind === 'gate_undone')?.after
  const effect = typeof after === 'object' && after !== null && 'effect' in after ? after.effect : null
  return gateEffect.nullable().parse(effect)
}
