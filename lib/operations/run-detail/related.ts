import { gateState } from '@/lib/contracts/gates'
import { type CheckView, checkView, type RunDetail } from '@/lib/contracts/run-detail'
import type { Db } from '@/lib/db/client'
import { startOf } from '@/lib/presentation/format/text'
import { toStored, toView } from '../dead-letters/store'
import { findAnswers } from '../reviews/answers'
import { toDecisionView } from '../runs/views'

const SHOWN = 200
/** Larger inputs of checks are omitted. */
const INPUT_BYTES = 4000

type CheckRow = Omit<CheckView, 'recordedAt'> & { recordedAt: Date }

/** Returns the latest checks of a run by the client's id, oldest first, and their number. */
export async function findRunChecks(
  db: Db,
  projectId: string,
  runKey: string,
): Promise<Pick<RunDetail, 'checks' | 'checkCount'>> {
  const rows = await db.$queryRaw<CheckRow[]>`
    SELECT id, kind, node_id AS "nodeId", is_ok AS "isOk", is_override AS "isOverride", result, by, recorded_at AS "recordedAt",
      CASE WHEN pg_column_size(input) <= ${INPUT_BYTES} THEN input END AS input
    FROM run_check WHERE project_id = ${projectId}::uuid AND run_key = ${runKey}
    ORDER BY recorded_at DESC, id DESC LIMIT ${SHOWN}`
  const checks = rows
    .toReversed()
    .map(({ recordedAt, ...row }) => checkView.parse({ ...row, recordedAt: recordedAt.toISOString() }))
  const isAll = checks.length < SHOWN
  return { checks, checkCount: isAll ? checks.length : await db.runCheck.count({ where: { projectId, runKey } }) }
}

const SHOWN_DEAD_LETTERS = 10
/** Errors are truncated to this many characters. */
const ERROR_SHOWN = 500

/** Returns the newest dead letters of a run by the client's id, and their number. */
export async function findRunDeadLetters(
  db: Db,
  projectId: string,
  runKey: string,
  now: Date,
): Promise<RunDetail['deadLetters']> {
  const where = { projectId, runKey }
  const [total, rows] = await Promise.all([
    db.deadLetter.count({ where }),
    db.deadLetter.findMany({
      where,
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      take: SHOWN_DEAD_LETTERS,
      omit: { args: true },
    }),
  ])
  const newest = rows.map((row) => {
    const { args: _, ...item } = toView(toStored({ ...row, args: null }), now)
    return { ...item, error: startOf(item.error, ERROR_SHOWN) }
  })
  return { total, newest }
}

/** Returns the decisions about this run, oldest first: its reviews, the gates that gave it a signal, and their undos. */
export async function findRunDecisions(
  db: Db,
  projectId: string,
  runId: string,
  signals: readonly { decisionId: string | null }[],
): Promise<RunDetail['decisions']> {
  const ids = signals.flatMap((signal) => (signal.decisionId ? [signal.decisionId] : []))
  const rows = await db.decision.findMany({
    where: { projectId, OR: [{ runId }, { id: { in: ids } }, { undoes: { in: ids } }] },
    orderBy: [{ decidedAt: 'asc' }, { id: 'asc' }],
  })
  const userIds = [...new Set(rows.flatMap((row) => (row.userId ? [row.userId] : [])))]
  const users =
    userIds.length > 0
      ? await db.user.findMany({ where: { id: { in: userIds } }, select: { id: true, name: true } })
      : []
  const names = new Map(users.map((user) => [user.id, user.name]))
  const undone = new Set(rows.map((row) => row.undoes))
  const reviews = rows.filter(({ kind }) => kind === 'review').map(({ id }) => id)
  const answers = await findAnswers(db, projectId, runId, reviews)
  return rows.map((row) => ({
    ...toDecisionView(row, names.get(row.userId ?? '') ?? 'Veritas', undone.has(row.id)),
    answers: answers.get(row.id) ?? [],
  }))
}

const SHOWN_GATES = 50

type Subject = { runId: string; versionId: string; decisionIds: readonly string[] }

/** Returns the newest gates of this run or its version, the one it joined, and those that gave it a signal, and their number. */
export async function findRunGates(
  db: Db,
  projectId: string,
  { runId, versionId, decisionIds }: Subject,
): Promise<Pick<RunDetail, 'gates' | 'gateCount'>> {
  const decided = await db.decision.findMany({
    where: { projectId, id: { in: [...decisionIds] }, gateId: { not: null } },
    select: { gateId: true },
  })
  const joined = await db.gateRun.findUnique({ where: { projectId_runId: { projectId, runId } } })
  const gateIds = [...decided, ...(joined ? [joined] : [])].flatMap(({ gateId }) => (gateId ? [gateId] : []))
  const where = { projectId, OR: [{ runId }, { versionId, runId: null }, { id: { in: gateIds } }] }
  const rows = await db.gate.findMany({
    where,
    select: { id: true, title: true, kind: true, state: true, runId: true, deadlineAt: true },
    orderBy: [{ openedAt: 'desc' }, { id: 'desc' }],
    take: SHOWN_GATES,
  })
  const closed = rows.flatMap(({ id, state }) => (state === 'pending' ? [] : [id]))
  const undone = new Set(closed.length === 0 ? [] : await listUndone(db, projectId, closed))
  const gates = rows.map(({ runId: subject, state, deadlineAt, ...gate }) => ({
    ...gate,
    state: gateState.parse(state),
    undone: undone.has(gate.id),
    deadlineAt: deadlineAt.toISOString(),
    isOwn: subject === runId,
  }))
  return { gates, gateCount: gates.length < SHOWN_GATES ? gates.length : await db.gate.count({ where }) }
}

async function listUndone(db: Db, projectId: string, gateIds: string[]): Promise<(string | null)[]> {
  const where = { projectId, gateId: { in: gateIds }, kind: 'gate_undone' }
  return (await db.decision.findMany({ where, select: { gateId: true } })).map(({ gateId }) => gateId)
}
