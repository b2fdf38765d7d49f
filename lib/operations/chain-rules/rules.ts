import * as contracts from '@/lib/contracts/chain-rules'
import { type ChainRule, chainRule } from '@/lib/contracts/chain-rules'
import type { Db, Tx } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import { deepEqual } from '@/lib/engine/json/diff'
import { chainOf, readNames } from '@/lib/ingest/otlp/names'
import { audit } from '../audit'
import { announce } from '../live/changes'
import { operation } from '../operation'
import { assertExpected, loadSettingVersion, lockSetting, raiseSetting } from '../setting-versions'

export const getChainRules = operation(contracts.getChainRules, async ({ db, project }) => {
  // The version is read first: a save in between is refused instead of being taken for these rules.
  const version = await loadSettingVersion(db, project.id, 'chain_rules')
  return { rules: await findChainRules(db, project.id), version }
})

/** Replaces the rules by their next version; unchanged rules are no new version. Refused if they were changed since `expected`. */
export const putChainRules = operation(contracts.putChainRules, (ctx, { rules, expected }) =>
  inTransaction(ctx, async (tx) => {
    const projectId = ctx.project.id
    const version = await lockSetting(tx, projectId, 'chain_rules')
    const before = await findChainRules(tx, projectId)
    if (deepEqual(before, rules)) return { rules, version }
    assertExpected(version, expected)
    await tx.chainRule.deleteMany({ where: { projectId } })
    await tx.chainRule.createMany({ data: rules.map((rule, place) => ({ ...rule, projectId, place })) })
    await audit(tx, ctx, 'chain_rules.set', {
      subject: `project:${projectId}`,
      before: { rules: before },
      after: { rules },
    })
    await announce(tx, { project: projectId, topic: 'configuration' })
    return { rules, version: await raiseSetting(tx, ctx, 'chain_rules', version) }
  }),
)

/** Only this many of the newest runs are searched for traces, since runs may arrive by other ways as well. */
const LOOKED_THROUGH = 1000

type Traced = { runId: string; title: string | null; chain: string; names: unknown }

export const previewChainRules = operation(contracts.previewChainRules, async (ctx, { rules }) => {
  const rows = await ctx.db.$queryRaw<Traced[]>`
    SELECT s.id AS "runId", s.title, c.name AS chain, r.metadata->'otlp'->'names' AS names FROM (
      SELECT id, chain_id, title, project_id, occurred_at FROM run_summary
      WHERE project_id = ${ctx.project.id}::uuid ORDER BY occurred_at DESC, id DESC LIMIT ${LOOKED_THROUGH}) s
    CROSS JOIN LATERAL (SELECT metadata FROM run r WHERE r.project_id = ${ctx.project.id}::uuid AND r.id = s.id AND r.submitted_via = 'otlp' OFFSET 0) r
    JOIN chain c ON c.project_id = ${ctx.project.id}::uuid AND c.id = s.chain_id
    WHERE r.metadata->'otlp'->'names' IS NOT NULL
    ORDER BY s.occurred_at DESC, s.id DESC LIMIT ${contracts.PREVIEWED_TRACES}`
  const previewed = rows.map(({ names, ...row }) => ({ ...row, after: chainOf(readNames(names), rules) }))
  const groups = [...Map.groupBy(previewed, ({ chain, after }) => JSON.stringify([chain, after])).values()]
  return {
    traces: previewed.length,
    changed: previewed.filter(({ chain, after }) => chain !== after).length,
    groups: groups
      .flatMap((group) => {
        const [newest] = group
        return newest
          ? [
              {
                before: newest.chain,
                after: newest.after,
                traces: group.length,
                runId: newest.runId,
                title: newest.title,
              },
            ]
          : []
      })
      .sort((a, b) => Number(a.before === a.after) - Number(b.before === b.after) || b.traces - a.traces),
  }
})

/** Returns the rules of a project in order. */
export async function findChainRules(db: Db | Tx, projectId: string): Promise<ChainRule[]> {
  const rows = await db.chainRule.findMany({ where: { projectId }, orderBy: { place: 'asc' } })
  return rows.map((row) => chainRule.parse(row))
}
