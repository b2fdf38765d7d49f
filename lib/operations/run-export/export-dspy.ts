import { exportDspy as contract, type DspyExportInput } from '@/lib/contracts/run-export'
import type { Db } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { type ExampleFacts, splitOf, type Table, toLine } from '@/lib/engine/dspy/examples'
import { atLeast } from '@/lib/engine/tolerance'
import { processWide } from '@/lib/process-wide'
import type { ProjectContext } from '../context'
import { askerOf } from '../engine-pool/ask'
import { FairQueue } from '../engine-pool/fair-queue'
import { AppError } from '../errors'
import { streamOperation } from '../operation'
import { findCovered } from '../runs/covered'
import { buildRunPredicate } from '../runs/filter'
import { selectEffective } from '../runs/signals'
import { findColumns } from './dspy-columns'
import { type ChosenRuns, type ExampleRow, selectExamples } from './dspy-examples'

/**
 * The columns take several passes over all runs: a project makes them once at a time, so that pages are read meanwhile, also those of others.
 */
export const columnTurns = () =>
  processWide('veritasExportTurns', () => {
    const refusal = 'too many of these exports of the project were asked for at once: try again shortly'
    return new FairQueue({ slots: 2, share: 1, maxWaiting: 4, maxWaitMs: 60_000, refusal })
  })

/**
 * Streams runs as training examples, line by line. The columns are determined first in one pass over all runs, span by span; then pages are read one at
 * a time, so that only one is in memory. Runs that arrive or change later are left out.
 */
export const exportDspy = streamOperation(contract, async (ctx, input) => {
  const chosen = await chooseRuns(ctx, input)
  const { request, output } = await columnTurns().run(askerOf(ctx), () => findColumns(ctx.db, chosen, ctx))
  const table = {
    columns: [...request.columns, ...output.columns],
    depths: { request: request.depth, output: output.depth },
  }
  return linesOf(ctx, input, chosen, table)
})

async function* linesOf(
  ctx: ProjectContext,
  input: DspyExportInput,
  chosen: ChosenRuns,
  table: Table,
): AsyncGenerator<string, void, undefined> {
  for await (const page of selectExamples(ctx.db, chosen)) {
    const ids = page.map(({ id }) => id)
    const [feedback, covered] = await Promise.all([findFeedback(ctx.db, ctx.project.id, ids), findCovered(ctx, ids)])
    for (const run of page) {
      // What others said of a run is not given to a person who is about to review it blind.
      if (covered.has(run.id)) continue
      const line = toLine(table, run, toFacts(run, feedback.get(run.id) ?? '', input))
      if (line !== null) yield line
    }
  }
}

/**
 * Selects the live runs with a score that have arrived by now; unless failures are requested, only completed and unblocked ones with at
 * least the minimum score.
 * @throws not_found naming an unknown chain or version, since an empty export would look like one without examples
 */
async function chooseRuns(ctx: ProjectContext, input: DspyExportInput): Promise<ChosenRuns> {
  const { chain, version, range, from, to, minScore, includeFailures } = input
  const filters = { chain, version, range, from, to, kind: ['live' as const] }
  const passing = includeFailures ? {} : { status: ['completed'], qualityMin: minScore }
  await refuseUnknownChains(ctx, chain)
  await refuseUnknown('version', version, async (names) => {
    const ofChain = chain?.length ? { chain: { name: { in: chain } } } : {}
    const where = { projectId: ctx.project.id, version: { in: names }, ...ofChain }
    const rows = await ctx.db.chainVersion.findMany({ where, select: { version: true }, distinct: ['version'] })
    return rows.map((row) => ({ name: row.version }))
  })
  const predicate = await buildRunPredicate(ctx, { ...filters, ...passing }, 'oldest')
  if (!predicate) throw unknownNames('version', version ?? [])
  const conditions = [
    Prisma.sql`s.project_id = ${ctx.project.id}::uuid`,
    Prisma.sql`s.quality IS NOT NULL`,
    Prisma.sql`r.received_at <= ${ctx.now()}::timestamptz`,
    ...(includeFailures ? [] : [Prisma.sql`NOT s.blocked`]),
    ...predicate.every,
    ...(predicate.arms.length > 0 ? [Prisma.sql`(${Prisma.join(predicate.arms, ' OR ')})`] : []),
  ]
  const joined = Prisma.sql`FROM run_summary s JOIN run r ON r.project_id = s.project_id AND r.id = s.id
    WHERE ${Prisma.join(conditions, ' AND ')}`
  return { projectId: ctx.project.id, from: joined }
}

/** @throws not_found naming the chains that do not exist */
export function refuseUnknownChains({ db, project }: ProjectContext, chains: string[] | undefined): Promise<void> {
  return refuseUnknown('chain', chains, (names) =>
    db.chain.findMany({ where: { projectId: project.id, name: { in: names } }, select: { name: true } }),
  )
}

async function refuseUnknown(
  path: 'chain' | 'version',
  names: string[] | undefined,
  find: (names: string[]) => Promise<{ name: string }[]>,
): Promise<void> {
  if (!names?.length) return
  const known = new Set((await find(names)).map(({ name }) => name))
  const unknown = names.filter((name) => !known.has(name))
  if (unknown.length > 0) throw unknownNames(path, unknown)
}

function unknownNames(path: 'chain' | 'version', names: readonly string[]): AppError {
  const message = `no ${path} is named ${names.map((name) => `"${name}"`).join(', ')}`
  return new AppError('not_found', message, [{ path, message }])
}

/** More issues than this do not help to improve an output. */
const MAX_ISSUES = 8

/** Returns the feedback for each run: the reviewer's comment if there is one, else its issues, most severe first, as a sentence. */
async function findFeedback(db: Db, projectId: string, runIds: readonly string[]): Promise<Map<string, string>> {
  const ofRuns = { projectId, runId: { in: [...runIds] } }
  const [signals, issues] = await Promise.all([
    db.signal.findMany({ where: { ...ofRuns, evaluator: 'human' } }),
    db.issue.findMany({
      where: ofRuns,
      select: { runId: true, stage: true, field: true, message: true },
      orderBy: [{ blocker: 'desc' }, { severity: 'asc' }, { ordinal: 'asc' }],
    }),
  ])
  const issuesOf = Map.groupBy(issues, (issue) => issue.runId)
  const feedback = new Map([...issuesOf].map(([runId, found]) => [runId, toSentence(found)]))
  for (const [runId, given] of Map.groupBy(signals, (signal) => signal.runId)) {
    const words = selectEffective(given).human?.comment?.trim()
    if (words) feedback.set(runId, words)
  }
  return feedback
}

function toSentence(issues: readonly { stage: string; field: string; message: string }[]): string {
  const shown = issues.slice(0, MAX_ISSUES).map(({ stage, field, message }) => {
    const name = field.replace(/^\$\.?/, '')
    // Issues of a step name it in their message; the field is its id.
    return name === '' || stage === 'execution' || message.includes(name) ? message : `${name} ${message}`
  })
  const more = issues.length - shown.length
  const sentence = [...shown, ...(more > 0 ? [`${more} more`] : [])].join('; ')
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`
}

type Options = Pick<DspyExportInput, 'minScore' | 'valShare' | 'seed'>

/** Returns the facts of an example. Runs of one scenario, or attempts of one execution, get the same split. */
function toFacts(run: ExampleRow, feedback: string, { minScore, valShare, seed }: Options): ExampleFacts {
  return {
    score: run.score,
    passed: run.status === 'completed' && !run.blocked && atLeast(run.score, minScore),
    feedback,
    decision: run.decision,
    chain: run.chain,
    chain_version: run.version,
    scenario: run.scenario ?? '',
    run_id: run.id,
    split: splitOf(run.scenario ?? run.execution ?? run.clientId, valShare, seed),
  }
}
