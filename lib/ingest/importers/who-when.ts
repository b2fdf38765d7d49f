import { isRecord } from '@/lib/contracts/is-record'
import { toIdentifier } from '@/lib/contracts/printable'
import { asId, asList, asRecord, asText, errorText } from '../json'
import { withoutControlWord } from '../messages'
import { cannotImport, type Imported, type ImportOptions } from './detect-format'

const SYSTEMS: Readonly<Record<string, string>> = {
  'algorithm-generated': 'captain-agent',
  'hand-crafted': 'magentic-one',
}

/**
 * Imports one failed run of Who&When. Its steps are nodes in sequence; one that shows a failed execution has failed. The annotators'
 * attribution (agent, step, reason) is what scoring should find out, so it is kept in the metadata and is no error of the run.
 */
export function whoWhen(record: unknown, options: ImportOptions = {}): Imported {
  if (!isRecord(record)) return cannotImport('not an object')
  const id = asId(record.run_id ?? record.question_ID)
  if (id === undefined) return cannotImport('run_id (or question_ID): needed to name the run')
  if (!Array.isArray(record.history)) return cannotImport('history: expected a list', id)
  const history = asList(record.history).map(asRecord)
  const system = SYSTEMS[asText(record.kind)?.toLowerCase() ?? '']
  return {
    ok: true,
    run: {
      id,
      chain: options.chain ?? (system === undefined ? 'who-when' : `who-when-${system}`),
      ...(options.version !== undefined && { version: options.version }),
      status: 'failed',
      request: asText(record.question),
      output: finalAnswer(history),
      nodes: history.map((step, index) => ({
        id: nodeId(index),
        name: toIdentifier(asText(step.agent) ?? asText(step.name) ?? asText(step.role), 500) ?? 'step',
        ...(isExecution(step.content) ? TOOL : { type: toIdentifier(asText(step.role), 500) }),
        dependencies: index === 0 ? [] : [nodeId(index - 1)],
        ...outcome(asText(step.content)),
      })),
      signals: [{ evaluator: 'downstream', value: false, by: 'Who&When' }],
      metadata: {
        source: 'who-when',
        kind: record.kind,
        level: record.level,
        groundTruth: record.ground_truth ?? record.groundtruth,
        attribution: { agent: record.mistake_agent, step: record.mistake_step, reason: record.mistake_reason },
      },
    },
  }
}

const nodeId = (index: number) => `step-${String(index).padStart(3, '0')}`

/** Agents read pages in messages of their own too, so what a claim rests on is not all in results: none is named as such. */
const TOOL = { type: 'tool', toolCalls: [] }

/** What code printed that an agent wrote: agents can get past an error in it. */
const isExecution = (content: unknown) => /^exitcode: -?\d+ \(execution \w+\)/.test(asText(content) ?? '')

function outcome(content: string | undefined) {
  const isFailed = content !== undefined && /^exitcode: (?!0\b)-?\d+ \(execution failed\)/.test(content)
  return isFailed ? ({ status: 'failed', output: content, error: errorText(content) } as const) : { output: content }
}

/** Returns the last text of the conversation, without the control word TERMINATE. */
function finalAnswer(history: readonly Record<string, unknown>[]): string | undefined {
  const last = history
    .map((step) => asText(withoutControlWord(asText(step.content) ?? '')))
    .findLast((content) => content !== undefined)
  return /^FINAL ANSWER: (.+)$/m.exec(last ?? '')?.[1] ?? last?.trim()
}
