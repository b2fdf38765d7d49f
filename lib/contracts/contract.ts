import type { z } from 'zod'

/**
 * What an actor must hold. `decide` and `admin` are never granted to API keys; `member` is any signed-in member of the
 * project, about what is theirs alone.
 */
export type Scope = 'public' | 'session' | 'member' | 'read' | 'write' | 'decide' | 'admin'
/** `write` changes the database; `outside` makes or orders a call to an address outside the desk, which may cost money. */
export type Effect = 'write' | 'outside'
export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** One use case as data. REST, the command line, OpenAPI and the browser client are projections of it. */
export type Contract<
  I extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
  S extends Scope = Scope,
  M extends Method = Method,
  P extends string = string,
> = {
  readonly name: string
  readonly summary: string
  readonly scope: S
  /** What a call leaves behind. The scope follows from it: `read` is for what has none. */
  readonly effects: S extends 'read' ? readonly [] : readonly Effect[]
  /** Of what has effects: whether it removes what cannot be had back, and whether a second same call changes nothing. */
  readonly hints?: { readonly destructive?: true; readonly idempotent?: true }
  readonly method: M
  /** Path below the origin; `{name}` segments are filled from the input. */
  readonly path: P
  /** Of a successful answer; 200 when left out. */
  readonly status?: 200 | 201 | 202
  readonly input: I
  readonly output: O
}

/** Declares a contract, keeping the types of its input, output and scope, and the words of its method and path. */
export function contract<
  I extends z.ZodType,
  O extends z.ZodType,
  const S extends Scope,
  const M extends Method,
  const P extends string,
>(definition: Contract<I, O, S, M, P>): Contract<I, O, S, M, P> {
  return definition
}

export type InputOf<C extends Contract> = z.input<C['input']>
export type OutputOf<C extends Contract> = z.output<C['output']>
