import { addDeadLetter as contract } from '@/lib/contracts/dead-letters'
import { toCheckedRun } from '../checks/checked-run'
import { operation } from '../operation'
import { addDeadLetter } from './add-dead-letter'
import { toView } from './dead-letter-row'
import { loadDeadLetter } from './load-dead-letter'

/** An agent hands in what failed. Sent again with the same id, it is answered with what is there. */
export const postDeadLetter = operation(contract, async (ctx, { runId, ...letter }) => {
  const projectId = ctx.project.id
  const known = letter.id && (await ctx.db.deadLetter.count({ where: { projectId, id: letter.id } })) > 0
  const runKey = runId === undefined ? undefined : (await toCheckedRun(ctx.db, projectId, runId)).runKey
  const id = await addDeadLetter(ctx, { ...letter, runKey, args: letter.args })
  return { item: toView(await loadDeadLetter(ctx.db, projectId, id), ctx.now()), duplicate: Boolean(known) }
})
