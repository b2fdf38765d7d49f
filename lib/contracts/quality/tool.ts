import type { z } from 'zod'
import { type BodySize, LARGE_BODY } from '../body-limits'
import type { Contract, Example } from '../contract'

/**
 * The contract of a stateless tool: one pure function of the engine, under the name of the tool. `costly` is the field that can make it
 * slow; it is named in the error when the work is refused.
 */
export type Tool<
  I extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
  N extends string = string,
> = Contract<I, O, 'read'> & { readonly name: N; readonly costly: string }

type Definition<I extends z.ZodType, O extends z.ZodType, N extends string> = {
  readonly name: N
  readonly summary: string
  readonly alias?: string
  /** Body limit; `LARGE_BODY` if omitted. */
  readonly body?: BodySize
  readonly costly: keyof z.output<I> & string
  readonly input: I
  readonly output: O
  readonly examples: readonly Example[]
}

/**
 * Declares a stateless tool. REST, MCP, OpenAPI and the command line offer it; its engine function is listed in `engine-pool/thread/tasks`.
 */
export function tool<I extends z.ZodType, O extends z.ZodType, const N extends string>(
  definition: Definition<I, O, N>,
): Tool<I, O, N> {
  return {
    body: LARGE_BODY,
    ...definition,
    tag: 'quality',
    scope: 'read',
    effects: [],
    rate: 'quality',
    method: 'POST',
    path: `/api/v1/quality/${definition.name}`,
  }
}
