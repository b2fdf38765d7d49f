import type { GateEvidence, GatePair } from '@/lib/contracts/gate-evidence'
import type { GateDetail } from '@/lib/contracts/gates'
import { isRecord } from '@/lib/contracts/is-record'
import type { Db } from '@/lib/db/client'
import { prepareGateWorst, type WorstRun } from '@/lib/presentation/charts/prepare-gate-odds'
import { differingPlaces } from '@/lib/presentation/compare/differing-places'
import { VISIBLE_CHANGE } from '@/lib/presentation/format/number'
import { startOf } from '@/lib/presentation/format/text'
import { readConversation } from '@/lib/presentation/transcript/turns'
import { fillReadablePayloads } from '../payloads/fill'
import { loadEvaluatorsAlone } from '../versions/evaluators-alone'

type PairedRun = GatePair['current']
type Row = Omit<PairedRun, 'score' | 'answer' | 'isError' | 'isCut'> & {
  request: unknown
  output: unknown
  error: unknown
}

type Compared = Pick<GateEvidence, 'prior' | 'current'>

/** Characters shown of each text; the run's page shows all of it. */
const SHOWN = 1_200
const ISSUES = 3
/** Differing places shown of a pair. */
const DIFFERENCES = 5
/** Characters of a payload's JSON that are read from the database. */
const READ = 20_000
/** Shown in place of a text that cannot be read now, so that it does not look empty. */
const UNREAD = '[kept in the payload store, which does not give it now]'

/**
 * Loads the run pairs to read first, with request and answer: the scenarios that dropped most between the versions, else the
 * lowest-scoring runs; by confidence if it fell while no scenario lost quality. A pair whose run was pruned since is left out.
 */
export async function loadWorstPairs(
  db: Db,
  projectId: string,
  evidence: Compared,
  hasConfidenceFallen: boolean,
): Promise<Pick<GateDetail, 'worst' | 'rankedBy'>> {
  const byQuality = prepareGateWorst(evidence)
  if (!hasConfidenceFallen || byQuality.some(({ prior }) => prior && prior.change < -VISIBLE_CHANGE))
    return { worst: await loadPairs(db, projectId, byQuality), rankedBy: 'quality' }
  const byConfidence = prepareGateWorst(await withConfidence(db, projectId, evidence))
  return { worst: await loadPairs(db, projectId, byConfidence), rankedBy: 'confidence' }
}

/** Returns the same runs with their confidence by the evaluators alone as their score. */
async function withConfidence(db: Db, projectId: string, { prior, current }: Compared): Promise<Compared> {
  const ids = [...(prior?.dots ?? []), ...current.dots].map(({ runId }) => runId)
  const alone = await loadEvaluatorsAlone(db, projectId)
  const rows = await db.$queryRaw<{ id: string; confidence: number | null }[]>`
    SELECT id, ${alone.confidence} AS confidence FROM run_summary
    WHERE project_id = ${projectId}::uuid AND id = ANY(${ids}::uuid[])`
  const of = new Map(rows.map(({ id, confidence }) => [id, confidence]))
  const scored = <T extends Compared['current']>(side: T): T => ({
    ...side,
    dots: side.dots.map((dot) => ({ ...dot, score: of.get(dot.runId) ?? null })),
  })
  return { prior: prior && scored(prior), current: scored(current) }
}

async function loadPairs(db: Db, projectId: string, worst: readonly WorstRun[]): Promise<GatePair[]> {
  const ids = worst.flatMap(({ runId, prior }) => [runId, ...(prior ? [prior.runId] : [])])
  if (ids.length === 0) return []
  const rows = await db.$queryRaw<Row[]>`
    SELECT r.id AS "runId", r.client_id AS "clientId",
      CASE WHEN length(r.request::text) > ${READ} THEN to_json(left(r.request::text, ${READ})) ELSE r.request END AS request,
      CASE WHEN length(r.output::text) > ${READ} THEN to_json(left(r.output::text, ${READ})) ELSE r.output END AS output,
      r.error, coalesce((
        SELECT array_agg(i.message ORDER BY i.ordinal) FROM (
          SELECT CASE WHEN message LIKE 'is %' THEN field || ' ' || message ELSE message END AS message, ordinal FROM issue WHERE project_id = ${projectId}::uuid AND run_id = ANY(${ids}::uuid[]) AND run_id = r.id ORDER BY ordinal LIMIT ${ISSUES}
        ) i), '{}') AS issues
    FROM run r WHERE r.project_id = ${projectId}::uuid AND r.id = ANY(${ids}::uuid[])`
  const unread = await fillReadablePayloads(
    db,
    projectId,
    { runs: rows.map((row) => Object.assign(row, { id: row.runId })) },
    { isPage: true },
  )
  for (const { runId, field } of unread)
    for (const row of rows) if (row.runId === runId && (field === 'request' || field === 'output')) row[field] = UNREAD
  const byId = new Map(rows.map((row) => [row.runId, row]))
  return worst.flatMap(({ runId, scenario, score, prior }): GatePair[] => {
    const current = byId.get(runId)
    const before = prior ? byId.get(prior.runId) : undefined
    if (!current) return []
    return [
      {
        scenario,
        request: shownOf(requestText(current.request)),
        prior: prior && before ? toPairedRun(before, prior.score) : null,
        current: toPairedRun(current, score),
        change: prior?.change ?? null,
        ...differencesOf(before?.output, current.output),
      },
    ]
  })
}

const shownOf = (text: string | null) => text && startOf(text, SHOWN)

function differencesOf(before: unknown, after: unknown): Pick<GatePair, 'differences' | 'differing'> {
  const places = differingPlaces(before ?? undefined, after ?? undefined) ?? []
  const all = places.map(({ path, a, b }) => ({ path, prior: a, current: b }))
  const lost = all.filter(({ current }) => current === null)
  const others = all.filter(({ current }) => current !== null)
  return { differences: [...lost, ...others].slice(0, DIFFERENCES), differing: all.length }
}

function toPairedRun({ runId, clientId, output, error, issues }: Row, score: number): PairedRun {
  const answer = answerText(output)
  const failed = answer === null && isRecord(error) ? textOf(error.message ?? error) : null
  const text = answer ?? failed
  return {
    runId,
    clientId,
    score,
    answer: shownOf(text),
    isError: answer === null && failed !== null,
    isCut: (text?.length ?? 0) > SHOWN,
    issues,
  }
}

/** The last message of the user in a conversation; else the whole request. */
function requestText(value: unknown): string | null {
  const turns = readConversation(value) ?? []
  return turns.findLast(({ role, text }) => role === 'user' && isSaid(text))?.text ?? textOf(value)
}

/** The last text in a conversation; else the whole output. */
function answerText(value: unknown): string | null {
  return readConversation(value)?.findLast(({ text }) => isSaid(text))?.text ?? textOf(value)
}

const isSaid = (text: string | null) => text !== null && text.trim() !== ''

/** Formats a payload for reading: text as it is, a flat record line by line, anything else as JSON. */
function textOf(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'string') return value
  if (!isRecord(value)) return JSON.stringify(value, null, 2)
  const entries = Object.entries(value)
  const [only] = entries
  if (entries.length === 1 && typeof only?.[1] === 'string') return only[1]
  if (entries.every(([, held]) => typeof held !== 'object' || held === null))
    return entries.map(([name, held]) => `${name}: ${held}`).join('\n')
  return JSON.stringify(value, null, 2)
}
