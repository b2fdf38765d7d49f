import type { z } from 'zod'
import type { Contract } from '@/lib/contracts/contract'
import { inEngine } from '../engine-pool/ask'
import { TooSlow } from '../engine-pool/pool'
import type { TASKS, TaskInput, TaskName } from '../engine-pool/thread/tasks'
import { invalidInput } from '../errors'
import { type Operation, operation } from '../operation'

/** The tasks that take an `Input` and answer with an `Output`. */
type TaskOf<Input, Output> = {
  [N in TaskName]: (typeof TASKS)[N] extends (input: Input) => Output ? N : never
}[TaskName]

/**
 * A stateless tool: a contract over one function of the engine. An input that takes seconds to check is refused by
 * `costly`, the field that makes it so.
 */
export function tool<I extends z.ZodType, O extends z.ZodType>(
  contract: Contract<I, O, 'read'>,
  task: TaskOf<z.output<I>, z.input<O>>,
  costly: keyof z.output<I> & string,
): Operation<I, O, 'read'> {
  return operation(contract, async (ctx, input) => {
    try {
      return (await inEngine(ctx, task, input as TaskInput<typeof task>)) as z.input<O>
    } catch (error) {
      if (!(error instanceof TooSlow)) throw error
      throw invalidInput([{ path: costly, message: `${error.message}: send less, or simpler rules` }])
    }
  })
}
