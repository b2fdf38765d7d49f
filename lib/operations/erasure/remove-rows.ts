import type { Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { tables } from '@/lib/db/generated/columns'
import { MONTHLY_TABLES } from '@/lib/db/run-months'
import { announce } from '../live/changes'
import { removeLinks } from '../notifications/withdraw'
import { releasePayloads } from '../payloads/release'

type DeletedRun = { id: string; clientId: string }
type DeletedGate = { id: string }

/** Tables with their own rows beside those of a run; they are handled explicitly. */
const EXPLICIT = new Set(['gate', 'kept_scenario', 'payload'])
/** Has both ids of its run, and is found by the client's id. */
const BY_KEY = 'run_key'

const named = (column: string, type: string) =>
  Object.values(tables)
    .filter(
      ({ name, columns }) =>
        !EXPLICIT.has(name) && Object.values(columns).some((c) => c.name === column && c.type === type),
    )
    .map(({ name }) => name)

/** Every table whose rows belong to one run, by its internal id or by the client's, including tables added later. */
const OF_RUN = named('run_id', 'uuid').filter((name) => name !== BY_KEY)
const OF_KEY = named('run_key', 'text')

/**
 * Deletes all data of these runs and of the gates about them; for runs whose month is dropped, only rows in tables without months. The
 * caller has to correct counts and executions first.
 */
export async function removeRows(
  tx: Tx,
  projectId: string,
  runs: readonly DeletedRun[],
  {
    gates,
    now,
    isDropped = () => false,
  }: { gates: readonly DeletedGate[]; now: Date; isDropped?: ((run: DeletedRun) => boolean) | undefined },
): Promise<{ subjects: string[] }> {
  const runIds = runs.map(({ id }) => id)
  const keys = runs.map(({ clientId }) => clientId)
  const gateIds = gates.map(({ id }) => id)
  const ofProject = Prisma.sql`project_id = ${projectId}::uuid`
  const deadLetters = await tx.deadLetter.findMany({ where: { projectId, runKey: { in: keys } }, select: { id: true } })
  const deadLetterIds = deadLetters.map(({ id }) => id)
  // Locked, so that an answer that is being written is deleted too.
  const pairs = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM run_pair WHERE ${ofProject} AND (a_run_id = ANY(${runIds}::uuid[]) OR b_run_id = ANY(${runIds}::uuid[]))
    ORDER BY id FOR UPDATE`
  const pairIds = pairs.map(({ id }) => id)
  const kept = await tx.keptScenario.findMany({ where: { projectId, runId: { in: runIds } }, select: { id: true } })

  const wideIds = runs.filter((run) => !isDropped(run)).map(({ id }) => id)
  for (const table of OF_RUN) {
    const ids = table in MONTHLY_TABLES ? wideIds : runIds
    if (ids.length > 0)
      await tx.$executeRaw`DELETE FROM ${Prisma.raw(`"${table}"`)} WHERE ${ofProject} AND run_id = ANY(${ids}::uuid[])`
  }
  await tx.$executeRaw`DELETE FROM dead_letter_event WHERE ${ofProject} AND dead_letter_id = ANY(${deadLetterIds}::uuid[])`
  for (const table of OF_KEY)
    await tx.$executeRaw`DELETE FROM ${Prisma.raw(`"${table}"`)} WHERE ${ofProject} AND run_key = ANY(${keys}::text[])`
  await cancelTrialsOf(tx, projectId, runIds, now)
  await tx.keptScenario.deleteMany({ where: { projectId, runId: { in: runIds } } })
  await tx.$executeRaw`DELETE FROM pair_verdict WHERE ${ofProject} AND pair_id = ANY(${pairIds}::uuid[])`
  await tx.runPair.deleteMany({ where: { projectId, id: { in: pairIds } } })
  for (const table of ['decision', 'gate_event', 'gate_run'].map((name) => Prisma.raw(name)))
    await tx.$executeRaw`DELETE FROM ${table} WHERE ${ofProject} AND gate_id = ANY(${gateIds}::uuid[])`
  await tx.gate.deleteMany({ where: { projectId, id: { in: gateIds } } })
  await removeSpans(tx, projectId, keys)
  await removeMessages(tx, projectId, { runIds, gateIds, deadLetterIds })
  await tx.runSummary.deleteMany({ where: { projectId, id: { in: runIds } } })
  await tx.run.deleteMany({ where: { projectId, id: { in: wideIds } } })
  // After the rows, because a value that is just being moved out of them is noted at the end.
  await releasePayloads(tx, projectId, runIds, now)

  const subjects = (noun: string, ids: readonly string[]) => ids.map((id) => `${noun}:${id}`)
  return {
    subjects: [
      ...subjects('run', [...runIds, ...keys]),
      ...subjects('gate', gateIds),
      ...subjects('dead-letter', deadLetterIds),
      ...subjects('pair', pairIds),
      ...subjects(
        'scenario',
        kept.map(({ id }) => id),
      ),
    ],
  }
}

/** Trials of a kept scenario hold the request of its run, which must not be asked any more. Those of a version's own scenarios stay. */
async function cancelTrialsOf(tx: Tx, projectId: string, runIds: readonly string[], now: Date): Promise<void> {
  const rows = await tx.$queryRaw<{ versionId: string }[]>`
    UPDATE trial t SET request = NULL, next_at = NULL,
      status = CASE WHEN t.status IN ('queued', 'running') THEN 'cancelled' ELSE t.status END,
      error = CASE WHEN t.status IN ('queued', 'running') THEN ${SCENARIO_DELETED} ELSE t.error END,
      ended_at = coalesce(t.ended_at, ${now})
    FROM kept_scenario k WHERE k.project_id = ${projectId}::uuid AND k.run_id = ANY(${[...runIds]}::uuid[])
      AND t.project_id = ${projectId}::uuid AND t.kept_id = k.id AND t.scenario = k.scenario
    RETURNING t.version_id AS "versionId"`
  for (const id of new Set(rows.map(({ versionId }) => versionId)))
    await announce(tx, { project: projectId, topic: 'trials', id })
}

const SCENARIO_DELETED = 'the run that its scenario was made from was deleted'

const TRACE_ID = /^[0-9a-f]{32}/

/** The traces that these runs may have been built from, parsed from the client's ids. */
export const tracesOf = (clientIds: readonly string[]) => [
  ...new Set(clientIds.flatMap((id) => TRACE_ID.exec(id)?.[0] ?? [])),
]

/** Deletes all spans of a trace, even if it produced several runs: what one of them contained must not survive in another. */
async function removeSpans(tx: Tx, projectId: string, clientIds: readonly string[]): Promise<void> {
  const traceIds = tracesOf(clientIds)
  if (traceIds.length > 0) await tx.otlpSpan.deleteMany({ where: { projectId, traceId: { in: traceIds } } })
}

type DeletedIds = { runIds: readonly string[]; gateIds: readonly string[]; deadLetterIds: readonly string[] }

/** Deletes messages to people and other systems. Notifications and mails are few; webhook messages are found by the index on their link. */
async function removeMessages(
  tx: Tx,
  projectId: string,
  { runIds, gateIds, deadLetterIds }: DeletedIds,
): Promise<void> {
  const paths = [...runIds.map((id) => `/runs/${id}`), ...gateIds.map((id) => `/gates/${id}`)]
  const reviews = runIds.map((id) => `/review?run=${id}`)
  for (const table of ['notification', 'mail'].map((name) => Prisma.raw(name)))
    await tx.$executeRaw`
      DELETE FROM ${table} WHERE project_id = ${projectId}::uuid
        AND (regexp_replace(link, '[?#].*', '') = ANY(${paths}::text[]) OR link = ANY(${reviews}::text[]))`
  await removeLinks(tx, projectId, [...paths, ...reviews])
  await removeWebhookMessages(tx, projectId, [...runIds, ...gateIds, ...deadLetterIds])
}

/** Deletes messages to webhooks by the last 36 characters of their link, as they are indexed: the id of most. */
export async function removeWebhookMessages(tx: Tx, projectId: string, ends: readonly string[]): Promise<void> {
  await tx.$executeRaw`
    WITH gone AS (
      DELETE FROM webhook_message WHERE project_id = ${projectId}::uuid AND right(payload ->> 'url', 36) = ANY(${[...ends]}::text[]) RETURNING id)
    DELETE FROM webhook_delivery d USING gone WHERE d.project_id = ${projectId}::uuid AND d.message_id = gone.id`
}
