import { v7 as uuid } from 'uuid'
import { z } from 'zod'
import { type FailureGroup, type FailureStatus, failureGroup } from '@/lib/contracts/failures'
import type { Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { insertRows, type Row } from '@/lib/db/rows'
import { FRESH_DAYS, type GroupFacts, groupStatus } from '@/lib/engine/failures/group-status'
import { excerptOf } from '../excerpt'

/** Characters of a message in lists and details of groups. */
export const MESSAGE_LENGTH = 1000

// Each function takes the project by value, so that a distributed database can tell that one machine answers.

/** Fingerprints of a group `g` and of those merged into it. */
export const membersOf = (projectId: string) => Prisma.sql`
  SELECT m.fingerprint FROM failure_group m
  WHERE m.project_id = ${projectId}::uuid AND (m.fingerprint = g.fingerprint OR m.merged_into = g.fingerprint)`

/** Columns of a group `g`, to be used with {@link groupNames}. */
export const groupColumns = (projectId: string) => Prisma.sql`
  g.fingerprint, g.failure_class AS "failureClass", g.node, g.template, g.first_seen_at AS "firstSeenAt", g.last_seen_at AS "lastSeenAt",
  g.last_run_id AS "lastRunId", g.status, g.owner_id AS "ownerId", o.name AS "ownerName", g.archived_until AS "archivedUntil",
  g.until_escalating AS "untilEscalating", rc.name AS "resolvedChain", rv.version AS "resolvedVersion", g.resolved_in_next AS "resolvedInNext", g.regressed_at AS "regressedAt",
  CASE WHEN g.regressed_at IS NOT NULL THEN (
    SELECT e.detail FROM failure_group_event e
    WHERE e.project_id = ${projectId}::uuid AND e.fingerprint = g.fingerprint AND e.kind = 'regressed'
    ORDER BY e.id DESC LIMIT 1) END AS regression,
  g.escalating_at AS "escalatingAt", coalesce(l.message, g.template) AS "lastMessage", g.code,
  (SELECT count(*) FROM failure_group m WHERE m.project_id = ${projectId}::uuid AND m.merged_into = g.fingerprint)::int AS merged`

/** The newest message of a group `g`, as `l`. */
export const newestMessage = (projectId: string) => Prisma.sql`
  LEFT JOIN LATERAL (
    SELECT ${excerptOf(Prisma.sql`f.message`, MESSAGE_LENGTH)} AS message FROM (${membersOf(projectId)}) m
    CROSS JOIN LATERAL (
      SELECT f.message, f.occurred_at FROM failure f WHERE f.project_id = ${projectId}::uuid AND f.fingerprint = m.fingerprint
      ORDER BY f.occurred_at DESC LIMIT 1) f
    ORDER BY f.occurred_at DESC LIMIT 1
  ) l ON true`

/** Joins the names of a group's owner and version, and its newest message. */
export const groupNames = (projectId: string) => Prisma.sql`
  LEFT JOIN "user" o ON o.id = g.owner_id
  LEFT JOIN chain_version rv ON rv.project_id = ${projectId}::uuid AND rv.id = g.resolved_version_id
  LEFT JOIN chain rc ON rc.project_id = ${projectId}::uuid AND rc.id = rv.chain_id
  ${newestMessage(projectId)}`

/** Counts of a group and its members over all chains and times. */
export const allCounts = (projectId: string) => Prisma.sql`
  SELECT sum(m.roots)::int AS roots, sum(m.cascades)::int AS cascades FROM failure_group m
  WHERE m.project_id = ${projectId}::uuid AND (m.fingerprint = g.fingerprint OR m.merged_into = g.fingerprint)`

export type GroupRow = Omit<GroupFacts, 'status'> & {
  status: string
  fingerprint: string
  failureClass: string
  node: string
  template: string
  lastSeenAt: Date
  lastRunId: string
  ownerId: string | null
  ownerName: string | null
  untilEscalating: boolean
  resolvedChain: string | null
  resolvedVersion: string | null
  resolvedInNext: boolean
  /** Detail of the event with which it came back. */
  regression: unknown
  lastMessage: string
  code: string | null
  merged: number
  roots: number
  cascades: number
}

const place = z.object({ chain: z.string(), version: z.string() })

/** Maps a group to its API view at this moment. */
export function toGroupView(row: GroupRow & { otherNodes: number }, now: Date): FailureGroup {
  const status = groupStatus({ ...row, status: toStored(row.status) }, now)
  const isArchived = status === 'archived'
  return failureGroup.parse({
    ...row,
    status,
    owner: row.ownerId === null ? null : { id: row.ownerId, name: row.ownerName ?? '' },
    archivedUntil: isArchived ? (row.archivedUntil?.toISOString() ?? null) : null,
    untilEscalating: isArchived && row.untilEscalating,
    resolvedIn:
      row.resolvedChain === null || row.resolvedVersion === null
        ? null
        : { chain: row.resolvedChain, version: row.resolvedVersion },
    regressedIn: place.safeParse(row.regression).data ?? null,
    firstSeenAt: row.firstSeenAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
  })
}

function toStored(status: string): GroupFacts['status'] {
  return status === 'archived' || status === 'resolved' ? status : 'open'
}

/** The engine's `groupStatus` as SQL on a group `g`, for filters and counts. */
export function statusSql(now: Date): Prisma.Sql {
  const fresh = Prisma.sql`${now}::timestamptz - make_interval(days => ${FRESH_DAYS}::int)`
  return Prisma.sql`
    CASE WHEN g.status = 'resolved' THEN 'resolved'
      WHEN g.status = 'archived' AND (g.archived_until IS NULL OR g.archived_until > ${now}::timestamptz) THEN 'archived'
      WHEN g.escalating_at IS NOT NULL THEN 'escalating'
      WHEN g.regressed_at > ${fresh} THEN 'regressed'
      WHEN g.first_seen_at > ${fresh} THEN 'new' ELSE 'ongoing' END`
}

/**
 * Locks groups and those merged into them, in fingerprint order; returns them by fingerprint. Groups are moved one transaction at a time:
 * one that had to wait for a row would miss what was merged into it meanwhile.
 */
export async function lockWholeGroups(tx: Tx, projectId: string, fingerprints: readonly string[]) {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`failure groups ${projectId}`}, 0))`
  const rows = await tx.$queryRaw<LockedGroup[]>`
    SELECT g.fingerprint, g.merged_into AS "mergedInto", g.status, g.roots, g.cascades, g.first_seen_at AS "firstSeenAt",
      g.last_seen_at AS "lastSeenAt", g.last_run_id AS "lastRunId", g.archived_until AS "archivedUntil", g.until_escalating AS "untilEscalating",
      g.resolved_at AS "resolvedAt", g.resolved_version_id AS "resolvedVersionId", g.resolved_in_next AS "resolvedInNext",
      g.regressed_at AS "regressedAt", g.escalating_at AS "escalatingAt", g.owner_id AS "ownerId"
    FROM failure_group g WHERE g.project_id = ${projectId}::uuid
      AND (g.fingerprint = ANY(${[...fingerprints]}::text[]) OR g.merged_into = ANY(${[...fingerprints]}::text[]))
    ORDER BY g.fingerprint FOR UPDATE`
  return new Map(rows.map((row) => [row.fingerprint, row]))
}

export type LockedGroup = Omit<GroupFacts, 'status'> & {
  fingerprint: string
  mergedInto: string | null
  status: string
  roots: number
  cascades: number
  lastSeenAt: Date
  lastRunId: string
  untilEscalating: boolean
  resolvedAt: Date | null
  resolvedVersionId: string | null
  resolvedInNext: boolean
  ownerId: string | null
}

export const statusOf = (group: LockedGroup, now: Date): FailureStatus =>
  groupStatus({ ...group, status: toStored(group.status) }, now)

type NewEvent = Omit<Row<'failureGroupEvent'>, 'projectId' | 'id'>

/** Inserts events of groups; returns their ids. */
export async function addGroupEvents(tx: Tx, projectId: string, events: readonly NewEvent[]): Promise<string[]> {
  const rows = events.map((event) => ({ ...event, projectId, id: uuid() }))
  if (rows.length > 0) await tx.$executeRaw(insertRows('failureGroupEvent', rows))
  return rows.map(({ id }) => id)
}
