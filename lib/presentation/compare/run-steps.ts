import type { NodeView, RunDetail } from '@/lib/contracts/run-detail'
import { deepEqual } from '@/lib/engine/json/diff'
import type { AlignableStep } from './align-steps'

/** Something that a step took in or gave out. */
export type StepPart = { label: string; value: unknown }

/** A step of a run, ready to be set beside one of another. */
export type RunStep = AlignableStep & {
  /** From 1. */
  place: number
  parts: StepPart[]
  hasFailed: boolean
  /** It did something, where others only say something. */
  isAction: boolean
  tokens: number | null
  durationMs: number | null
}

/** The steps of a run in their order. */
export function listRunSteps({ nodes }: Pick<RunDetail, 'nodes'>): RunStep[] {
  return nodes.map((node, index) => {
    const parts = partsOf(node)
    return {
      id: node.id,
      name: node.name ?? node.id,
      role: node.type ?? '',
      content: JSON.stringify([node.status, parts]),
      place: index + 1,
      parts,
      hasFailed: node.status === 'failed',
      isAction: node.type === 'tool' || (node.toolCalls?.length ?? 0) > 0,
      tokens: node.tokens.total,
      durationMs: node.durationMs,
    }
  })
}

/** Calls first, with what came back; an output that only repeats the result of the one call is left out. */
function partsOf(node: NodeView): StepPart[] {
  const calls = node.toolCalls ?? []
  const of = (label: string, name: string) => (calls.length > 1 ? `${label} of ${name}` : label)
  const called = calls.flatMap((call) =>
    [
      { label: of('Call', call.name), value: calls.length > 1 || call.name !== node.name ? call.name : undefined },
      { label: of('Arguments', call.name), value: call.arguments },
      { label: of('Result', call.name), value: call.result },
      { label: of('Error', call.name), value: call.error ?? undefined },
    ].filter(({ value }) => value !== undefined),
  )
  const repeats = calls.some(({ result }) => result !== undefined && deepEqual(result, node.output))
  const output = repeats || node.output === undefined ? [] : [{ label: 'Output', value: node.output }]
  const isTold = called.some(({ label, value }) => label === 'Error' && value === node.error?.message)
  const error = node.error && !isTold ? [{ label: 'Error', value: node.error.message }] : []
  return [...called, ...output, ...error]
}
