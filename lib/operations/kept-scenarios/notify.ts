import { HOUR_MS } from '@/lib/contracts/durations'
import type { KeptFault } from '@/lib/contracts/kept-scenarios'
import type { Tx } from '@/lib/db/client'
import { judgeKept } from '@/lib/engine/trials/judge-kept'
import { faultText } from '@/lib/presentation/labels/kept'
import { notifyJoined, type Topic } from '../notifications/notify'
import { loadTriedRuns } from './faults'
import { loadHeads } from './list'
import { findJudged, readFaults } from './store'

type TriedTrial = { projectId: string; trialId: string; versionId: string; runId: string }

/**
 * If the run of a trial shows the fault that its scenario was kept for, notifies whoever kept it and who looks after the kind of failure. No gate
 * may open for it, since such trials enter no mean.
 */
export async function notifyKeptFault(tx: Tx, trial: TriedTrial, now: Date): Promise<void> {
  const { projectId, trialId, versionId, runId } = trial
  const { keptId } = await tx.trial.findUniqueOrThrow({
    where: { projectId_id: { projectId, id: trialId } },
    select: { keptId: true },
  })
  const kept = keptId && (await tx.keptScenario.findFirst({ where: { projectId, id: keptId, retiredAt: null } }))
  if (!kept || kept.versionId === versionId || !(await findJudged(tx, projectId, [kept])).has(kept.runId)) return
  const [run] = await loadTriedRuns(tx, projectId, [runId])
  if (!run) return
  const known = readFaults(kept.faults)
  const toHead = await loadHeads(tx, projectId, [...known, ...run.failures])
  const faults = known.map(toHead)
  const { state, fault } = judgeKept(
    { expected: kept.expected, faults },
    [{ ...run, failures: run.failures.map(toHead) }],
    0,
  )
  if (state !== 'came_back' || !fault) return
  const { version, chain } = await tx.chainVersion.findUniqueOrThrow({
    where: { projectId_id: { projectId, id: versionId } },
    select: { version: true, chain: { select: { name: true } } },
  })
  const text = `Came back in ${chain.name} ${version}: the fault of “${kept.name}” (${faultText(fault)})`
  const userIds = await findMembers(tx, projectId, [kept.userId, await findOwner(tx, projectId, fault)])
  await notifyJoined(tx, projectId, [{ topic: topicOf(chain.name), userIds, text, link: `/runs/${runId}` }], now)
}

async function findOwner(tx: Tx, projectId: string, fault: KeptFault): Promise<string | null> {
  if (fault.kind !== 'failure') return null
  const { fingerprint } = fault
  const group = await tx.failureGroup.findUnique({
    where: { projectId_fingerprint: { projectId, fingerprint } },
    select: { ownerId: true },
  })
  return group?.ownerId ?? null
}

/** Those of these people who are in the project still. */
async function findMembers(tx: Tx, projectId: string, people: readonly (string | null)[]): Promise<string[]> {
  const rows = await tx.membership.findMany({
    where: { projectId, userId: { in: people.filter((id) => id !== null) }, user: { disabledAt: null } },
    select: { userId: true },
  })
  return rows.map(({ userId }) => userId)
}

const topicOf = (chain: string): Topic => ({
  key: `kept faults of ${chain}`,
  kind: 'failure_worse',
  many: 4,
  withinMs: HOUR_MS,
  link: `/chains/${encodeURIComponent(chain)}#kept`,
  text: (count) => `${count} faults that scenarios of ${chain} were kept for came back`,
})
