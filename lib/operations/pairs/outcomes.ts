import { getPairResult as contract, type PairOutcome } from '@/lib/contracts/pairs'
import type { Db } from '@/lib/db/client'
import { type PairChoice, winnerOf } from '@/lib/engine/stats/pair-wins'
import { scopeRefusal } from '../authorize'
import { type ProjectContext, personOf } from '../context'
import { operation } from '../operation'
import { answerStands } from '../runs/human-verdict'
import { countOpen, shownResult, toBatch } from './own'
import { loadPairResult, loadSides, ofSides, type PairedSides } from './result'

/**
 * Returns the verdicts of people on two versions or two runs, with what they say unless it would give away pairs that the caller has
 * to answer, or may answer again.
 */
export const getPairResult = operation(contract, async (ctx, input) => {
  const { db, project } = ctx
  const sides = await loadSides(ctx, input)
  const [loaded, open] = await Promise.all([loadPairResult(db, project.id, sides), countOpenTo(ctx, sides)])
  const result = shownResult(loaded, open)
  return { result, outcomes: result.wins && (await listOutcomes(db, project.id, sides)), ...open }
})

/** Pairs that the caller may still be given, and answers that they may take back: none for a key or a viewer. */
async function countOpenTo({ actor, role, db, project }: ProjectContext, sides: PairedSides) {
  const person = personOf(actor)
  if (!person || scopeRefusal(actor, role, 'decide')) return { unanswered: 0, changeable: 0 }
  return countOpen(db, project.id, { userId: person.userId, batch: toBatch(sides) })
}

type Row = Omit<PairOutcome, 'winner' | 'verdicts'> & { choices: PairChoice[] }

/** Lists the pairs that have a verdict, by scenario, with the sides in the requested order. */
async function listOutcomes(db: Db, projectId: string, sides: PairedSides): Promise<PairOutcome[]> {
  const rows = await db.$queryRaw<Row[]>`
    SELECT p.scenario, p.a_run_id AS "aRunId", p.b_run_id AS "bRunId", v.choices
    FROM run_pair p JOIN (
      SELECT p.pair_id, array_agg(p.choice) AS choices FROM pair_verdict p
      WHERE ${ofSides(projectId, sides)} AND ${answerStands(projectId, 'p')} GROUP BY p.pair_id
    ) v ON v.pair_id = p.id
    WHERE ${ofSides(projectId, sides)} ORDER BY p.scenario, p.id`
  return rows.map(({ choices, ...row }) => {
    const outcome = { ...row, winner: winnerOf(choices), verdicts: choices.length }
    return sides.isSwapped ? swapped(outcome) : outcome
  })
}

const otherSide = { a: 'b', b: 'a', equal: 'equal' } as const

const swapped = ({ winner, aRunId, bRunId, ...outcome }: PairOutcome): PairOutcome => ({
  ...outcome,
  winner: otherSide[winner],
  aRunId: bRunId,
  bRunId: aRunId,
})
