import type { z } from 'zod'
import type { Contract, Scope } from '@/lib/contracts/contract'
import { parseInput } from '@/lib/contracts/input-issues'
import { authorizeProject } from './authorize'
import type { Context, ProjectContext } from './context'
import { invalidInput } from './errors'

type ProjectScope = Exclude<Scope, 'public' | 'session'>

/** An operation whose answer is too long to be held in memory: `open` resolves when the first line is known, or rejects. */
export type StreamOperation<I extends z.ZodType = z.ZodType> = {
  readonly contract: Contract<I, z.ZodType, ProjectScope>
  open(ctx: Context, input: z.input<I>): Promise<AsyncIterableIterator<string>>
}

/**
 * Binds a contract to an implementation that answers line by line; the contract's output is one line. Scope and input are checked as in
 * `operation`, before anything is sent.
 */
export function streamOperation<I extends z.ZodType>(
  contract: Contract<I, z.ZodType, ProjectScope>,
  work: (ctx: ProjectContext, input: z.output<I>) => Promise<AsyncIterableIterator<string>>,
): StreamOperation<I> {
  return {
    contract,
    async open(ctx, input) {
      const allowed = await authorizeProject(ctx, contract.scope)
      const parsed = parseInput(contract.input, input)
      if (parsed.issues) throw invalidInput(parsed.issues)
      return work(allowed, parsed.data)
    },
  }
}
