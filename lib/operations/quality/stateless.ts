import { statelessTools as contracts } from '@/lib/contracts/quality/tools'
import { inEngine } from '../engine-pool/ask'
import { TooSlow } from '../engine-pool/pool'
import type { ToolName } from '../engine-pool/thread/tasks'
import { invalidInput } from '../errors'
import { operation } from '../operation'

/** The tools that consist of one engine function each. An input that takes seconds to check is rejected naming its costly field. */
export const statelessTools = contracts.map((contract) =>
  operation(contract, async (ctx, input) => {
    try {
      // `tasks` verifies at compile time that contracts and engine functions match.
      return await inEngine(ctx, contract.name as ToolName, input as never)
    } catch (error) {
      if (!(error instanceof TooSlow)) throw error
      throw invalidInput([{ path: contract.costly, message: `${error.message}: send less, or simpler rules` }])
    }
  }),
)
