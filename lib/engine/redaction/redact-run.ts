import type { RedactionRules } from '@/lib/contracts/data'
import { isRecord } from '@/lib/contracts/is-record'
import type { Span } from '@/lib/contracts/otlp'
import { compileReplacer, type Replacer } from '../json/pattern/replace-matches'
import { KNOWN_SECRETS } from './known-secrets'

/** Compiled redaction rules. */
export type Redactor = {
  kinds: readonly { mark: string; rule: string; find: (text: string, mark: string) => string }[]
  patterns: readonly { mark: string; rule: string; replace: Replacer }[]
  keys: ReadonlyMap<string, string>
  paths: readonly RegExp[]
}

/** Location of a match, and the rule that matched. */
type RedactionMatch = { path: string; rule: string; times: number }
type Redacted<T> = { value: T; replaced: number; matches: RedactionMatch[] }

const MARK = '[redacted: '
const markOf = (rule: string) => `${MARK}${rule.replaceAll('_', ' ')}]`

/** Compiles redaction rules; or returns the index of each unusable pattern with the reason. */
export function compileRules(
  rules: RedactionRules,
): { ok: true; redactor: Redactor } | { ok: false; faults: { place: number; message: string }[] } {
  const faults: { place: number; message: string }[] = []
  const patterns = rules.patterns.flatMap(({ name, pattern }, place) => {
    const compiled = compileReplacer(pattern)
    if (compiled.ok) return [{ mark: markOf(name), rule: name, replace: compiled.replace }]
    faults.push({ place, message: compiled.message })
    return []
  })
  if (faults.length > 0) return { ok: false, faults }
  const redactor = {
    kinds: rules.kinds.map((kind) => ({ mark: markOf(kind), rule: kind, find: KNOWN_SECRETS[kind] })),
    patterns,
    keys: new Map(rules.keys.map((key) => [normalKey(key), key])),
    paths: rules.paths.map(toPathTest),
  }
  return { ok: true, redactor }
}

/** Normalises a key, so that `api_key`, `apiKey` and `API-Key` are equal. */
const normalKey = (key: string) => key.toLowerCase().replace(/[-_\s]/g, '')

function toPathTest(path: string): RegExp {
  const parts = path.split('.').map((part) => (part === '*' ? '[^.]+' : part.replace(/[\\^$*+?()[\]{}|/-]/g, '\\$&')))
  return new RegExp(`^${parts.join('\\.')}$`)
}

// Fields that identify, link and measure a run are never replaced.
const RUN_FRAME = new Set(
  'id chain version kind scenario execution attempt maxAttempts status tokens costUsd budget contract criteria startedAt endedAt durationMs'.split(
    ' ',
  ),
)
const NODE_FRAME = new Set('id type dependencies status tokens attempts startedAt endedAt durationMs'.split(' '))
const SIGNAL_FRAME = new Set('id evaluator value at by source'.split(' '))
/** Step limit of all users' patterns in one run; after it each text is replaced as a whole. */
const MAX_STEPS = 10_000_000

/** Returns a run with everything replaced that the rules match. `replaced` counts all redaction marks in it. */
export function redactRun(redactor: Redactor, body: unknown): Redacted<unknown> {
  const walk = new Walk(redactor)
  if (!isRecord(body)) return { value: body, replaced: 0, matches: [] }
  const value = walk.fields(body, '', (key, item, path) => {
    if (RUN_FRAME.has(key)) return item
    if (key === 'nodes') return walk.items(item, path, NODE_FRAME)
    if (key === 'signals') return walk.items(item, path, SIGNAL_FRAME)
    return walk.field(key, item, path)
  })
  return { value, replaced: walk.replaced, matches: walk.matches }
}

// Fields needed to place and answer a thought are never replaced; its parts are searched, but never replaced as a whole.
const THOUGHT_FRAME = new Set(
  'session_id branch_id thought_number total_thoughts revises_thought branch_from_thought next_thought_needed is_revision needs_more_thoughts workflow step_outcome confidence priority'.split(
    ' ',
  ),
)
const THOUGHT_PARTS = new Set(
  'current_step previous_steps remaining_steps recommended_tools next_step_conditions alternatives suggested_inputs available_client_tools'.split(
    ' ',
  ),
)

/** Returns a thought with everything replaced that the rules match; its structure is unchanged. */
export function redactThought<T extends object>(redactor: Redactor, thought: T): T {
  const walk = new Walk(redactor)
  const part = (item: unknown, path: string): unknown => {
    if (Array.isArray(item)) return walk.list(item, path, part)
    return isRecord(item) ? walk.fields(item, path, field) : walk.value(item, path)
  }
  const field = (key: string, item: unknown, path: string): unknown => {
    if (THOUGHT_FRAME.has(key)) return item
    return THOUGHT_PARTS.has(key) ? part(item, path) : walk.field(key, item, path)
  }
  return part(thought, '') as T
}

/** Redacts any other value that belongs to a run. */
export function redactValue<T>(redactor: Redactor, value: T, path = ''): T {
  return new Walk(redactor).value(value, path) as T
}

// Attributes needed to interpret a span: a key rule never removes them, but their text may be redacted.
const SPAN_FRAME =
  /^(?:veritas|service|graph|openinference\.span|gen_ai\.(?:operation|agent|tool|request|response|provider|system|usage|conversation|workflow))\b/

/** Returns a span with everything replaced that the rules match. A path names an attribute, with or without the prefix `attributes.`. */
export function redactSpan(redactor: Redactor, span: Span): Span {
  const walk = new Walk(redactor)
  const attributes = (given: Record<string, unknown>) =>
    walk.fields(given, '', (key, item) =>
      SPAN_FRAME.test(key) ? walk.value(item, key) : walk.field(key, item, key),
    ) as Span['attributes']
  const events = (given: Span['events']) =>
    given.map((event) => ({ ...event, attributes: attributes(event.attributes) }))
  const message = span.status.message
  return {
    ...span,
    name: walk.text(span.name, 'name'),
    status: message === null ? span.status : { ...span.status, message: walk.text(message, 'status.message') },
    attributes: attributes(span.attributes),
    events: events(span.events),
    logged: events(span.logged),
    resource: attributes(span.resource),
  }
}

const MAX_MATCHES = 200
const MAX_PARSED = 1_000_000

/** One pass over a value. Parts with nothing to replace are returned as is, not copied. */
class Walk {
  replaced = 0
  readonly matches: RedactionMatch[] = []
  private readonly budget = { left: MAX_STEPS }
  private readonly redactor: Redactor

  constructor(redactor: Redactor) {
    this.redactor = redactor
  }

  /** Applies `each` to the fields of an object; field names are redacted as text. */
  fields(
    given: Record<string, unknown>,
    path: string,
    each: (key: string, item: unknown, path: string) => unknown,
  ): Record<string, unknown> {
    let copy: [string, unknown][] | null = null
    const entries = Object.entries(given)
    for (const [place, [key, item]] of entries.entries()) {
      const at = path === '' ? key : `${path}.${key}`
      const name = this.scrub(key, at)
      const value = each(key, item, at)
      if (copy === null && (value !== item || name !== key)) copy = entries.slice(0, place)
      copy?.push([name, value])
    }
    return copy === null ? given : Object.fromEntries(copy)
  }

  /** Redacts the objects of a list, except for their frame fields. */
  items(list: unknown, path: string, frame: ReadonlySet<string>): unknown {
    if (!Array.isArray(list)) return list
    return this.list(list, path, (item, at) =>
      isRecord(item)
        ? this.fields(item, at, (key, value, inner) => (frame.has(key) ? value : this.field(key, value, inner)))
        : item,
    )
  }

  /** Redacts a named value, as a whole if its name or path is in the rules. */
  field(key: string, item: unknown, path: string): unknown {
    const { keys, paths } = this.redactor
    if (keys.size > 0) {
      const rule = keys.get(normalKey(key)) ?? keys.get(normalKey(key.slice(key.lastIndexOf('.') + 1)))
      if (rule !== undefined) return this.whole(item, path, rule)
    }
    return this.value(item, path, paths)
  }

  value(item: unknown, path: string, paths = this.redactor.paths): unknown {
    if (paths.length > 0 && paths.some((test) => test.test(path) || test.test(`attributes.${path}`)))
      return this.whole(item, path, path.split('.').at(-1) ?? path)
    if (typeof item === 'string') return this.text(item, path)
    if (Array.isArray(item)) return this.list(item, path, (inner, at) => this.value(inner, at))
    return isRecord(item) ? this.fields(item, path, (key, inner, at) => this.field(key, inner, at)) : item
  }

  /** Redacts a text. JSON, such as tool arguments, is parsed and searched for names. */
  text(text: string, path: string): string {
    const parsed = this.redactor.keys.size > 0 ? parseObject(text) : null
    if (parsed === null) return this.scrub(text, path)
    const before = this.replaced
    const value = this.value(parsed, path)
    return this.replaced === before ? text : JSON.stringify(value)
  }

  list(items: readonly unknown[], path: string, each: (item: unknown, path: string) => unknown): unknown[] {
    let copy: unknown[] | null = null
    for (const [place, item] of items.entries()) {
      const value = each(item, `${path}.${place}`)
      if (copy === null && value !== item) copy = items.slice(0, place)
      copy?.push(value)
    }
    return copy ?? (items as unknown[])
  }

  private whole(item: unknown, path: string, rule: string): unknown {
    if (item === null || item === undefined || item === '') return item
    this.note(path, rule, 1)
    return typeof item === 'string' && item.startsWith(MARK) ? item : markOf(rule)
  }

  private scrub(given: string, path: string): string {
    let text = given
    for (const { mark, rule, find } of this.redactor.kinds) {
      const found = find(text, mark)
      if (found !== text) this.note(path, rule, countMarks(found, mark) - countMarks(text, mark), 0)
      text = found
    }
    for (const { mark, rule, replace } of this.redactor.patterns) {
      const found = replace(text, mark, this.budget)
      if (found === null || found.times > 0) this.note(path, rule, found?.times ?? 1, 0)
      text = found === null ? mark : found.text
    }
    // Earlier redactions, as in the spans of a trace, count too.
    if (text.includes(MARK)) this.replaced += countMarks(text, MARK)
    return text
  }

  private note(path: string, rule: string, times: number, counted = times): void {
    this.replaced += counted
    if (this.matches.length < MAX_MATCHES) this.matches.push({ path, rule, times })
  }
}

/** Counts the marks of redaction in all texts of a run, those it arrived with included. */
export const countRedacted = (run: unknown) => countMarks(JSON.stringify(run), MARK)

const countMarks = (text: string, mark: string) => text.split(mark).length - 1

function parseObject(text: string): unknown {
  const first = text.charCodeAt(0)
  if ((first !== 123 && first !== 91) || text.length > MAX_PARSED) return null
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}
