import { ANSWERS_MOST } from '@/lib/contracts/limits'
import type { OwnAnswer, PairResult } from '@/lib/contracts/pairs'
import type { Db, Tx } from '@/lib/db/client'
import { Prisma, type RunPair } from '@/lib/db/generated/client'
import type { PairChoice } from '@/lib/engine/stats/pair-wins'
import { type ProjectContext, personOf } from '../context'
import { AppError } from '../errors'
import { answerStands } from '../runs/human-verdict'
import { inScope, type PairedSides, type PairScope } from './result'

/** The person who judges pairs. @throws forbidden for an API key */
export function personIn({ actor }: ProjectContext): { userId: string; name: string } {
  const person = personOf(actor)
  if (!person) throw new AppError('forbidden', 'only a person can say which is better')
  return person
}

type Place = 'first' | 'second'

/** The side that a person saw first or second. */
export function sideShown(place: Place, shownFirst: string): 'a' | 'b' {
  return (place === 'first') === (shownFirst === 'a') ? 'a' : 'b'
}

/** A person's choice by the place in which they saw it. */
export function placeShown(choice: PairChoice, shownFirst: string): Place | 'equal' {
  if (choice === 'equal') return choice
  return choice === shownFirst ? 'first' : 'second'
}

/** A person, and pairs of which one tells about the next: all of the same two versions, or two runs of one version. */
export type Mine = { userId: string; batch: PairScope }

export function batchOf({ aVersionId, bVersionId, aRunId, bRunId }: RunPair): PairScope {
  return { aVersionId, bVersionId, runIds: aVersionId === bVersionId ? [aRunId, bRunId] : null }
}

export const toBatch = ({ a, b, runIds }: PairedSides): PairScope => ({
  aVersionId: a.versionId,
  bVersionId: b.versionId,
  runIds: a.versionId === b.versionId ? runIds : null,
})

/** Condition: verdict `v` on pair `p` is this person's answer. */
export const answerOf = (projectId: string, userId: string): Prisma.Sql => Prisma.sql`
  v.project_id = ${projectId}::uuid AND v.pair_id = p.id AND v.user_id = ${userId}::uuid AND ${answerStands(projectId, 'v')}`

/** Condition: a person neither answered pair `p` nor was shown which side is which. */
export const unansweredBy = (projectId: string, userId: string): Prisma.Sql => Prisma.sql`
  NOT ${userId}::uuid = ANY(p.shown_to) AND NOT EXISTS (SELECT 1 FROM pair_verdict v WHERE ${answerOf(projectId, userId)})`

/** The pairs that a person has still to answer, and their answers that they may take back. */
type Open = { unanswered: number; changeable: number }

/** Counts what the verdicts on a batch would give away to a person. */
export async function countOpen(db: Db | Tx, projectId: string, { userId, batch }: Mine): Promise<Open> {
  const [row] = await db.$queryRaw<Open[]>`
    SELECT count(*) FILTER (WHERE v.id IS NULL)::int AS unanswered, count(v.id)::int AS changeable
    FROM run_pair p LEFT JOIN pair_verdict v ON ${answerOf(projectId, userId)}
    WHERE ${inScope(projectId, batch)} AND NOT ${userId}::uuid = ANY(p.shown_to)`
  return row ?? { unanswered: 0, changeable: 0 }
}

/** The result as a person may see it. */
export function shownResult(result: PairResult, { unanswered, changeable }: Open): PairResult {
  return unanswered + changeable > 0 ? { ...result, wins: null } : result
}

type Row = Omit<OwnAnswer, 'choice' | 'at'> & { choice: PairChoice; shownFirst: string; at: Date }

/** Lists a person's answers that they may take back, newest first. */
export async function listOwn(tx: Tx, projectId: string, userId: string, pairs: Prisma.Sql): Promise<OwnAnswer[]> {
  const rows = await tx.$queryRaw<Row[]>`
    SELECT p.id AS "pairId", v.id AS "verdictId", p.scenario, v.choice, v.shown_first AS "shownFirst", v.note, v.at
    FROM run_pair p JOIN pair_verdict v ON ${answerOf(projectId, userId)}
    WHERE ${pairs} AND NOT ${userId}::uuid = ANY(p.shown_to) ORDER BY v.at DESC, v.id DESC LIMIT ${ANSWERS_MOST}`
  return rows.map(({ shownFirst, choice, at, ...row }) => ({
    ...row,
    choice: placeShown(choice, shownFirst),
    at: at.toISOString(),
  }))
}
