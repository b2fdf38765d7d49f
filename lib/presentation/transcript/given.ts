import { isRecord } from '@/lib/contracts/is-record'
import type { NodeView } from '@/lib/contracts/run-detail'
import { type Part, type ResultPart, textParts } from './parts'
import { type GivenMessage, type Step, stepsOfTurns } from './step'
import { readTurns, type Turn } from './turns'

/** Content that the transcript has shown so far, so that what a step repeats of it is left out. */
export class Told {
  readonly #keys = new Set<string>()

  /** Adds the request; its fields often return as single messages. */
  addRequest(request: unknown): void {
    this.#keys.add(keyOf(request))
    if (isRecord(request)) for (const value of Object.values(request)) this.#keys.add(keyOf(value))
    this.addTurns(readTurns(request) ?? [])
  }

  addTurns(turns: readonly Turn[]): void {
    for (const { parts } of turns) for (const part of parts) this.#keys.add(keyOfPart(part))
  }

  addSteps(steps: readonly Step[], output: unknown): void {
    this.#keys.add(keyOf(output))
    for (const part of steps.flatMap(({ parts }) => parts)) {
      this.#keys.add(keyOfPart(part))
      if (part.kind === 'call') this.#keys.add(keyOf(part.result)).add(keyOf(part.error))
    }
  }

  has(value: unknown): boolean {
    return this.#keys.has(keyOf(value))
  }

  hasPart(part: Part | ResultPart): boolean {
    return this.#keys.has(keyOfPart(part))
  }
}

/**
 * Returns what a step was given and no step before it shows: its instructions, the messages of its input, or its input as a whole. Empty if
 * the transcript shows it all, or nothing was sent.
 */
export function givenTo({ input, systemPrompt }: NodeView, told: Told): GivenMessage[] {
  const turns = readTurns(input)
  const asked: Turn[] = systemPrompt ? [{ role: 'system', name: null, parts: payloadParts(systemPrompt) }] : []
  const fresh = [...asked, ...(turns ?? [])]
    .map((turn) => ({ ...turn, parts: turn.parts.filter((part) => !told.hasPart(part)) }))
    .filter(({ parts }) => parts.length > 0)
  const isPlain = turns === null && !isEmpty(input) && !told.has(input)
  told.addTurns(fresh)
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

const payloadParts = (value: unknown): Part[] =>
  typeof value === 'string' ? textParts(value) : [{ kind: 'json', value }]

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true
  return typeof value === 'object' && Object.keys(value).length === 0
}

function keyOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : `${JSON.stringify(value)}`
}

function keyOfPart(part: Part | ResultPart): string {
  switch (part.kind) {
    case 'text':
    case 'reasoning':
      return keyOf(part.text)
    case 'json':
    case 'result':
      return keyOf(part.value)
    case 'call':
      return `call ${part.name} ${keyOf(part.arguments)}`
    case 'documents':
      return keyOf(part.documents)
    case 'image':
      return part.source
    case 'file':
      return `file ${part.name}`
  }
}
