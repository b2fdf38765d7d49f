import { isRecord } from '@/lib/contracts/is-record'
import type { NodeView } from '@/lib/contracts/run-detail'
import { canonicalJson } from '@/lib/engine/audit/canonical-json'
import { readJsonText } from '../read-messages'
import { type Part, payloadParts, type ResultPart, readParts } from './parts'
import { type GivenMessage, type Step, stepsOfTurns } from './step'
import { readTurns, type Turn } from './turns'

/** Content that the transcript has shown so far, so that what a step repeats of it is left out. */
export class ShownContent {
  readonly #texts = new Set<string>()
  readonly #known = new Set<unknown>()
  /** By the length of their JSON, which is cheap to find and does not depend on the order of fields. */
  readonly #values = new Map<number, unknown[]>()
  /** The canonical JSON of values that were compared. */
  readonly #canonical = new Map<unknown, string>()

  /** Adds the request; its fields often return as single messages. */
  addRequest(request: unknown): void {
    this.#add(request)
    if (isRecord(request)) for (const value of Object.values(request)) this.#add(value)
    this.addTurns(readTurns(request) ?? [])
  }

  addTurns(turns: readonly Turn[]): void {
    for (const { parts } of turns) for (const part of parts) this.#add(contentOf(part))
  }

  addSteps(steps: readonly Step[], output: unknown): void {
    this.#add(output)
    for (const part of steps.flatMap(({ parts }) => parts)) {
      this.#add(contentOf(part))
      if (part.kind !== 'call') continue
      this.#add(part.result)
      this.#add(part.error)
    }
  }

  has(value: unknown): boolean {
    const held = heldIn(value)
    if (typeof held === 'string') return this.#texts.has(held)
    const alike = this.#values.get(lengthOf(held))
    if (!alike) return false
    const wanted = canonicalJson(held)
    return alike.some((one) => this.#canonicalOf(one) === wanted)
  }

  hasPart(part: Part | ResultPart): boolean {
    return this.has(contentOf(part))
  }

  #canonicalOf(value: unknown): string {
    const known = this.#canonical.get(value) ?? canonicalJson(value)
    this.#canonical.set(value, known)
    return known
  }

  #add(value: unknown): void {
    if (value === undefined || this.#known.has(value)) return
    this.#known.add(value)
    const held = heldIn(value)
    if (typeof held === 'string') this.#texts.add(held)
    else {
      const length = lengthOf(held)
      const alike = this.#values.get(length)
      if (alike) alike.push(held)
      else this.#values.set(length, [held])
    }
  }
}

/**
 * Returns what a step was given and no step before it shows: its instructions, the messages of its input, or its input as a whole. Empty if
 * the transcript shows it all, or nothing was sent.
 */
export function givenTo({ input, systemPrompt }: NodeView, shown: ShownContent): GivenMessage[] {
  const turns = readTurns(input)
  const asked: Turn[] = systemPrompt ? [{ role: 'system', name: null, parts: readParts(systemPrompt) }] : []
  const fresh = [...asked, ...(turns ?? [])]
    .map((turn) => ({ ...turn, parts: turn.parts.filter((part) => !shown.hasPart(part)) }))
    .filter(({ parts }) => parts.length > 0)
  const isPlain = turns === null && !isEmpty(input) && !shown.has(input)
  shown.addTurns(fresh)
  const messages = joined(stepsOfTurns(fresh, { id: '@given', nodeId: null, name: 'Input' }))
  return isPlain ? [...messages, { role: null, parts: payloadParts(input) }] : messages
}

/** Puts each result into its call: neither has an address of its own here. */
function joined(steps: readonly Step[]): GivenMessage[] {
  const results = new Map(steps.map((step) => [step.id, step.parts[0]]))
  const answered = new Set<string>()
  for (const part of steps.flatMap(({ parts }) => parts)) {
    const answer = part.kind === 'call' && part.answeredIn !== null ? results.get(part.answeredIn) : undefined
    if (part.kind !== 'call' || part.answeredIn === null || answer?.kind !== 'call') continue
    answered.add(part.answeredIn)
    Object.assign(part, { result: answer.result, error: answer.error, answeredIn: null })
  }
  return steps.filter(({ id }) => !answered.has(id)).map(({ role, parts }) => ({ role, parts }))
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true
  return typeof value === 'object' && Object.keys(value).length === 0
}

/** JSON is sent as a value by one framework and as text by the next. */
function heldIn(value: unknown): unknown {
  if (typeof value !== 'string') return value
  return readJsonText(value) ?? value.trim()
}

const lengthOf = (value: unknown) => JSON.stringify(value)?.length ?? 0

/** What a part says; a call is shown apart by its name and arguments. */
function contentOf(part: Part | ResultPart): unknown {
  switch (part.kind) {
    case 'text':
    case 'reasoning':
      return part.text
    case 'json':
    case 'result':
      return part.value
    case 'call':
      return ['call', part.name, part.arguments ?? null]
    case 'documents':
      return part.documents
    case 'image':
      return part.source
    case 'file':
      return ['file', part.name]
  }
}
