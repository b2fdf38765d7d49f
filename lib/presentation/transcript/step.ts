import type { NodeView } from '@/lib/contracts/run-detail'
import type { CallPart, Part, ResultPart } from './parts'
import { toCallPart } from './parts'
import type { Turn, TurnRole } from './turns'

/** What is wrong with a step, as its margin and the map say it. */
export type Flaw = {
  kind: 'guilty' | 'root' | 'failed' | 'contradicted' | 'unmet' | 'suggested' | 'cascade' | 'unsupported'
  label: string
  detail: string
}

/** What the output says that the run's own sources contradict, or that nothing in them supports. */
export type SourceDoubt = { quote: string; evidence: string; isContradicted: boolean; type: string }

export type StepRole = TurnRole | 'retrieval' | 'check' | 'step'

/** One step of a run as it is read: who, what was said and done, what went wrong, and what it took. */
export type Step = {
  /** Its address. A node's first step has the node's id; `@request`, `@output` and `@error` are the run's own. */
  id: string
  nodeId: string | null
  role: StepRole
  name: string
  parts: Part[]
  /** An error that stands in none of the parts. */
  error: NodeView['error']
  /** Null where a step has no state of its own: what was asked, and what came out. */
  status: NodeView['status'] | null
  /** From the run's start; null where no time was told. */
  offsetMs: number | null
  durationMs: number | null
  tokens: number | null
  /** How often it was tried; null where that was not told. */
  tries: number | null
  /** What is wrong with it, the gravest first. */
  flaws: Flaw[]
  /** What it says that the sources contradict or do not support. */
  doubts: SourceDoubt[]
  /** It is what the run answered. */
  isAnswer: boolean
  /** The step just before whose result this one, which wraps it, hands on. */
  repeats: string | null
  /** What was sent, as it was sent; undefined where nothing was. */
  sent: unknown
}

/** A step that says nothing yet. */
export function blank(id: string, role: StepRole, name: string): Step {
  return {
    id,
    nodeId: null,
    role,
    name,
    parts: [],
    error: null,
    status: null,
    offsetMs: null,
    durationMs: null,
    tokens: null,
    tries: null,
    flaws: [],
    doubts: [],
    isAnswer: false,
    repeats: null,
    sent: undefined,
  }
}

type Frame = { id: string; nodeId: string | null; name: string }

/** A step for every turn, and one for every result that a tool gave, beside its call. */
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
