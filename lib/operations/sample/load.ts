import { loadSample as contract } from '@/lib/contracts/projects'
import { audit } from '../audit'
import { inTransaction } from '../context'
import { operation } from '../operation'
import { enqueueSample } from '../queue/enqueue'

/** Asks for the sample: a job makes its runs, which arrive one batch after the other. Asked again, nothing is there twice. */
export const loadSample = operation(contract, (ctx) =>
  inTransaction(ctx, async (tx) => {
    await enqueueSample(tx, { projectId: ctx.project.id, askedAt: ctx.now().toISOString() })
    await audit(tx, ctx, 'sample.load', `project:${ctx.project.id}`, null, null)
    return { started: true as const }
  }),
)
