import type { Tx } from '@/lib/db/client'
import type { Row } from '@/lib/db/rows'
import { otherWritings } from '../runs/find'
import type { SignalFact } from '../runs/signals'

type KeptSignal = Pick<
  Row<'sentSignal'>,
  'projectId' | 'signalId' | 'evaluator' | 'value' | 'raw' | 'by' | 'comment'
> & {
  at: Date | string
}

/** Converts a signal that was sent separately to a signal of its run. */
export function toSignalRow(sent: KeptSignal, runId: string): Row<'signal'> {
  const { projectId, signalId, evaluator, value, raw, by, comment, at } = sent
  return { projectId, runId, id: signalId, evaluator, value, raw, origin: 'ingest', by, comment, recordedAt: at }
}

const SENT_BY = ', sent by '

/** Whom the sender named: the reverse of {@link signedBy}. */
export const namedBy = (by: string): string => by.split(SENT_BY, 1)[0] ?? by

/** Why a human label is refused where the project or the chain takes none. */
export const NO_LABELS =
  'a human label is not taken here: the setting review.sent_labels is off, and people review on the desk'

/** Who gave a signal, as its sender names them. A human label also names the sender: nobody here gave it. */
export function signedBy(evaluator: string, by: string | undefined, via: string): string {
  if (by === undefined || by === via) return via
  return evaluator === 'human' ? `${by}${SENT_BY}${via}` : by
}

type SentOtherwise = { kind: 'signal' | 'check' | 'letter'; runKey: string; id: string; ownKey: string }
type ClientIds = readonly { run: { id: string } }[]

/** Returns what was sent about runs under another writing of their id, oldest first: signals, checks and dead letters. */
export async function findSentOtherwise(tx: Tx, projectId: string, runs: ClientIds): Promise<SentOtherwise[]> {
  const ownKeys = new Map(runs.flatMap(({ run }) => otherWritings(run.id).map((writing) => [writing, run.id] as const)))
  if (ownKeys.size === 0) return []
  const keys = [...ownKeys.keys()]
  const rows = await tx.$queryRaw<Omit<SentOtherwise, 'ownKey'>[]>`
    SELECT 'signal' AS kind, run_key AS "runKey", id, received_at AS at FROM sent_signal
    WHERE project_id = ${projectId}::uuid AND run_key = ANY(${keys}::text[])
    UNION ALL
    SELECT 'check', run_key, id::text, recorded_at FROM run_check
    WHERE project_id = ${projectId}::uuid AND run_key = ANY(${keys}::text[])
    UNION ALL
    SELECT 'letter', run_key, id::text, created_at FROM dead_letter
    WHERE project_id = ${projectId}::uuid AND run_key = ANY(${keys}::text[])
    ORDER BY at, id`
  return rows.map((row) => ({ ...row, ownKey: ownKeys.get(row.runKey) ?? row.runKey }))
}

/** Moves what was sent otherwise to the id that its run arrived with, and returns whether there was any. Of signals with one id the first stays. */
export async function moveSent(
  tx: Tx,
  projectId: string,
  sent: readonly SentOtherwise[],
  arrived: ClientIds,
): Promise<boolean> {
  const isNew = new Set(arrived.map(({ run }) => run.id))
  const moved = sent.filter(({ ownKey }) => isNew.has(ownKey))
  for (const { kind, runKey: former, id, ownKey: runKey } of moved) {
    const where = { projectId_id: { projectId, id } }
    if (kind === 'check') await tx.runCheck.update({ where, data: { runKey } })
    else if (kind === 'letter') await tx.deadLetter.update({ where, data: { runKey } })
    else await moveSignal(tx, { projectId, runKey: former, id }, runKey)
  }
  return moved.length > 0
}

type SignalKey = { projectId: string; runKey: string; id: string }

async function moveSignal({ sentSignal }: Tx, key: SignalKey, runKey: string): Promise<void> {
  const isTaken = (await sentSignal.count({ where: { ...key, runKey } })) > 0
  const where = { projectId_runKey_id: key }
  await (isTaken ? sentSignal.delete({ where }) : sentSignal.update({ where, data: { runKey } }))
}

type EarlierRow = Omit<Row<'sentSignal'>, 'projectId' | 'receivedAt'> & { at: Date; isOverride: boolean }
type SentBefore = { overridden: ReadonlySet<string>; sentOf: ReadonlyMap<string, Row<'signal'>[]> }

/**
 * Returns what was sent about runs before they arrived, by the client's id: overridden verifications and signals. Usually there is nothing,
 * so one statement reads both.
 */
export async function findSentBefore(
  tx: Tx,
  projectId: string,
  runs: readonly { runId: string; run: { id: string } }[],
): Promise<SentBefore> {
  if (runs.length === 0) return { overridden: new Set(), sentOf: new Map() }
  const runIds = new Map(runs.map(({ run, runId }) => [run.id, runId]))
  const keys = [...runIds.keys()]
  const rows = await tx.$queryRaw<EarlierRow[]>`
    SELECT DISTINCT true AS "isOverride", run_key AS "runKey", '' AS id, NULL::uuid AS "signalId", '' AS evaluator, 0::float8 AS value,
      NULL::jsonb AS raw, '' AS by, NULL AS comment, NULL::timestamptz AS at
    FROM run_check WHERE project_id = ${projectId}::uuid AND run_key = ANY(${keys}::text[]) AND is_override
    UNION ALL
    SELECT false, run_key, id, signal_id, evaluator, value, raw, by, comment, at
    FROM sent_signal WHERE project_id = ${projectId}::uuid AND run_key = ANY(${keys}::text[])
    ORDER BY at, "signalId"`
  const signals = rows
    .filter(({ isOverride }) => !isOverride)
    .map((row) => {
      const sent = { ...row, projectId, raw: row.raw ?? row.value }
      return { key: row.runKey, signal: toSignalRow(sent, runIds.get(row.runKey) ?? '') }
    })
  return {
    overridden: new Set(rows.filter(({ isOverride }) => isOverride).map(({ runKey }) => runKey)),
    sentOf: new Map(
      [...Map.groupBy(signals, ({ key }) => key)].map(([key, list]) => [key, list.map(({ signal }) => signal)]),
    ),
  }
}

/** Converts a signal row to the input for choosing an evaluator's effective signal. */
export function toSignalFact(row: Row<'signal'>): SignalFact {
  const { id, evaluator, value = null, origin, recordedAt = 0 } = row
  return { id, evaluator, value, origin, retracts: null, recordedAt: new Date(recordedAt) }
}
