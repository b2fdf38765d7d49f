import type { z } from 'zod'
import type { Contract, Scope } from '@/lib/contracts/contract'
import { parseInput } from '@/lib/contracts/input-issues'
import { assertWritable, authorize, authorizeProject, type ProjectScope } from './authorize'
import type { Context, ProjectContext } from './context'
import { invalidInput } from './errors'
import { limitCaller } from './rate-limit/limits'

type ContextOf<S extends Scope> = S extends 'public' | 'session' ? Context : ProjectContext

export type Operation<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType, S extends Scope = Scope> = {
  readonly contract: Contract<I, O, S>
  /** Checks the scope and counts the call against the rate limit before the input is read; resolves to a function that runs it. */
  admit(ctx: Context): Promise<(input: z.input<I>) => Promise<z.output<O>>>
  /** Checks the scope, parses the input, does the work, and returns only the fields that the contract declares. */
  run(ctx: Context, input: z.input<I>): Promise<z.output<O>>
}

/** Binds a contract to its implementation. Scope check and input parsing are done here, so that no operation can omit them. */
export function operation<I extends z.ZodType, O extends z.ZodType, S extends Scope>(
  contract: Contract<I, O, S>,
  work: (ctx: ContextOf<S>, input: z.output<I>) => Promise<z.input<O>>,
): Operation<I, O, S> {
  const admit: Operation<I, O, S>['admit'] = async (ctx) => {
    const allowed = (await authorize(ctx, contract.scope)) as ContextOf<S>
    if (contract.effects.length > 0 && !contract.whileDeleting && 'project' in allowed) assertWritable(allowed.project)
    if (contract.rate) await limitCaller(ctx, contract.rate)
    return async (input) => {
      const parsed = parseInput(contract.input, input)
      if (parsed.issues) throw invalidInput(parsed.issues)
      return contract.output.parse(await work(allowed, parsed.data))
    }
  }
  return { contract, admit, run: async (ctx, input) => (await admit(ctx))(input) }
}

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
