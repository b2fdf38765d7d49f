import type { NodeView } from '@/lib/contracts/run-detail'
import { type CallPart, type Part, type ResultPart, toCallPart } from './parts'
import type { Turn, TurnRole } from './turns'

/** A flaw of a step, for its margin and the map. */
export type Flaw = {
  kind: 'guilty' | 'root' | 'failed' | 'contradicted' | 'unmet' | 'suggested' | 'cascade' | 'unsupported'
  label: string
  detail: string
}

/** A passage of the output that the run's own sources contradict or do not support. */
/** `path`: that of the value within the answer; empty for all of it. `place`: as far as it is told with the passage. */
export type SourceDoubt = {
  path: string
  quote: string
  place: string
  evidence: string
  isContradicted: boolean
  type: string
}

export type StepRole = TurnRole | 'retrieval' | 'check' | 'step'

/** A message that a step was given; role null = an input that is no message. */
export type GivenMessage = { role: StepRole | null; parts: Part[] }

/** One step of a transcript: its author, content, flaws, and cost. */
export type Step = {
  /** The id in the URL. A node's first step has the node's id; `@request`, `@output` and `@error` belong to the run itself. */
  id: string
  nodeId: string | null
  role: StepRole
  name: string
  parts: Part[]
  /** What it was given and no earlier step shows. */
  given: GivenMessage[]
  /** Whether its input is too long to be loaded with the run. */
  isGivenLeftOut: boolean
  /** An error that is not in any part. */
  error: NodeView['error']
  /** Null for steps without a state: request and answer. */
  status: NodeView['status'] | null
  /** From the run's start; null if unknown. */
  offsetMs: number | null
  durationMs: number | null
  tokens: number | null
  /** The model that answered; null if unknown. */
  model: string | null
  /** How often it was tried; null if unknown. */
  tries: number | null
  /** Its flaws, the gravest first. */
  flaws: Flaw[]
  /** Passages that the sources contradict or do not support. */
  doubts: SourceDoubt[]
  /** Whether it is the run's answer. */
  isAnswer: boolean
  /** The id of the step whose result this wrapping step passes on. */
  repeats: string | null
  /** The payload as sent; undefined without one. */
  sent: unknown
}

/** Returns a step without content. */
export function blank(id: string, role: StepRole, name: string): Step {
  return {
    id,
    nodeId: null,
    role,
    name,
    parts: [],
    given: [],
    isGivenLeftOut: false,
    error: null,
    status: null,
    offsetMs: null,
    durationMs: null,
    tokens: null,
    model: null,
    tries: null,
    flaws: [],
    doubts: [],
    isAnswer: false,
    repeats: null,
    sent: undefined,
  }
}

type Frame = { id: string; nodeId: string | null; name: string }

/** Returns a step for every turn, and one for every tool result, joined with its call. */
export function stepsOfTurns(turns: readonly Turn[], frame: Frame, role?: StepRole): Step[] {
  const steps: Step[] = []
  const asked: { part: CallPart; isAnswered: boolean }[] = []
  const nextId = () => (steps.length === 0 ? frame.id : `${frame.id}@${steps.length + 1}`)
  for (const turn of turns) {
    const said = turn.parts.filter((part): part is Part => part.kind !== 'result')
    if (said.length > 0) {
      const name = turn.name ?? (turns.length === 1 ? frame.name : roleNames[turn.role])
      steps.push({
        ...blank(nextId(), turns.length === 1 && role ? role : turn.role, name),
        nodeId: frame.nodeId,
        parts: said,
      })
      asked.push(...said.flatMap((part) => (part.kind === 'call' ? [{ part, isAnswered: false }] : [])))
    }
    for (const result of turn.parts.filter((part) => part.kind === 'result')) {
      const ask = asked.findLast((one) => !one.isAnswered && isAnswer(one.part, result))
      const id = nextId()
      if (ask) Object.assign(ask, { isAnswered: true }).part.answeredIn = id
      steps.push({
        ...blank(id, 'tool', ask?.part.name ?? result.name ?? 'tool'),
        nodeId: frame.nodeId,
        parts: [toolPart(ask?.part, result)],
      })
    }
  }
  return steps
}

const roleNames: Readonly<Record<TurnRole, string>> = {
  system: 'System',
  user: 'User',
  assistant: 'Assistant',
  tool: 'Tool',
  agent: 'Agent',
}

const isAnswer = (call: CallPart, { id, name }: ResultPart) =>
  id !== null && call.id !== null ? call.id === id : call.name === name

function toolPart(call: CallPart | undefined, { id, name, value, isError }: ResultPart): CallPart {
  const base = call ?? toCallPart({ id: id ?? undefined, name: name ?? 'tool' })
  return { ...base, answeredIn: null, ...(isError ? { error: value } : { result: value }) }
}
