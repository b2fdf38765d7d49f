import type { ChainRule } from '@/lib/contracts/chain-rules'
import type { Span } from '@/lib/contracts/otlp'
import type { ToolFunctions } from '@/lib/contracts/quality/tools'
import type { RunInput } from '@/lib/contracts/run-input'
import type { ThoughtInput } from '@/lib/contracts/thinking/think'
import { scoreConfidence } from '@/lib/engine/confidence/score-confidence'
import { redact, redactText } from '@/lib/engine/dead-letters/redact'
import { classifyFailure } from '@/lib/engine/failures/classify-failure'
import { groupFailures } from '@/lib/engine/failures/group-failures'
import { synthesizeFeedback } from '@/lib/engine/feedback/synthesize-feedback'
import { checkVerification } from '@/lib/engine/gate/check-verification'
import { decideDependent } from '@/lib/engine/gate/decide-dependent'
import { evaluateQualityGate } from '@/lib/engine/gate/evaluate-quality-gate'
import { generateFixupTask } from '@/lib/engine/gate/generate-fixup-task'
import { detectHallucinations } from '@/lib/engine/hallucination/detect-hallucinations'
import { EngineInputError, type InputIssue } from '@/lib/engine/input-error'
import { analyzeConvergence } from '@/lib/engine/iteration/analyze-convergence'
import { decideIteration } from '@/lib/engine/iteration/decide-iteration'
import { comparisonPrompt } from '@/lib/engine/judge/comparison'
import { calibrateConfidence } from '@/lib/engine/judgement/calibrate-confidence'
import type { Weights } from '@/lib/engine/judgement/confidence-rungs'
import { estimateQuality } from '@/lib/engine/judgement/estimate-quality'
import { forecastVerdicts, groupOf } from '@/lib/engine/judgement/forecast-verdict'
import { type FailedRun, guiltEvidence } from '@/lib/engine/judgement/guilt-evidence'
import { attributeGuilt } from '@/lib/engine/judgement/guilty-step'
import { learnConfidence, type SignalVerdict } from '@/lib/engine/judgement/learn-confidence'
import { learnForecast } from '@/lib/engine/judgement/learn-forecast'
import { type KnownGuilt, learnGuilt } from '@/lib/engine/judgement/learn-guilt'
import { recommendStop } from '@/lib/engine/judgement/recommend-stop'
import { reportCalibration } from '@/lib/engine/judgement/report-calibration'
import { runFacts } from '@/lib/engine/judgement/run-facts'
import { compileSchema, precompileSchema } from '@/lib/engine/output/schema'
import { validateOutput } from '@/lib/engine/output/validate-output'
import { analyzeFailurePatterns } from '@/lib/engine/quality-check/analyze-failure-patterns'
import { checkAccuracy } from '@/lib/engine/quality-check/check-accuracy'
import { checkCompleteness } from '@/lib/engine/quality-check/check-completeness'
import { determineRerunStrategy } from '@/lib/engine/quality-check/determine-rerun-strategy'
import { scoreQuality } from '@/lib/engine/quality-check/score-quality'
import { validateExecutionResult } from '@/lib/engine/quality-check/validate-execution-result'
import { detectRegression } from '@/lib/engine/regression/detect-regression'
import { measureRun } from '@/lib/engine/scoring/measure-run'
import { scoreUnder } from '@/lib/engine/scoring/score-under'
import { cohenKappa, kappaInterval, krippendorffAlpha, type Pair, type Scale } from '@/lib/engine/stats/agreement'
import { answerThought, type SessionSoFar } from '@/lib/engine/thinking/answer-thought'
import { scoreTrace } from '@/lib/engine/trace/score-trace'
import { spansToRuns } from '@/lib/ingest/otlp/spans-to-runs'

type Rated = { values: readonly (readonly number[])[]; scale: Scale; clusters?: readonly string[] }

type Comparison = { task: Parameters<typeof comparisonPrompt>[0]; first: unknown; second: unknown; day: string }

/** Engine functions that take one input, including those of the stateless tools under the tool's name. */
export const TASKS = {
  analyze_convergence: analyzeConvergence,
  analyze_failure_patterns: analyzeFailurePatterns,
  calibrate_confidence: calibrateConfidence,
  attribute_failure: (run: FailedRun) => attributeGuilt(run),
  check_accuracy: checkAccuracy,
  check_completeness: checkCompleteness,
  check_verification: checkVerification,
  classify_failure: classifyFailure,
  decide_dependent: decideDependent,
  decide_iteration: decideIteration,
  detect_hallucinations: detectHallucinations,
  detect_regression: detectRegression,
  determine_rerun_strategy: determineRerunStrategy,
  estimate_quality: estimateQuality,
  evaluate_quality_gate: evaluateQualityGate,
  forecast_verdict: forecastVerdicts,
  generate_fixup_task: generateFixupTask,
  group_failures: groupFailures,
  recommend_stop: recommendStop,
  score_confidence: scoreConfidence,
  score_quality: scoreQuality,
  score_trace: scoreTrace,
  synthesize_feedback: synthesizeFeedback,
  validate_execution_result: validateExecutionResult,
  validate_output: validateOutput,
  /** Returns why a schema cannot be used, or null if it can. */
  find_schema_fault: (schema: unknown): string | null => {
    const compiled = compileSchema(schema)
    return 'message' in compiled ? compiled.message : null
  },
  learn_confidence: ({ verdicts, weights }: { verdicts: readonly SignalVerdict[]; weights: Weights }) =>
    learnConfidence(verdicts, weights),
  learn_forecast: learnForecast,
  report_calibration: reportCalibration,
  suspect_steps: ({ run, known }: { run: FailedRun; known: readonly KnownGuilt[] }) => ({
    ...attributeGuilt(run, learnGuilt(known)),
    evidence: guiltEvidence(run),
  }),
  /** Agreement on each list of rated units, and of each two judges. An interval takes a thousand draws. */
  measure_agreement: ({ rated, pairs }: { rated: readonly Rated[]; pairs: readonly (readonly Pair[])[] }) => ({
    alphas: rated.map(({ values, scale, clusters }) => krippendorffAlpha(values, scale, clusters)),
    kappas: pairs.map((pair) => ({ kappa: cohenKappa(pair), kappaInterval: kappaInterval(pair) })),
  }),
  compare_outputs: ({ task, first, second, day }: Comparison) => comparisonPrompt(task, first, second, day),
  answer_thought: ({ input, session }: { input: ThoughtInput; session: SessionSoFar }) => answerThought(input, session),
  redact: ({ args, error }: { args: unknown; error: string }) => ({ args: redact(args), error: redactText(error) }),
  spans_to_runs: ({ spans, rules }: { spans: readonly Span[]; rules: readonly ChainRule[] }) =>
    spansToRuns(spans, rules),
} satisfies ToolFunctions & Record<string, (input: never) => unknown>

/** Engine functions over a list of runs, each of which succeeds or fails separately. */
export const RUN_TASKS = {
  measure: ({ run, measure }: { run: Parameters<typeof measureRun>[0]; measure: Parameters<typeof measureRun>[1] }) =>
    measureRun(run, measure),
  score_under: scoreUnder,
  trace_facts: (run: RunInput) => ({ facts: runFacts(run), task: groupOf(run) }),
}

type WithContract = { contract?: { schema?: unknown } }

/** Where a task's input contains a caller's JSON Schema. */
const SCHEMA_OF: Readonly<Record<string, (input: never) => unknown>> = {
  validate_output: ({ schema }: { schema: unknown }) => schema,
  score_trace: ({ contract }: WithContract) => contract?.schema,
  find_schema_fault: (schema: unknown) => schema,
  measure: ({ measure }: { measure: WithContract }) => measure.contract?.schema,
  score_under: ({ measure }: { measure: WithContract }) => measure.contract?.schema,
}

/** Compiles the schema in a task's input in advance if it cannot be compiled synchronously. */
export async function precompile(name: string, input: unknown): Promise<void> {
  const schema = SCHEMA_OF[name]?.(input as never)
  if (schema !== undefined) await precompileSchema(schema)
}

export type TaskName = keyof typeof TASKS
export type ToolName = keyof ToolFunctions
export type TaskInput<N extends TaskName> = Parameters<(typeof TASKS)[N]>[0]
export type TaskOutput<N extends TaskName> = ReturnType<(typeof TASKS)[N]>

export type RunTaskName = keyof typeof RUN_TASKS
export type RunTaskInput<N extends RunTaskName> = Parameters<(typeof RUN_TASKS)[N]>[0]
export type RunTaskOutput<N extends RunTaskName> = ReturnType<(typeof RUN_TASKS)[N]>

/** The value, or the issues of the input as data: errors lose their class and fields between threads. */
export type Outcome<T> = { value: T } | { issues: InputIssue[] }

/** Runs `work` and returns rejected input as data. Other errors are thrown. */
export function toOutcome<T>(work: () => T): Outcome<T> {
  try {
    return { value: work() }
  } catch (error) {
    if (error instanceof EngineInputError) return { issues: error.issues }
    throw error
  }
}
