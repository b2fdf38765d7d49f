import type { z } from 'zod'
import type { BodySize } from './body-limits'
import type { Tag } from './tags'

/**
 * What an actor must hold. `decide` and `admin` are never granted to API keys; `member` is any signed-in member of the
 * project, about what is theirs and what they say.
 */
export type Scope = 'public' | 'session' | 'member' | 'read' | 'write' | 'decide' | 'admin'
/** `write` changes the database; `outside` makes or orders a call to an address outside the desk, which may cost money. */
export type Effect = 'write' | 'outside'
/** What is counted for each caller, by key, person or address. */
export type RateLimit = 'ingest' | 'quality' | 'setup' | 'password' | 'reset' | 'testMail'
export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** What is sent, and where it is of use what came back; the path's own fields are not in it. */
export type Example = {
  readonly name?: string
  readonly summary?: string
  readonly body: unknown
  readonly answer?: unknown
}

/** One use case as data, with all its facts. REST, MCP, the command line, OpenAPI and the browser client are projections of it. */
export type Contract<
  I extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
  S extends Scope = Scope,
  M extends Method = Method,
  P extends string = string,
> = {
  readonly name: string
  /** The noun it stands under in the reference. */
  readonly tag: Tag
  readonly summary: string
  readonly scope: S
  /** What a call leaves behind. The scope follows from it: `read` is for what has none. */
  readonly effects: S extends 'read' ? readonly [] : readonly Effect[]
  /** Of what has effects: whether it removes what cannot be had back, and whether a second same call changes nothing. */
  readonly hints?: { readonly destructive?: true; readonly idempotent?: true }
  /** How often a caller may do this; not counted when left out. */
  readonly rate?: RateLimit
  /** Its work may wait for a thread, and is refused while too many wait. */
  readonly queues?: true
  /** It is there for a project that is to be deleted, where nothing else is written. */
  readonly whileDeleting?: true
  /** Another name of the tool that it is. */
  readonly alias?: string
  readonly method: M
  /** Path below the origin; `{name}` segments are filled from the input. */
  readonly path: P
  /** Of a successful answer; 200 when left out. */
  readonly status?: 200 | 201 | 202
  /** The most that is read of a body; `SMALL_BODY` when left out. */
  readonly body?: BodySize
  /** Its answer is a table: `format=csv` or `jsonl` sends all its rows, one a line. `rows` is where they stand, `limit` how many come at a time. */
  readonly table?: { readonly name: string; readonly rows: string; readonly limit?: number }
  /** Answered line by line; the output is one line. */
  readonly streams?: true
  /** Its answer has `markdown`, which is sent alone where the caller accepts text/markdown before JSON. */
  readonly markdown?: true
  /** Asked for again and again: an answer that the caller has is not sent twice. */
  readonly revalidates?: true
  readonly input: I
  /** What clients send where the input takes anything, since each part is judged on its own. */
  readonly sends?: z.ZodType
  readonly output: O
  readonly examples?: readonly Example[]
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
