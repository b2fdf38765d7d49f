import { compareOutputs as contract } from '@/lib/contracts/judge'
import { combineComparisons, readComparison, type Winner } from '@/lib/engine/judge/comparison'
import { loadEffectiveConfiguration } from '../configuration/levels'
import type { ProjectContext } from '../context'
import { inEngine } from '../engine-pool/ask'
import { AppError } from '../errors'
import { operation } from '../operation'
import { utcDay } from './endpoint'
import { askJudges, loadJudges } from './judges'

export const compareOutputs = operation(contract, async (ctx, { task, criteria, a, b }) => {
  const ask = await comparer(ctx, { description: task, criteria })
  const aFirst = await ask(a, b)
  const bFirst = await ask(b, a)
  const combined = combineComparisons(aFirst.score, bFirst.score)
  const reply = (first: 'a' | 'b', { score, feedback, cached }: typeof aFirst) => {
    const second: Winner = first === 'a' ? 'b' : 'a'
    const winner: Winner = score === 1 ? first : score === 2 ? second : 'tie'
    return { first, winner, feedback, cached }
  }
  return { ...combined, replies: [reply('a', aFirst), reply('b', bFirst)] }
})

type Task = { description: string; criteria?: string | string[] | undefined }

/** Returns a function that asks for one order of two outputs and throws unavailable, with the reason, when there is no answer. */
async function comparer(ctx: ProjectContext, task: Task) {
  const judges = await loadJudges(ctx, await loadEffectiveConfiguration(ctx.db, ctx.project.id))
  if (judges.endpoints.length === 0) throw unavailable('no judge is configured')
  if (!judges.settings.isEnabled) throw unavailable('the configuration of this project turns the judge off')
  return async (first: unknown, second: unknown) => {
    const question = await inEngine(ctx, 'compare_outputs', { task, first, second, day: utcDay(ctx.now()) })
    const asking = { question, purpose: 'compare', worker: 'compare', read: readComparison } as const
    const asked = await askJudges(ctx, judges, asking)
    if (asked.outcome !== 'scored') throw unavailable(asked.error)
    return asked
  }
}

function unavailable(reason: string): AppError {
  return new AppError('unavailable', `the outputs were not compared: ${reason}`)
}
