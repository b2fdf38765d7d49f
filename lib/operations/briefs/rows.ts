import type { BriefFacts } from '@/lib/contracts/briefs'
import { DAY_MS } from '@/lib/contracts/durations'
import { failureEventKind } from '@/lib/contracts/failure-groups'
import { failureClass } from '@/lib/contracts/primitives'
import { Prisma } from '@/lib/db/generated/client'
import { isRejection } from '@/lib/engine/confidence/score-confidence'
import type { FailureGroupFacts, FailureGroupHistory } from '@/lib/presentation/briefs/failure-group-brief'
import type { RunTexts } from '@/lib/presentation/briefs/gate-brief'
import type { BriefWord } from '@/lib/presentation/briefs/run-brief'
import { findBlindItem } from '../blind-reviews/find'
import { type ProjectContext, personOf } from '../context'
import { notFound } from '../errors'
import { excerptOf } from '../excerpt'
import { fillPayloads } from '../payloads/fill'
import { withPlaces } from '../rollups/failure-places'

/** Payloads larger than this are read as text, up to this many characters. */
const WHOLE_BYTES = 200_000
const TEXT_LENGTH = 20_000

type TextRow = { id: string; request: unknown; output: unknown }

/** Loads request and output of these runs, without reading in full what far exceeds any excerpt. */
export async function loadTexts({ db, project }: ProjectContext, runIds: readonly string[]): Promise<RunTexts> {
  if (runIds.length === 0) return new Map()
  const rows = await db.$queryRaw<TextRow[]>`
    SELECT id,
      CASE WHEN pg_column_size(request) <= ${WHOLE_BYTES} THEN request ELSE to_json(left(request::text, ${TEXT_LENGTH})) END AS request,
      CASE WHEN pg_column_size(output) <= ${WHOLE_BYTES} THEN output ELSE to_json(left(output::text, ${TEXT_LENGTH})) END AS output
    FROM run WHERE project_id = ${project.id}::uuid AND id = ANY(${runIds}::uuid[])`
  await fillPayloads(db, project.id, { runs: rows })
  return new Map(
    rows.map(({ id, request, output }) => [id, { request: request ?? undefined, output: output ?? undefined }]),
  )
}

const NOTES = 20
const NOTE_LENGTH = 1000

/**
 * Loads the newest notes beside the verdicts: open comments, and rubric answers of verdicts in force. For a caller who is to review the run
 * blind, only their own.
 */
export async function loadNotes(ctx: ProjectContext, runId: string): Promise<BriefWord[]> {
  const { db, project, actor } = ctx
  const isBlind = (await findBlindItem(ctx, runId)) !== null
  const own = isBlind ? Prisma.sql`AND user_id = ${personOf(actor)?.userId ?? null}::uuid` : Prisma.empty
  const rows = await db.$queryRaw<(Omit<BriefWord, 'at'> & { at: Date })[]>`
    (SELECT "by", 'commented' AS verdict, left(concat('On “' || quote || '”: ', body), ${NOTE_LENGTH}) AS text, step_id AS about, created_at AS at
      FROM comment WHERE project_id = ${project.id}::uuid AND run_id = ${runId}::uuid AND deleted_at IS NULL AND resolved_at IS NULL ${own}
      ORDER BY created_at DESC LIMIT ${NOTES})
    UNION ALL
    (SELECT coalesce(u.name, u.email), 'answered', left(concat(coalesce(i.item->>'label', a.item), ': ', a.value #>> '{}'), ${NOTE_LENGTH}), a.node_id, a.at
      FROM rubric_answer a JOIN "user" u ON u.id = a.user_id
      LEFT JOIN rubric r ON r.project_id = a.project_id AND r.chain_id = a.chain_id AND r.version = a.rubric_version
      LEFT JOIN LATERAL (
        SELECT item FROM jsonb_array_elements(r.items) AS e(item) WHERE e.item->>'key' = a.item LIMIT 1) i ON true
      WHERE a.project_id = ${project.id}::uuid AND a.run_id = ${runId}::uuid ${own} AND NOT EXISTS (
        SELECT 1 FROM decision d WHERE d.project_id = ${project.id}::uuid AND d.run_id = a.run_id
          AND (d.undoes = a.decision_id OR d.revises = a.decision_id))
      ORDER BY a.at DESC LIMIT ${NOTES})`
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }))
}

/** The places of a group are searched within this many days before it was last seen. */
const DAYS = 90

/** A failure group, and the fingerprints of it and of the groups merged into it. */
type LoadedGroup = { group: FailureGroupFacts; members: string[] }

/** Loads the group that this one is or was merged into, with its places. @throws not_found */
export async function loadFailureGroup({ db, project }: ProjectContext, fingerprint: string): Promise<LoadedGroup> {
  const projectId = project.id
  const asked = await db.failureGroup.findUnique({
    where: { projectId_fingerprint: { projectId, fingerprint } },
    select: { mergedInto: true },
  })
  if (!asked) throw notFound('failure group')
  const head = asked.mergedInto ?? fingerprint
  const rows = await db.failureGroup.findMany({
    where: { projectId, OR: [{ fingerprint: head }, { mergedInto: head }] },
  })
  const [group] = await withPlaces(
    db,
    projectId,
    rows.filter((row) => row.fingerprint === head),
  )
  if (!group) throw notFound('failure group')
  const members = rows.map((row) => row.fingerprint)
  const from = new Date(group.lastSeenAt.getTime() - DAYS * DAY_MS)
  const places = await db.$queryRaw<{ chain: string; version: string; times: number }[]>`
    SELECT c.name AS chain, v.version, r.times FROM (
      SELECT chain_id, version_id, sum(roots + cascades)::int AS times FROM rollup_failure
      WHERE project_id = ${projectId}::uuid AND fingerprint = ANY(${members}::text[]) AND hour >= ${from}::timestamptz
      GROUP BY 1, 2 ORDER BY 3 DESC, 2 LIMIT 20) r
    JOIN chain c ON c.project_id = ${projectId}::uuid AND c.id = r.chain_id
    JOIN chain_version v ON v.project_id = ${projectId}::uuid AND v.id = r.version_id
    ORDER BY r.times DESC, c.name, v.version`
  return {
    group: {
      ...group,
      roots: rows.reduce((sum, { roots }) => sum + roots, 0),
      cascades: rows.reduce((sum, { cascades }) => sum + cascades, 0),
      failureClass: failureClass.parse(group.failureClass),
      firstSeenAt: group.firstSeenAt.toISOString(),
      lastSeenAt: group.lastSeenAt.toISOString(),
      places,
    },
    members,
  }
}

const HISTORY = 20

/** Loads the newest events of these groups, newest first. */
export async function loadGroupHistory(
  { db, project }: ProjectContext,
  members: string[],
): Promise<FailureGroupHistory> {
  const rows = await db.failureGroupEvent.findMany({
    where: { projectId: project.id, fingerprint: { in: members } },
    select: { kind: true, by: true, note: true, detail: true, at: true },
    orderBy: [{ at: 'desc' }, { id: 'desc' }],
    take: HISTORY,
  })
  return rows.map(({ kind, at, ...row }) => ({ ...row, kind: failureEventKind.parse(kind), at: at.toISOString() }))
}

const EXAMPLES = 3
const MESSAGE_LENGTH = 400

/** Finds the newest runs with a failure of these groups. A run with several such failures is one example. */
export function findExamples({ db, project }: ProjectContext, members: string[]): Promise<BriefFacts['examples']> {
  return db.$queryRaw<BriefFacts['examples']>`
    WITH latest AS (
      SELECT f.run_id, f.message, f.occurred_at FROM unnest(${members}::text[]) AS m(fingerprint) CROSS JOIN LATERAL (
        SELECT f.run_id, f.message, f.occurred_at FROM failure f
        WHERE f.project_id = ${project.id}::uuid AND f.fingerprint = m.fingerprint
        ORDER BY f.occurred_at DESC, f.run_id LIMIT ${EXAMPLES * 20}) f),
    once AS (SELECT DISTINCT ON (run_id) * FROM latest ORDER BY run_id, occurred_at DESC)
    SELECT s.id AS "runId", s.client_id AS "clientId", c.name AS chain, v.version, ${excerptOf(Prisma.sql`o.message`, MESSAGE_LENGTH)} AS message
    FROM once o JOIN run_summary s ON s.project_id = ${project.id}::uuid AND s.id = o.run_id
    JOIN chain c ON c.project_id = s.project_id AND c.id = s.chain_id
    JOIN chain_version v ON v.project_id = s.project_id AND v.id = s.version_id
    ORDER BY o.occurred_at DESC, s.id LIMIT ${EXAMPLES}`
}

/** Whether the rejection that a brief was sent for still counts; false for what was deleted. */
export async function isRejected({ db, project }: ProjectContext, kind: 'run' | 'gate', id: string): Promise<boolean> {
  const where = { projectId_id: { projectId: project.id, id } }
  if (kind === 'run') {
    const run = await db.runSummary.findUnique({ where, select: { human: true } })
    return isRejection(run?.human)
  }
  const gate = await db.gate.findUnique({ where, select: { state: true } })
  if (gate?.state !== 'rejected') return false
  return (await db.decision.count({ where: { projectId: project.id, gateId: id, kind: 'gate_undone' } })) === 0
}

/** The newest decision on a run or gate, and whose it is. */
export async function findLastVerdict({ db, project }: ProjectContext, kind: 'run' | 'gate', id: string) {
  const subject = kind === 'run' ? { runId: id } : { gateId: id }
  const decision = await db.decision.findFirst({
    where: { projectId: project.id, ...subject },
    orderBy: [{ decidedAt: 'desc' }, { id: 'desc' }],
    select: { kind: true, verdict: true, reason: true, userId: true },
  })
  if (!decision) return null
  const { userId, ...said } = decision
  const user = userId === null ? null : await db.user.findUnique({ where: { id: userId }, select: { name: true } })
  return { ...said, by: user?.name ?? null }
}
