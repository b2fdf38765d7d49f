import { patchRun as patchContract } from '@/lib/contracts/run-changes'
import { withPreparedStatements } from '@/lib/db/prepared-statements'
import { redactValue } from '@/lib/engine/redaction/redact-run'
import { definedOf } from '@/lib/ingest/json'
import type { ProjectContext } from '../context'
import { askerOf } from '../engine-pool/ask'
import { transactionTurns } from '../engine-pool/pool'
import { notFound } from '../errors'
import { operation } from '../operation'
import { loadRedactor } from '../redaction/load-redactor'
import { loadRunId } from '../runs/find'
import { findRunRows } from '../runs/rows'
import { applyPatches, hasEnd, type SentPatch } from './apply-patches'
import { isGathered, makeGatherer } from './gather'

type Sent = { ctx: ProjectContext; patch: SentPatch }

const gather = makeGatherer(patchAll)

/**
 * Merges metadata key by key and replaces tags; the previous values are audited. Output and end are accepted only while the run
 * is running. Patches of a run made of a trace are kept and applied again as the trace grows. Short ends of one caller that arrive at the same
 * time share commits.
 */
export const patchRun = operation(patchContract, async (ctx, { runId: name, tags: sentTags, ...sent }) => {
  const redactor = await loadRedactor(ctx.db, ctx.project.id)
  const { metadata, ...ends } = redactor === null ? sent : redactValue(redactor, sent)
  const tags = redactor === null ? sentTags : sentTags?.map((tag, at) => redactValue(redactor, tag, `tags.${at}`))
  const patch = { runId: await loadRunId(ctx, name), metadata, tags, end: definedOf(ends) }
  const isShared = hasEnd(patch) && tags === undefined && isGathered(patch)
  const [patched] = isShared ? [await gather(signerOf(ctx), { ctx, patch })] : await patchAll([{ ctx, patch }])
  if (!patched) throw notFound('run')
  return patched
})

/** Who signs the audit event of a patch, and from where: shared commits are signed once. */
function signerOf(ctx: ProjectContext): string {
  return JSON.stringify([askerOf(ctx).caller, ctx.origin?.via, ctx.origin?.address])
}

/** Applies patches of one caller, at most one of each run in the same transaction; null for one that must be tried alone. */
async function patchAll(sent: readonly Sent[]) {
  const [first] = sent
  if (!first) return []
  const { ctx } = first
  const patches = sent.map(({ patch }) => patch).filter((patch, at, all) => all.findIndex(isOfRun(patch)) === at)
  const apply = () => applyPatches(ctx, patches)
  // A transaction that ends runs holds a database connection while it waits for an engine thread, so it takes a turn.
  const metadata = await withPreparedStatements(() =>
    patches.some(hasEnd) ? transactionTurns().run(askerOf(ctx), apply) : apply(),
  )
  const rows = await findRunRows(
    ctx.db,
    ctx.project.id,
    patches.map(({ runId }) => runId),
  )
  if (rows.length === 0) throw notFound('run')
  return sent.map(({ patch }) => {
    const [run, after] = [rows.find(({ id }) => id === patch.runId), metadata[patches.indexOf(patch)]]
    return run && after ? { run, metadata: after } : null
  })
}

const isOfRun =
  ({ runId }: SentPatch) =>
  (other: SentPatch) =>
    other.runId === runId
