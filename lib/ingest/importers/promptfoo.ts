import { isRecord } from '@/lib/contracts/is-record'
import { toIdentifier } from '@/lib/contracts/printable'
import type { RunBody } from '@/lib/contracts/run-input'
import { UNVERSIONED } from '@/lib/contracts/vocabulary'
import { meanOf } from '@/lib/engine/stats/descriptive'
import { asCount, asId, asList, asNonNegative, asNumber, asRecord, asText, asTime, asTokens, errorText } from '../json'
import { cannotImport, type Imported, type ImportOptions } from './detect-format'
import { wholeIdentifier } from './wire'

type Json = Record<string, unknown>
type Signals = Extract<NonNullable<RunBody['signals']>, readonly unknown[]>

/** Imports a promptfoo results file (`promptfoo eval -o results.json`): one run per test, prompt and provider. */
export function promptfooResults(document: unknown, options: ImportOptions = {}): Imported[] {
  const file = asRecord(document)
  const summary = Array.isArray(file.results) ? file : asRecord(file.results)
  if (!Array.isArray(summary.results)) return [cannotImport('not promptfoo results: "results" is missing')]
  const header = { ...file, timestamp: summary.timestamp, prompts: summary.prompts }
  return summary.results.map((result, index) => promptfooResult(result, options, header, index))
}

/** Imports one result, from the file or from a line of `results.jsonl`, which has no header. */
export function promptfooResult(record: unknown, options: ImportOptions = {}, header: Json = {}, index = 0): Imported {
  if (!isRecord(record)) return cannotImport('not an object')
  const testCase = asRecord(record.testCase)
  const test = asId(record.testIdx)
  const prompt = asId(record.promptIdx)
  const evaluation = asId(record.evalId ?? header.evalId)
  const place = [evaluation ?? 'promptfoo', test ?? index, prompt ?? 0].join('/')
  const id = wholeIdentifier(asId(record.id), 200) ?? wholeIdentifier(place, 200) ?? place
  const config = asRecord(header.config)
  const response = asRecord(record.response)
  const checked = gradesOf(record)
  const error = errorOf(record, response)
  return {
    ok: true,
    run: {
      id,
      chain: wholeIdentifier(options.chain ?? asText(config.description), 200) ?? 'promptfoo',
      version: wholeIdentifier(options.version ?? versionOf(record, asList(header.prompts).length > 1), 100),
      scenario: wholeIdentifier(scenarioOf(record, testCase, test ?? String(index)), 200),
      status: error ? 'failed' : hasFailed(record, checked) ? 'failed_quality' : 'completed',
      request: { prompt: asRecord(record.prompt).raw ?? record.prompt, vars: record.vars },
      ...(response.output !== undefined && { output: response.output }),
      ...(error && { error }),
      ...usageOf(record, response),
      durationMs: asNonNegative(record.latencyMs),
      startedAt: asTime(record.timestamp ?? header.timestamp),
      signals: signalsOf(checked),
      metadata: {
        source: 'promptfoo',
        eval: evaluation,
        provider: record.provider,
        score: record.score,
        namedScores: record.namedScores,
        grading: record.gradingResult,
        test: testCase.metadata,
      },
    },
  }
}

/** Follows promptfoo's own result: a test with a threshold may pass without each of its assertions, and fail with all of them. */
function hasFailed({ success, failureReason }: Json, checked: readonly Grade[]): boolean {
  if (typeof success !== 'boolean') return checked.some(({ pass }) => pass === false)
  return !success && (failureReason === ASSERT || checked.length > 0)
}

/** The version: the provider, and the prompt if there were several. */
function versionOf(record: Json, hasPrompts: boolean): string {
  const provider = isRecord(record.provider)
    ? (asText(record.provider.label) ?? asText(record.provider.id))
    : asText(record.provider)
  const { label } = asRecord(record.prompt)
  const prompt = asText(label)?.replace(/\s+/g, ' ').slice(0, 40) ?? `prompt ${(asCount(record.promptIdx) ?? 0) + 1}`
  return [provider ?? UNVERSIONED, ...(hasPrompts ? [prompt] : [])].join(' · ')
}

/** A test keeps its name if others are inserted before it: promptfoo describes the tests of a table by their place alone. */
function scenarioOf({ vars, description }: Json, testCase: Json, index: string): string {
  const words = asText(testCase.description) ?? asText(description)
  if (words !== undefined && !/^Row #\d+$/.test(words)) return words
  return isRecord(vars) && Object.keys(vars).length > 0 ? JSON.stringify(vars) : `test-${index}`
}

type Grade = {
  kind: 'model' | 'human' | 'program'
  pass: boolean | undefined
  score: number | undefined
  by: string
  reason: string | undefined
}

function gradesOf(record: Json): Grade[] {
  return asList(asRecord(record.gradingResult).componentResults).flatMap((value) => {
    const component = asRecord(value)
    const assertion = asRecord(component.assertion)
    const type = asText(assertion.type)
    if (type === undefined) return []
    return {
      kind: type === 'human' ? 'human' : BY_MODEL.test(type) ? 'model' : 'program',
      pass: typeof component.pass === 'boolean' ? component.pass : undefined,
      score: asNumber(component.score),
      by: asText(assertion.metric) ?? type,
      reason: asText(component.reason),
    }
  })
}

/** Types of assertions that ask a model. */
const BY_MODEL =
  /^(?:not-)?(?:llm-rubric|model-graded.*|g-eval|factuality|answer-relevance|context-.*|search-rubric|agent-rubric|select-best|moderation|pi|conversation-relevance|trajectory:goal-success)$/

/** Model grades are the peer signal; program assertions the downstream signal, true if all passed. */
function signalsOf(grades: readonly Grade[]): Signals {
  const of = (kind: Grade['kind']) => grades.filter((grade) => grade.kind === kind)
  const words = (some: readonly Grade[]) => ({
    by: toIdentifier([...new Set(some.map(({ by }) => by))].join(', '), 500),
    comment: some
      .flatMap(({ pass, reason }) => (pass === false && reason ? reason : []))
      .join('\n')
      .slice(0, 10_000),
  })
  const scores = of('model').flatMap(({ score }) => (score !== undefined && score >= 0 && score <= 1 ? score : []))
  const asserted = of('program').filter(({ pass }) => pass !== undefined)
  const rated = of('human').filter(({ pass }) => pass !== undefined)
  return [
    ...(scores.length > 0
      ? [
          {
            evaluator: 'peer' as const,
            value: meanOf(scores),
            ...words(of('model')),
          },
        ]
      : []),
    ...(asserted.length > 0
      ? [{ evaluator: 'downstream' as const, value: asserted.every(({ pass }) => pass), ...words(asserted) }]
      : []),
    ...(rated.length > 0
      ? [{ evaluator: 'human' as const, value: rated.every(({ pass }) => pass), ...words(rated) }]
      : []),
  ]
}

/** A failed assertion is no error, although promptfoo also writes its reason into `error`. */
function errorOf(record: Json, response: Json): NonNullable<RunBody['error']> | undefined {
  const message = asText(response.error) ?? (record.failureReason === ASSERT ? undefined : asText(record.error))
  const wasChecked = Array.isArray(asRecord(record.gradingResult).componentResults)
  return message === undefined || (record.failureReason === undefined && wasChecked)
    ? undefined
    : { message: errorText(message) }
}

const ASSERT = 1

/** promptfoo writes zero tokens at no cost for a provider that reports neither. */
function usageOf(record: Json, response: Json): Pick<RunBody, 'tokens' | 'costUsd'> {
  const { prompt, completion, total } = asRecord(response.tokenUsage)
  const tokens = asTokens({ input: prompt, output: completion, total })
  const costUsd = asNonNegative(record.cost ?? response.cost)
  return { tokens, costUsd: costUsd === 0 && tokens === undefined ? undefined : costUsd }
}
