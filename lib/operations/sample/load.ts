import { type Decision, decision } from '@/lib/contracts/primitives'
import { loadSample as contract } from '@/lib/contracts/projects'
import type { RunBody } from '@/lib/contracts/run-input'
import { inTransaction } from '@/lib/db/transaction'
import type { SampleRun } from '@/lib/sample/runner/chain-run'
import { type SampleChain, sampleChains } from '@/lib/sample/sample-chains'
import { audit } from '../audit'
import { putVersion } from '../chains/version'
import type { ProjectContext } from '../context'
import { ingestBatch } from '../ingest/ingest-batch'
import { operation } from '../operation'
import { enqueue } from '../queue/enqueue'
import { findRunIds } from '../runs/find'

/** Enqueues the sample: a job creates its runs in batches. Repeating it creates no duplicates. */
export const loadSample = operation(contract, (ctx) =>
  inTransaction(ctx, async (tx) => {
    const data = { projectId: ctx.project.id, askedAt: ctx.now().toISOString() }
    await enqueue(tx, [{ name: 'sample-load', data }])
    await audit(tx, ctx, 'sample.load', { subject: `project:${ctx.project.id}` })
    return { started: true as const }
  }),
)

/**
 * Runs the built-in chains and ingests their runs as a client would. Ids are fixed, so that existing runs stay as they are and an
 * interrupted job can resume.
 * @param now the end of the week that the runs are spread over
 */
export async function makeSample(ctx: ProjectContext, now: Date, chains = sampleChains): Promise<void> {
  await Promise.all(chains.map((chain) => makeChain(ctx, chain, now)))
}

async function makeChain(ctx: ProjectContext, chain: SampleChain, now: Date): Promise<void> {
  const declared = await ctx.db.chainVersion.findMany({
    where: { projectId: ctx.project.id, chain: { name: chain.name } },
    select: { version: true },
  })
  for (const version of chain.versions)
    if (!declared.some((row) => row.version === version))
      await putVersion.run(ctx, { chain: chain.name, version, ...chain.promised })
  await performRuns(ctx, chain.runs(now))
}

const BATCH = 20
const VIA = 'sample project'

/** Performs each run, and repeats it while the decision is "iterate" and attempts are left. */
async function performRuns(ctx: ProjectContext, runs: readonly SampleRun[]): Promise<void> {
  let pending = runs
  for (let attempt = 1; pending.length > 0; attempt++) {
    const again: SampleRun[] = []
    for (let at = 0; at < pending.length; at += BATCH) {
      const batch = pending.slice(at, at + BATCH)
      const bodies: RunBody[] = []
      for (const run of batch) bodies.push(asSent(await run.perform(attempt)))
      const decisions = await send(ctx, bodies)
      again.push(
        ...batch.filter((run, index) => {
          const id = bodies[index]?.id ?? ''
          return attempt < run.attemptsMax && decisions.get(id) === 'iterate'
        }),
      )
    }
    pending = again
  }
}

/** A client sends JSON: a member without a value is absent there, and would be scored as present here. */
const asSent = (body: RunBody): RunBody => JSON.parse(JSON.stringify(body))

/** Ingests the runs that are not stored yet. @returns the decision on every run, old and new */
async function send(ctx: ProjectContext, bodies: readonly RunBody[]): Promise<Map<string, Decision>> {
  const known = await findDecisions(
    ctx,
    bodies.map((body) => body.id),
  )
  const fresh = bodies.filter((body) => !known.has(body.id))
  if (fresh.length === 0) return known
  const { accepted, rejected } = await ingestBatch(ctx, fresh, VIA)
  const refused = rejected.find((run) => run.code !== 'conflict')
  if (refused) throw new Error(`the sample run ${refused.id} was refused: ${refused.path} ${refused.reason}`)
  return new Map([...known, ...accepted.map((run) => [run.id, run.decision] as const)])
}

async function findDecisions(ctx: ProjectContext, clientIds: readonly string[]): Promise<Map<string, Decision>> {
  const runIds = await findRunIds(ctx.db, ctx.project.id, clientIds)
  const rows = await ctx.db.runSummary.findMany({
    where: { projectId: ctx.project.id, id: { in: runIds } },
    select: { clientId: true, decision: true },
  })
  return new Map(rows.map((row) => [row.clientId, decision.parse(row.decision)]))
}
