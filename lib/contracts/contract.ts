import { z } from 'zod'
import type { BodySize } from './body-limits'
import type { Tag } from './tags'

/**
 * What an actor must hold. `decide` and `admin` are never granted to API keys; `member` is any signed-in member of the project, for their
 * own data and contributions.
 */
export type Scope = 'public' | 'session' | 'member' | 'read' | 'write' | 'decide' | 'admin'
/** `write` changes the database; `outside` makes or orders a call to an external address, which may cost money. */
type Effect = 'write' | 'outside'
/** Rate limit bucket, counted per caller: key, person or address. */
export type RateLimit = 'ingest' | 'quality' | 'setup' | 'password' | 'reset' | 'testMail'
export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** An example request and, if useful, its response. `path` has the values of the path parameters. */
export type Example = {
  readonly name?: string
  readonly summary?: string
  readonly path?: Readonly<Record<string, string>>
  readonly body: unknown
  readonly answer?: unknown
}

/** One use case as data. REST, MCP, the command line, OpenAPI and the browser client are projections of it. */
export type Contract<
  I extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
  S extends Scope = Scope,
  M extends Method = Method,
  P extends string = string,
> = {
  readonly name: string
  /** Group in the API reference. */
  readonly tag: Tag
  readonly summary: string
  readonly scope: S
  /** Side effects of a call. They imply the scope: `read` requires none. */
  readonly effects: S extends 'read' ? readonly [] : readonly Effect[]
  /** Of a contract with effects: whether it deletes irrecoverably, and whether repeating the same call changes nothing. */
  readonly hints?: { readonly destructive?: true; readonly idempotent?: true }
  /** Rate limit; none if omitted. */
  readonly rate?: RateLimit
  /** Its work may wait for a thread, and is refused while too many wait. */
  readonly queues?: true
  /** Allowed in a project that is scheduled for deletion, where other writes are refused. */
  readonly whileDeleting?: true
  /** Second name of the tool. */
  readonly alias?: string
  readonly method: M
  /** Path below the origin; `{name}` segments are filled from the input. */
  readonly path: P
  /** Status of a successful response; 200 if omitted. */
  readonly status?: 200 | 201 | 202
  /** Body limit; `SMALL_BODY` if omitted. */
  readonly body?: BodySize
  /** Paths of what is kept digit for digit, `*` for each item of a list: whole numbers beyond 2^53 in it become text. */
  readonly exact?: readonly string[]
  /**
   * The answer is a table: `format=csv` or `jsonl` streams all rows, one per line. `rows` is their path in the output, `limit` the page
   * size.
   */
  readonly table?: { readonly name: string; readonly rows: string; readonly limit?: number }
  /** Answered line by line; the output schema describes one line. */
  readonly streams?: true
  /** The answer has `markdown`, which is sent alone if the caller prefers text/markdown over JSON. */
  readonly markdown?: true
  /** Polled repeatedly: answered with an ETag, and 304 if unchanged. */
  readonly revalidates?: true
  readonly input: I
  /** Schema of what clients send if the input accepts anything, since each part is validated separately. */
  readonly sends?: z.ZodType
  readonly output: O
  readonly examples?: readonly Example[]
}

type Definition<
  I extends z.ZodType,
  O extends z.ZodType,
  S extends Scope,
  M extends Method,
  P extends string,
  N extends string,
> = Omit<Contract<I, O, S, M, P>, 'name' | 'tag' | 'effects' | 'method' | 'path' | 'input'> & {
  readonly name: N
  /** Takes nothing if omitted. */
  readonly input?: I
  /** Method and path, as a page names the contract. */
  readonly target: `${M} ${P}`
} & (N extends `${Tag}.${string}`
    ? { /** The first word of the name if omitted. */ readonly tag?: Tag }
    : { readonly tag: Tag }) &
  (S extends 'read'
    ? M extends 'GET'
      ? { readonly effects?: readonly [] }
      : { readonly effects: readonly [] }
    : { /** Nothing for GET, otherwise `write`, if omitted. */ readonly effects?: readonly Effect[] })

const nothing = z.strictObject({})

/** Declares a contract, preserving the literal types of its input, output, scope, method and path. */
export function contract<
  O extends z.ZodType,
  const S extends Scope,
  const M extends Method,
  const P extends string,
  const N extends string,
  I extends z.ZodType = typeof nothing,
>(definition: Definition<I, O, S, M, P, N>): Contract<I, O, S, M, P>
export function contract({
  target,
  ...facts
}: Partial<Contract> & Pick<Contract, 'name' | 'summary' | 'scope' | 'output'> & { target: string }): Contract {
  const [method, path] = target.split(' ') as [Method, string]
  const tag = facts.name.split('.')[0] as Tag
  return { tag, effects: method === 'GET' ? [] : ['write'], input: nothing, ...facts, method, path }
}

export type InputOf<C extends Contract> = z.input<C['input']>
export type OutputOf<C extends Contract> = z.output<C['output']>
/** The input as an operation gets it: parsed, with its defaults. */
export type ParsedOf<C extends Contract> = z.output<C['input']>
