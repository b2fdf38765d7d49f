import { statelessTools as contracts } from '@/lib/contracts/quality/tools'
import { inEngine } from '../engine-pool/ask'
import { TooSlow } from '../engine-pool/pool'
import type { ToolName } from '../engine-pool/thread/tasks'
import { invalidInput } from '../errors'
import { operation } from '../operation'

/** The tools that are one function of the engine each. An input that takes seconds to check is refused by its costly field. */
export const statelessTools = contracts.map((contract) =>
  operation(contract, async (ctx, input) => {
    try {
      // The contracts and the functions of the engine are held against each other in `tasks`.
      return await inEngine(ctx, contract.name as ToolName, input as never)
    } catch (error) {
      if (!(error instanceof TooSlow)) throw error
      throw invalidInput([{ path: contract.costly, message: `${error.message}: send less, or simpler rules` }])
    }
  }),
)
