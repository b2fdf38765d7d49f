import * as contracts from '@/lib/contracts/data'
import { type RedactionRules, type Retention, redactionRules } from '@/lib/contracts/data'
import { DAY_MS } from '@/lib/contracts/durations'
import type { SettingVersion } from '@/lib/contracts/setting-versions'
import type { Db, Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { inTransaction } from '@/lib/db/transaction'
import { deepEqual } from '@/lib/engine/json/diff'
import { compileRules, type Redactor, redactRun } from '@/lib/engine/redaction/redact-run'
import { audit } from '../audit'
import type { ProjectContext } from '../context'
import { toErasureView } from '../erasure/delete-runs'
import { invalidInput } from '../errors'
import { announce } from '../live/changes'
import { operation } from '../operation'
import { countStored } from '../rollups/runs'
import { assertExpected, loadSettingVersion, lockSetting, raiseSetting } from '../setting-versions'

const NO_RULES: RedactionRules = { kinds: [], keys: [], paths: [], patterns: [] }
const SHOWN = 10

export const getData = operation(contracts.getData, async ({ db, project }) => {
  const projectId = project.id
  // The versions are read first: a save in between is refused instead of being taken for this policy.
  const [retention, redaction] = await Promise.all([
    loadSettingVersion(db, projectId, 'retention'),
    loadSettingVersion(db, projectId, 'redaction'),
  ])
  const [policy, erasures, stored, runs] = await Promise.all([
    loadPolicy(db, projectId),
    db.erasure.findMany({ where: { projectId }, orderBy: [{ askedAt: 'desc' }, { id: 'desc' }], take: SHOWN }),
    db.project.findUniqueOrThrow({ where: { id: projectId }, select: { deletesAt: true } }),
    countStored(db, projectId),
  ])
  return {
    ...policy,
    versions: { retention, redaction },
    erasures: erasures.map(toErasureView),
    deletesAt: stored.deletesAt?.toISOString() ?? null,
    runs,
  }
})

async function loadPolicy(
  db: Db | Tx,
  projectId: string,
): Promise<{ retention: Retention; redaction: RedactionRules }> {
  const row = await db.dataPolicy.findUnique({ where: { projectId } })
  return {
    retention: { contentDays: row?.contentDays ?? null, runDays: row?.runDays ?? null },
    redaction: row?.redaction ? redactionRules.parse(row.redaction) : NO_RULES,
  }
}

/** Replaces the retention by its next version. Refused if it was changed since `expected`. */
export const putRetention = operation(contracts.putRetention, async (ctx, { expected, ...retention }) => ({
  retention,
  version: await change(ctx, 'retention', expected, retention, retention),
}))

/** Replaces the redaction rules by their next version. Refused if they were changed since `expected`. */
export const putRedaction = operation(contracts.putRedaction, async (ctx, { expected, ...redaction }) => {
  toRedactor(redaction, '')
  const isEmpty = Object.values(redaction).every((rules) => rules.length === 0)
  const set = { redaction: isEmpty ? Prisma.DbNull : redaction }
  return { redaction, version: await change(ctx, 'redaction', expected, redaction, set) }
})

/** Unchanged values are no new version. */
function change(
  ctx: ProjectContext,
  field: 'retention' | 'redaction',
  expected: number,
  value: Retention | RedactionRules,
  set: Pick<Prisma.DataPolicyUncheckedCreateInput, 'contentDays' | 'runDays' | 'redaction'>,
): Promise<SettingVersion> {
  const projectId = ctx.project.id
  return inTransaction(ctx, async (tx) => {
    const version = await lockSetting(tx, projectId, field)
    const before = (await loadPolicy(tx, projectId))[field]
    if (deepEqual(before, value)) return version
    assertExpected(version, expected)
    await tx.dataPolicy.upsert({ where: { projectId }, create: { projectId, ...set }, update: set })
    await audit(tx, ctx, `data.${field}`, { subject: `project:${projectId}`, before, after: value })
    await announce(tx, { project: projectId, topic: 'data' })
    return raiseSetting(tx, ctx, field, version)
  })
}

export const testRedaction = operation(contracts.testRedaction, async (_, { rules, body }) => {
  const { value, replaced, matches } = redactRun(toRedactor(rules, 'rules.'), body)
  return { body: value, replaced, matches }
})

/** @throws invalid_input naming each unusable pattern */
function toRedactor(rules: RedactionRules, prefix: string): Redactor {
  const compiled = compileRules(rules)
  if (compiled.ok) return compiled.redactor
  throw invalidInput(
    compiled.faults.map(({ place, message }) => ({ path: `${prefix}patterns[${place}].pattern`, message })),
  )
}

const COUNTED = 100_000

export const previewRetention = operation(contracts.previewRetention, async (ctx, { contentDays, runDays }) => {
  const before = (days: number) => new Date(ctx.now().getTime() - days * DAY_MS)
  const projectId = ctx.project.id
  const count = async (table: 'run_text' | 'run_summary', days: number | undefined, since = Prisma.empty) => {
    if (days === undefined) return 0
    const [row] = await ctx.db.$queryRaw<{ count: number }[]>`
      SELECT count(*)::int AS count FROM (
        SELECT 1 FROM ${Prisma.raw(table)} WHERE project_id = ${projectId}::uuid AND occurred_at < ${before(days)} ${since} LIMIT ${COUNTED + 1}) t`
    return row?.count ?? 0
  }
  const staying = runDays === undefined ? Prisma.empty : Prisma.sql`AND occurred_at >= ${before(runDays)}`
  const [content, runs] = await Promise.all([count('run_text', contentDays, staying), count('run_summary', runDays)])
  return {
    content: Math.min(COUNTED, content),
    runs: Math.min(COUNTED, runs),
    isExact: content <= COUNTED && runs <= COUNTED,
  }
})

/** Audits that the whole project is exported. */
export async function recordExport(ctx: ProjectContext): Promise<void> {
  await inTransaction(ctx, (tx) => audit(tx, ctx, 'project.exported', { subject: `project:${ctx.project.id}` }))
}
