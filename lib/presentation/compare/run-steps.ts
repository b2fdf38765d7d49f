import { canonicalJson } from '@/lib/engine/audit/canonical-json'
import { formatCount } from '../format/number'
import { roleLabels } from '../labels/transcript'
import type { CallPart, Part } from '../transcript/parts'
import { prepareTranscript, type TranscriptSource } from '../transcript/prepare-transcript'
import type { Step } from '../transcript/step'
import type { AlignableStep } from './align-steps'

/** An input or output of a step. */
type StepPart = { label: string; value: unknown }

/** A step of a run, ready to be aligned with one of another run. */
export type RunStep = AlignableStep & {
  /** From 1. */
  place: number
  parts: StepPart[]
  hasFailed: boolean
  /** Whether it is an action rather than a message. */
  isAction: boolean
  tokens: number | null
  durationMs: number | null
}

/** Returns the steps of a run's transcript without request and answer, which are compared separately. */
export function listRunSteps(detail: TranscriptSource): RunStep[] {
  const { steps } = prepareTranscript(detail)
  const isConversation = steps.filter(({ id }) => id.startsWith('@output')).length > 1
  const inner = steps.filter(({ id }) => !id.startsWith('@request') && (isConversation || !id.startsWith('@output')))
  return inner.map((step, index) => {
    const parts = partsOf(step)
    const calls = step.parts.filter((part) => part.kind === 'call')
    const hasFailed = step.status === 'failed' || calls.some(({ error }) => error !== undefined)
    return {
      id: step.id,
      name: step.name,
      role: roleLabels[step.role],
      content: canonicalJson([hasFailed, parts]),
      place: index + 1,
      parts,
      hasFailed,
      isAction: step.role === 'tool' || calls.length > 0,
      tokens: step.tokens,
      durationMs: step.durationMs,
    }
  })
}

function partsOf({ parts, error, name }: Step): StepPart[] {
  const isOnly = parts.filter((part) => part.kind === 'call').length === 1
  const entries = parts.flatMap((part) =>
    part.kind === 'call' ? partsOfCall(part, isOnly && part.name === name) : toPart(part),
  )
  return error ? [...entries, { label: 'Error', value: error.message }] : entries
}

/** Describes a call by arguments and result, without its id, which differs every time. */
function partsOfCall({ name, arguments: given, result, error }: CallPart, isNamed: boolean): StepPart[] {
  const of = (label: string) => (isNamed ? label : `${label} of ${name}`)
  return [
    { label: isNamed ? 'Arguments' : `Call of ${name}`, value: given ?? (isNamed ? undefined : {}) },
    { label: of('Result'), value: result },
    { label: of('Error'), value: error },
  ].filter(({ value }) => value !== undefined)
}

function toPart(part: Exclude<Part, CallPart>): StepPart {
  switch (part.kind) {
    case 'text':
      return { label: 'Text', value: part.text }
    case 'reasoning':
      return { label: 'Reasoning', value: part.text }
    case 'json':
      return { label: 'Data', value: part.value }
    case 'documents':
      return { label: 'Documents', value: part.documents }
    case 'image':
      return {
        label: 'Picture',
        value: part.isInline ? `sent with the run, ${formatCount(part.source.length)} characters` : part.source,
      }
    default:
      return { label: 'File', value: part.name }
  }
}
