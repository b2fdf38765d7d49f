import type { NodeView } from '@/lib/contracts/run-detail'
import type { CallPart } from './parts'
import type { Step } from './step'

/**
 * Links calls to the steps that execute them, so that a result is shown once. A step that only requests a call is moved before the one that
 * executes it.
 */
export function linkCalls(steps: Step[], nodes: readonly NodeView[]): void {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const open = new Map<string, CallPart[]>()
  const done = new Map<string, { part: CallPart; step: Step }[]>()
  for (const step of [...steps])
    for (const part of step.parts) {
      if (part.kind !== 'call' || part.answeredIn !== null) continue
      if (part.result !== undefined || part.error !== undefined || step.role === 'tool') {
        const ask = take(open, part.name, (one) => isSameCall(one, part))
        if (ask) ask.answeredIn = step.id
        else push(done, part.name, { part, step })
        continue
      }
      const outer = step.nodeId === null ? undefined : byId.get(step.nodeId)
      const isWithin = ({ nodeId }: Step) => isAround(outer, nodeId === null ? undefined : byId.get(nodeId))
      const inner = take(done, part.name, (one) => isSameCall(one.part, part) && isWithin(one.step))
      if (inner) {
        part.answeredIn = inner.step.id
        if (step.parts.length === 1) steps.splice(steps.indexOf(inner.step), 0, ...steps.splice(steps.indexOf(step), 1))
      } else push(open, part.name, part)
    }
}

const isSameCall = (a: CallPart, b: CallPart) => a.id === null || b.id === null || a.id === b.id

function push<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const known = lists.get(key)
  if (known) known.push(item)
  else lists.set(key, [item])
}

function take<T>(lists: Map<string, T[]>, key: string, isIt: (item: T) => boolean): T | undefined {
  const list = lists.get(key)
  const at = list?.findIndex(isIt) ?? -1
  return at < 0 ? undefined : list?.splice(at, 1)[0]
}

/** How many steps before a wrapper are compared with it, besides those that it waited for. */
const NEAR = 50

/** Marks spans that wrap others and only pass on the result of the last one. */
export function markWrappers(steps: readonly Step[], nodes: readonly NodeView[]): void {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const stepOf = new Map(steps.map((step) => [step.id, step]))
  for (const [place, step] of steps.entries()) {
    const node = step.nodeId === null ? undefined : byId.get(step.nodeId)
    if (!node || step.id !== node.id || step.role === 'tool' || step.parts.length === 0) continue
    const waitedFor = node.dependencies.flatMap((id) => stepOf.get(id) ?? [])
    const wrapped = [...steps.slice(Math.max(0, place - NEAR), place), ...waitedFor].findLast(
      (other) =>
        other.nodeId === other.id && isAround(node, byId.get(other.id)) && isSame(plainParts(other), plainParts(step)),
    )
    if (wrapped) step.repeats = wrapped.repeats ?? wrapped.id
  }
}

function isAround(outer: NodeView | undefined, inner: NodeView | undefined): boolean {
  if (!outer || !inner || outer.startedAt === null || inner.startedAt === null) return false
  if (outer.endedAt === null || inner.endedAt === null) return false
  return (
    Date.parse(outer.startedAt) <= Date.parse(inner.startedAt) && Date.parse(outer.endedAt) >= Date.parse(inner.endedAt)
  )
}

function plainParts(step: Step): unknown {
  return step.parts.map((part) => (part.kind === 'call' ? { ...part, id: null, answeredIn: null } : part))
}

/** Whether two values are equal; undefined equals nothing. */
export function isSame(a: unknown, b: unknown): boolean {
  if (a === undefined || b === undefined) return false
  return a === b || JSON.stringify(a) === JSON.stringify(b)
}
