import {
  type ChainAuthority,
  updateChain as contract,
  getChainAuthorities,
  setChainAuthorities,
} from '@/lib/contracts/chains'
import type { Configuration } from '@/lib/contracts/configuration'
import type { ConfigurationView } from '@/lib/contracts/configuration-requests'
import type { InputOf } from '@/lib/contracts/contract'
import { role } from '@/lib/contracts/projects'
import type { Db, Tx } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import { deepEqual, diffLeaves } from '@/lib/engine/json/diff'
import { audit } from '../audit'
import { roleHolds } from '../authorize'
import { changeNotes, lockConfiguration, storeConfiguration } from '../configuration/change'
import { loadScope, loadView } from '../configuration/read'
import { actorName } from '../context'
import { invalidInput } from '../errors'
import { announce } from '../live/changes'
import { operation } from '../operation'
import { assertExpected, loadSettingVersion, raiseSetting } from '../setting-versions'
import { loadChainId, lockChain } from '../versions/store'
import { loadChain } from '../versions/views'

/** Changes how a chain's future runs are judged, as a new version of its configuration. Stored runs are not recomputed. */
export const updateChain = operation(contract, (ctx, { chain: name, ...change }) =>
  inTransaction(ctx, async (tx) => {
    const projectId = ctx.project.id
    await lockConfiguration(tx, projectId)
    const scope = await loadScope(tx, projectId, name)
    const before = await loadView(tx, projectId, scope)
    const config = withChange(before.own, change)
    if (diffLeaves(before.own, config).length === 0) return { chain: await loadChain(tx, projectId, name), notes: [] }
    await storeConfiguration(tx, ctx, scope, { before: { number: before.number, config: before.own }, config })
    const after = await loadView(tx, projectId, scope)
    await audit(tx, ctx, 'chain.update', {
      subject: `chain:${scope.scope}`,
      before: toSettings(before),
      after: toSettings(after),
    })
    await announce(tx, { project: projectId, topic: 'chains' })
    return { chain: await loadChain(tx, projectId, name), notes: changeNotes(before, after) }
  }),
)

type Change = Omit<InputOf<typeof contract>, 'chain'>

function withChange(own: Configuration, change: Change): Configuration {
  const { profile, maxAttempts, regressionThreshold, minLiveRuns, gateHours, gateQuorum } = change
  return {
    ...own,
    ...(profile !== undefined && { profile }),
    ...(regressionThreshold !== undefined && { regression_threshold: regressionThreshold }),
    ...(minLiveRuns !== undefined && { min_live_runs: minLiveRuns }),
    ...(gateHours !== undefined && { gate_hours: gateHours }),
    ...(gateQuorum !== undefined && { gate_quorum: gateQuorum }),
    ...(maxAttempts !== undefined && {
      quality_assurance: { ...own.quality_assurance, max_rerun_attempts: maxAttempts - 1 },
    }),
  }
}

function toSettings({ effective, maxAttempts }: ConfigurationView) {
  const { profile, regression_threshold, min_live_runs, gate_hours, gate_quorum } = effective
  return {
    profile,
    maxAttempts,
    regressionThreshold: regression_threshold,
    minLiveRuns: min_live_runs,
    gateHours: gate_hours,
    gateQuorum: gate_quorum,
  }
}

/** Returns the people listed to decide the gates of a chain. */
export const getAuthorities = operation(getChainAuthorities, async (ctx, { chain }) => {
  const chainId = await loadChainId(ctx.db, ctx.project.id, chain)
  // The version is read first: a save in between is refused instead of being taken for this list.
  const version = await loadSettingVersion(ctx.db, ctx.project.id, settingOf(chainId))
  return { authorities: await loadAuthorities(ctx.db, ctx.project.id, chainId), version }
})

/**
 * Replaces the list of people who decide a chain's gates, which also applies to open gates; an unchanged list is no new version. Refused
 * if it was changed since `expected`.
 */
export const setAuthorities = operation(setChainAuthorities, (ctx, { chain, userIds, expected }) =>
  inTransaction(ctx, async (tx) => {
    const projectId = ctx.project.id
    const chainId = await loadChainId(tx, projectId, chain)
    await lockChain(tx, projectId, chainId)
    const version = await loadSettingVersion(tx, projectId, settingOf(chainId))
    const before = await loadAuthorities(tx, projectId, chainId)
    const already = before.map((person) => person.userId)
    const listed = [...new Set(userIds)]
    if (deepEqual(listed.toSorted(), already.toSorted())) return { authorities: before, version }
    assertExpected(version, expected)
    await refuseOthers(tx, projectId, userIds, already)
    await tx.chainAuthority.deleteMany({ where: { projectId, chainId, userId: { notIn: listed } } })
    await tx.chainAuthority.createMany({
      data: listed.map((userId) => ({
        projectId,
        chainId,
        userId,
        addedBy: actorName(ctx.actor),
        addedAt: ctx.now(),
      })),
      skipDuplicates: true,
    })
    const authorities = await loadAuthorities(tx, projectId, chainId)
    await announce(tx, { project: projectId, topic: 'chains' }, { project: projectId, topic: 'gates' })
    await audit(tx, ctx, 'chain.authorities', {
      subject: `chain:${chainId}`,
      before: { authorities: before },
      after: { authorities },
    })
    return { authorities, version: await raiseSetting(tx, ctx, settingOf(chainId), version) }
  }),
)

const settingOf = (chainId: string) => `authorities ${chainId}` as const

/** Rejects new entries without the right to decide; people already listed may stay. */
async function refuseOthers(tx: Tx, projectId: string, userIds: readonly string[], already: readonly string[]) {
  const members = await tx.membership.findMany({ where: { projectId, userId: { in: [...userIds] } } })
  const fit = members.filter((member) => roleHolds(role.parse(member.role), 'decide')).map((member) => member.userId)
  const known = new Set([...fit, ...already])
  const issues = userIds.flatMap((userId, index) =>
    known.has(userId) ? [] : [{ path: `userIds[${index}]`, message: 'is no reviewer or admin of this project' }],
  )
  if (issues.length > 0) throw invalidInput(issues)
}

type Row = { userId: string; name: string; role: string | null }

/** The people listed for a chain, by name, including those who have left. */
async function loadAuthorities(db: Db | Tx, projectId: string, chainId: string): Promise<ChainAuthority[]> {
  const rows = await db.$queryRaw<Row[]>`
    SELECT a.user_id AS "userId", u.name, m.role FROM chain_authority a
    JOIN "user" u ON u.id = a.user_id
    LEFT JOIN membership m ON m.project_id = a.project_id AND m.user_id = a.user_id AND u.disabled_at IS NULL
    WHERE a.project_id = ${projectId}::uuid AND a.chain_id = ${chainId}::uuid ORDER BY u.name, a.user_id`
  return rows.map((row) => ({
    userId: row.userId,
    name: row.name,
    decides: row.role !== null && roleHolds(role.parse(row.role), 'decide'),
  }))
}
