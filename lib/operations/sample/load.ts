import { loadSample as contract } from '@/lib/contracts/projects'
import { inTransaction } from '@/lib/db/transaction'
import { audit } from '../audit'
import { operation } from '../operation'
import { enqueue } from '../queue/enqueue'

/** Enqueues the sample: a job creates its runs in batches. Repeating it creates no duplicates. */
export const loadSample = operation(contract, (ctx) =>
  inTransaction(ctx, async (tx) => {
    const data = { projectId: ctx.project.id, askedAt: ctx.now().toISOString() }
    await enqueue(tx, [{ name: 'sample-load', data }])
    await audit(tx, ctx, 'sample.load', `project:${ctx.project.id}`, null, null)
    return { started: true as const }
  }),
)
