import { PEOPLE_PAIRS_MOST } from '@/lib/contracts/limits'
import { type Agreement, getAgreement as contract, NAMED_RUNS } from '@/lib/contracts/review-agreement'
import type { RubricItem } from '@/lib/contracts/rubrics'
import type { Db } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { verdictSide } from '@/lib/engine/confidence/verdict-side'
import { ENOUGH_UNITS } from '@/lib/engine/stats/agreement'
import { toShare } from '@/lib/engine/stats/intervals'
import type { ProjectContext } from '../context'
import { inEngine } from '../engine-pool/ask'
import { operation } from '../operation'
import { loadQuestions } from '../reviews/answers'
import { findCovered } from '../runs/covered'
import { independentOf, selectFirstVerdicts } from '../runs/human-verdict'
import { loadRubric } from './rubric'

/** Number of newest verdicts compared. */
const VERDICTS_MAX = 20_000

type FirstVerdict = { runId: string; decisionId: string; userId: string; name: string; value: number; isBlind: boolean }

/**
 * Measures how far people agree, by each person's first verdict on a run, as far as it was given without sight of another. A revised
 * verdict counts with its first version.
 */
export const getAgreement = operation(contract, async (ctx, { chain }) => {
  const { db, project } = ctx
  const firstVerdicts = await listFirstVerdicts(db, project.id, chain)
  const several = await groupSeveral(ctx, firstVerdicts)
  const independent = several.map(independentOf)
  const judged = independent.filter((verdicts) => verdicts.length > 1)
  // Runs on which all others saw the first verdict.
  const seen = several.filter((_, at) => (independent[at]?.length ?? 0) < 2)
  const pairs = judged.flatMap(pairUp)
  const allPeople = [...Map.groupBy(pairs, ({ a, b }) => `${a.userId} ${b.userId}`).values()]
  const byPeople = allPeople.sort((one, other) => other.length - one.length).slice(0, PEOPLE_PAIRS_MOST)
  const { alphas, kappas } = await inEngine(ctx, 'measure_agreement', {
    rated: [{ values: judged.map((verdicts) => verdicts.map(({ value }) => value)), scale: 'ordinal' }],
    pairs: byPeople.map((both) => both.map(({ a, b }) => [isApproval(a), isApproval(b)] as const)),
  })
  const { units = 0, alpha = null, interval = null } = alphas[0] ?? {}
  return {
    needed: ENOUGH_UNITS,
    seen: seen.length,
    seenSame: shareOf(seen, isUnanimous),
    verdicts: {
      runs: units,
      alpha,
      interval,
      same: shareOf(judged, isUnanimous),
      apart: apartOn(judged.filter((verdicts) => !isUnanimous(verdicts)).flat()),
    },
    reviewers: toReviewers(firstVerdicts, pairs),
    pairs: toPairs(byPeople, kappas),
    pairCount: allPeople.length,
    items: await compareItems(ctx, judged.flat()),
  }
})

function listFirstVerdicts(db: Db, projectId: string, chain: string | undefined): Promise<FirstVerdict[]> {
  const ofChain =
    chain === undefined
      ? Prisma.empty
      : Prisma.sql`JOIN run_summary s ON s.project_id = ${projectId}::uuid AND s.id = f.run_id
          JOIN chain c ON c.project_id = s.project_id AND c.id = s.chain_id AND c.name = ${chain}`
  return db.$queryRaw<FirstVerdict[]>`
    SELECT f.run_id AS "runId", f.id AS "decisionId", f.user_id AS "userId", u.name, f.value, f.is_blind AS "isBlind"
    FROM (${selectFirstVerdicts(projectId, { most: VERDICTS_MAX })}) f
    JOIN "user" u ON u.id = f.user_id ${ofChain} ORDER BY f.run_id, f.decided_at, f.id`
}

/** The verdicts by run, of runs with several; without those that the caller is about to review blind. */
async function groupSeveral(ctx: ProjectContext, firstVerdicts: readonly FirstVerdict[]): Promise<FirstVerdict[][]> {
  const byRun = Map.groupBy(firstVerdicts, ({ runId }) => runId)
  const several = [...byRun].filter(([, verdicts]) => verdicts.length > 1)
  const ids = several.map(([runId]) => runId)
  const covered = await findCovered(ctx, ids)
  return several.filter(([runId]) => !covered.has(runId)).map(([, verdicts]) => verdicts)
}

/** A rating between approval and rejection agrees with approvals: it is no objection. */
const isApproval = ({ value }: FirstVerdict) => verdictSide(value) !== false

const isUnanimous = (verdicts: readonly FirstVerdict[]) => new Set(verdicts.map(isApproval)).size === 1

type Pair = { a: FirstVerdict; b: FirstVerdict }
type Kappa = Pick<Agreement['pairs'][number], 'kappa' | 'kappaInterval'>

function pairUp(verdicts: readonly FirstVerdict[]): Pair[] {
  const sorted = verdicts.toSorted((one, other) => (one.userId < other.userId ? -1 : 1))
  return sorted.flatMap((a, index) => sorted.slice(index + 1).map((b) => ({ a, b })))
}

const isSame = ({ a, b }: Pair) => isApproval(a) === isApproval(b)
const person = ({ userId, name }: FirstVerdict) => ({ userId, name })

function toReviewers(firstVerdicts: readonly FirstVerdict[], pairs: readonly Pair[]): Agreement['reviewers'] {
  const sides = pairs.flatMap((pair) => [pair.a, pair.b].map(({ userId }) => ({ userId, pair })))
  const ownPairs = Map.groupBy(sides, ({ userId }) => userId)
  return [...Map.groupBy(firstVerdicts, ({ userId }) => userId).values()]
    .flatMap((verdicts) => {
      const [first] = verdicts
      if (!first) return []
      const own = (ownPairs.get(first.userId) ?? []).map(({ pair }) => pair)
      const approved = shareOf(verdicts, ({ value }) => verdictSide(value) === true)
      return [
        { ...person(first), verdicts: verdicts.length, approved, same: shareOf(own, isSame), apart: apartOf(own) },
      ]
    })
    .sort((a, b) => b.verdicts - a.verdicts || (a.name < b.name ? -1 : 1))
}

function toPairs(byPeople: readonly Pair[][], kappas: readonly Kappa[]): Agreement['pairs'] {
  return byPeople.flatMap((both, at) => {
    const [first, kappa] = [both[0], kappas[at]]
    if (!first || !kappa) return []
    return [{ a: person(first.a), b: person(first.b), same: shareOf(both, isSame), apart: apartOf(both), ...kappa }]
  })
}

const apartOf = (pairs: readonly Pair[]) => apartOn(pairs.filter((pair) => !isSame(pair)).map(({ a }) => a))

/** Counts the runs, and names the newest. */
function apartOn(of: readonly { runId: string }[]): Agreement['pairs'][number]['apart'] {
  // Ids start with the time of the run.
  const runIds = [...new Set(of.map(({ runId }) => runId))].sort().reverse()
  return { runs: runIds.length, runIds: runIds.slice(0, NAMED_RUNS) }
}

function shareOf<T>(of: readonly T[], holds: (item: T) => boolean): Agreement['reviewers'][number]['same'] {
  return toShare(of.filter(holds).length, of.length)
}

type Answer = {
  runId: string
  chainId: string
  item: string
  nodeId: string | null
  value: unknown
  version: number
}

/**
 * Compares the rubric answers of people who judged the same run, and for step items the same step. Answers to a question are compared as
 * long as its scale or options stayed the same; notes are not compared.
 */
async function compareItems(ctx: ProjectContext, firstVerdicts: readonly FirstVerdict[]): Promise<Agreement['items']> {
  const decisionIds = firstVerdicts.map(({ decisionId }) => decisionId)
  const answers = await ctx.db.$queryRaw<Answer[]>`
    SELECT run_id AS "runId", chain_id AS "chainId", item, node_id AS "nodeId", value, rubric_version AS version FROM rubric_answer
    WHERE project_id = ${ctx.project.id}::uuid AND decision_id = ANY(${decisionIds}::uuid[]) AND run_id = ANY(${firstVerdicts.map(({ runId }) => runId)}::uuid[])
    ORDER BY run_id, id`
  const byChain = Map.groupBy(answers, ({ chainId }) => chainId)
  const found = await Promise.all([...byChain].map(([chainId, given]) => compareChain(ctx, chainId, given)))
  return found.flat()
}

async function compareChain(
  ctx: ProjectContext,
  chainId: string,
  answers: readonly Answer[],
): Promise<Agreement['items']> {
  const [rubric, questionOf] = await Promise.all([
    loadRubric(ctx.db, ctx.project.id, chainId),
    loadQuestions(ctx.db, ctx.project.id, chainId),
  ])
  const asked = answers.flatMap((answer) => {
    const question = questionOf(answer.version, answer.item)
    return question && question.kind !== 'note' ? [{ ...answer, question }] : []
  })
  const current = rubric.items.map(scaleOf)
  const placeOf = (scale: string) => (current.includes(scale) ? current.indexOf(scale) : current.length)
  const items = [...Map.groupBy(asked, ({ question }) => scaleOf(question))]
    .toSorted(([one], [other]) => placeOf(one) - placeOf(other))
    .flatMap(([scale, given]) => {
      const newest = given.reduce((one, other) => (other.version > one.version ? other : one)).question
      const question = rubric.items[placeOf(scale)] ?? newest
      const units = [...Map.groupBy(given, ({ runId, nodeId }) => `${runId} ${nodeId}`).values()]
      const compared = units
        .map((unit) => ({
          runId: unit[0]?.runId ?? '',
          values: unit.flatMap(({ value }) => toNumber(question, value) ?? []),
        }))
        .filter(({ values }) => values.length > 1)
      return compared.length === 0 ? [] : [{ question, compared, isCurrent: current.includes(scale) }]
    })
  const { alphas } = await inEngine(ctx, 'measure_agreement', {
    rated: items.map(({ question, compared }) => ({
      values: compared.map(({ values }) => values),
      scale: question.kind === 'scale' ? ('ordinal' as const) : ('nominal' as const),
      // The steps of one run are not independent of each other.
      clusters: compared.map(({ runId }) => runId),
    })),
    pairs: [],
  })
  return items.map(({ question, compared, isCurrent }, at) => {
    const isEqual = (unit: (typeof compared)[number]) => new Set(unit.values).size === 1
    const { alpha = null, interval = null } = alphas[at] ?? {}
    return {
      ...{ chain: rubric.chain, item: question.key, label: question.label, of: question.of, isCurrent },
      ...{ runs: new Set(compared.map(({ runId }) => runId)).size, alpha, interval },
      same: shareOf(compared, isEqual),
      apart: apartOn(compared.filter((unit) => !isEqual(unit))),
    }
  })
}

/** What answers must have in common to be compared; the wording may change. */
const scaleOf = ({ key, kind, of, points, options }: RubricItem) =>
  JSON.stringify([key, kind, of, points, options?.toSorted()])

/** Converts an answer to a number: a point, a yes, or the index of a category. */
function toNumber({ kind, options }: RubricItem, value: unknown): number | null {
  if (kind === 'scale') return typeof value === 'number' ? value : null
  if (kind === 'boolean') return typeof value === 'boolean' ? Number(value) : null
  const place = options?.indexOf(String(value)) ?? -1
  return place < 0 ? null : place
}
