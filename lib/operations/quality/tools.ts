import { MAX_RUN_VALUES } from '@/lib/contracts/body-limits'
import { type InputIssue, MAX_ISSUES, parseInput } from '@/lib/contracts/input-issues'
import { evaluateQualityGate as evaluateQualityGateContract } from '@/lib/contracts/quality/evaluate-quality-gate'
import type { OverrideView } from '@/lib/contracts/quality/shapes'
import { statelessTools as contracts } from '@/lib/contracts/quality/tools'
import {
  checkVerification as checkVerificationContract,
  decideDependent as decideDependentContract,
  generateFixupTask as generateFixupTaskContract,
} from '@/lib/contracts/quality/verification'
import { type RunInput, runInput } from '@/lib/contracts/run-input'
import { forecastVerdict as contract } from '@/lib/contracts/run-judgement'
import { holdsMoreThan } from '@/lib/engine/json/holds-more-than'
import { checkedConfiguration, checkRun, type NamedRun, overridesOf, resolveRun } from '../checks/record'
import type { ProjectContext } from '../context'
import { addDeadLetter } from '../dead-letters/add'
import { RetryFailure } from '../dead-letters/store'
import { inEngine } from '../engine-pool/ask'
import { TooSlow } from '../engine-pool/pool'
import type { ToolName } from '../engine-pool/thread/tasks'
import { invalidInput } from '../errors'
import { type JudgedGate, type JudgedTask, judgeTask } from '../judge/judge-task'
import { operation } from '../operation'
import { inTurns } from '../turns'

/** The tools that consist of one engine function each. An input that takes seconds to check is rejected naming its costly field. */
export const statelessTools = contracts.map((contract) =>
  operation(contract, async (ctx, input) => {
    try {
      // `tasks` verifies at compile time that contracts and engine functions match.
      return await inEngine(ctx, contract.name as ToolName, input as never)
    } catch (error) {
      if (!(error instanceof TooSlow)) throw error
      throw invalidInput([{ path: contract.costly, message: `${error.message}: send less, or simpler rules` }])
    }
  }),
)

/** Evaluates a quality gate. When the judge fails, the input is kept as a dead letter, so that a retry can succeed later. */
export const evaluateQualityGate = operation(
  evaluateQualityGateContract,
  async (ctx, { runId, nodeId, chain, ...input }) => {
    const named = { runId, nodeId, chain }
    if (runId === undefined && nodeId !== undefined)
      throw invalidInput([{ path: 'runId', message: 'name the run that this node is of' }])
    const configuration = await checkedConfiguration(ctx.db, ctx.project.id, named)
    const { gate, failure } = await judgeTask(ctx, input, configuration)
    const deadLetterId = failure
      ? await addDeadLetter(ctx, {
          operation: 'judge:evaluate_quality_gate',
          args: { ...input, ...named },
          error: failure.error,
          category: failure.category,
          runKey: runId && (await resolveRun(ctx.db, ctx.project.id, runId)).runKey,
        })
      : null
    await recordGate(ctx, named, input, gate)
    return { ...gate, deadLetterId, overrides: await overridesOf(ctx, named) }
  },
)

/** Adds the gate's result to the checks of its run. The output is stored with the run already and is left out. */
function recordGate(ctx: ProjectContext, named: NamedRun, input: JudgedTask, gate: JudgedGate): Promise<void> {
  const { output: _, artifacts = [], ...result } = input.result
  const seen = artifacts.map(({ preview: _, ...artifact }) => artifact)
  const isOk = gate.passed ? true : gate.gateError ? null : false
  const kept = { task: input.task, result: { ...result, artifacts: seen }, config: input.config, worker: input.worker }
  return checkRun(ctx, named, { kind: 'quality_gate', isOk, input: kept, result: gate })
}

/**
 * Evaluates a gate again that had no usable answer, and records the verdict with its run.
 * @throws RetryFailure with the reason, and a category that determines whether another retry may help
 */
export async function retryQualityGate(ctx: ProjectContext, args: unknown): Promise<void> {
  const parsed = parseInput(evaluateQualityGateContract.input, args)
  if (parsed.issues) throw invalidInput(parsed.issues)
  const { runId, nodeId, chain, ...input } = parsed.data
  const configuration = await checkedConfiguration(ctx.db, ctx.project.id, { runId, chain })
  const { gate, failure } = await judgeTask(ctx, input, configuration)
  if (failure) throw new RetryFailure(failure.error, failure.category)
  if (gate.gateError) throw new RetryFailure(gate.feedback, 'DEPENDENCY')
  await recordGate(ctx, { runId, nodeId }, input, gate)
}

/**
 * Limits that are not given come from the chain, else from the project. A forced allow is recorded as an override of the run, which all
 * later checks see.
 */
export const checkVerification = operation(
  checkVerificationContract,
  async (ctx, { runId, nodeId, chain, ...input }) => {
    const { verification } = await checkedConfiguration(ctx.db, ctx.project.id, { runId, chain })
    const { maxAttempts = verification.max_attempts, compilationMaxAttempts = verification.compilation_max_attempts } =
      input.criteria
    const result = await inEngine(ctx, 'check_verification', {
      ...input,
      criteria: { ...input.criteria, maxAttempts, compilationMaxAttempts },
    })
    await checkRun(
      ctx,
      { runId, nodeId },
      { kind: 'verification', isOk: result.satisfied, isOverride: result.forceAllow, input, result },
    )
    return { ...result, overrides: await overridesOf(ctx, { runId }) }
  },
)

/** A missing threshold comes from the chain or project, if set. Names the completed dependencies that were let through unverified. */
export const decideDependent = operation(decideDependentContract, async (ctx, { runId, nodeId, chain, ...input }) => {
  const [overrides, { dependents }] = await Promise.all([
    overridesOf(ctx, { runId }),
    checkedConfiguration(ctx.db, ctx.project.id, { runId, chain }),
  ])
  const threshold = input.threshold ?? dependents.threshold ?? undefined
  const decision = await inEngine(ctx, 'decide_dependent', { ...input, threshold })
  const result = { ...decision, reason: decision.reason + unverifiedAmong(input.dependencies, overrides) }
  await checkRun(ctx, { runId, nodeId }, { kind: 'dependent', isOk: result.run, input, result })
  return { ...result, overrides }
})

function unverifiedAmong(dependencies: readonly { id: string; status: string }[], overrides: OverrideView[]): string {
  const nodes = new Set(overrides.map((override) => override.nodeId))
  const named = dependencies.filter(({ id, status }) => status === 'completed' && nodes.has(id)).map(({ id }) => id)
  return named.length > 0 ? ` Let through without verification: ${[...new Set(named)].join(', ')}.` : ''
}

/** A missing definition of foundation tasks comes from the chain or the project. */
export const generateFixupTask = operation(
  generateFixupTaskContract,
  async (ctx, { runId, nodeId, chain, ...input }) => {
    const { quality_gate } = await checkedConfiguration(ctx.db, ctx.project.id, { runId, chain })
    const foundationMinDependents = input.config?.foundationMinDependents ?? quality_gate.foundation_min_dependents
    const result = await inEngine(ctx, 'generate_fixup_task', { ...input, config: { foundationMinDependents } })
    const failed = runId === undefined ? nodeId : (nodeId ?? result.fixupOf ?? undefined)
    await checkRun(ctx, { runId, nodeId: failed }, { kind: 'fixup', isOk: null, input, result })
    return { ...result, overrides: await overridesOf(ctx, { runId }) }
  },
)

const LIMIT_MS = 15_000

export const forecastVerdict = operation(contract, async (ctx, { verdicts, apply }) => {
  const known = await parseRunBodies(verdicts.map(({ run }, at) => ({ path: `verdicts[${at}].run`, body: run })))
  const asked = await parseRunBodies(apply.map((body, at) => ({ path: `apply[${at}]`, body })))
  const judged = known.map((run, at) => ({ run, approved: verdicts[at]?.approved === true }))
  try {
    return await inEngine(ctx, 'forecast_verdict', { verdicts: judged, apply: asked }, LIMIT_MS)
  } catch (error) {
    if (!(error instanceof TooSlow)) throw error
    throw invalidInput([{ path: 'verdicts', message: `${error.message}: send fewer or shorter runs` }])
  }
})

/**
 * Parses run bodies like ingestion, yielding between them. `path` names the place of each.
 * @throws AppError invalid_input with the issues of all of them, by fields like `apply[3].nodes[0].id`
 */
async function parseRunBodies(bodies: readonly { path: string; body: unknown }[]): Promise<RunInput[]> {
  const turn = inTurns()
  const runs: RunInput[] = []
  const issues: InputIssue[] = []
  for (const { path, body } of bodies) {
    await turn()
    if (issues.length >= MAX_ISSUES) break
    if (holdsMoreThan(body, MAX_RUN_VALUES)) {
      issues.push({ path, message: `holds more than ${MAX_RUN_VALUES.toLocaleString('en')} values` })
      continue
    }
    const parsed = parseInput(runInput, body)
    if (!parsed.issues) runs.push(parsed.data)
    else
      for (const issue of parsed.issues)
        issues.push({ path: issue.path === '' ? path : `${path}.${issue.path}`, message: issue.message })
  }
  if (issues.length > 0) throw invalidInput(issues.slice(0, MAX_ISSUES))
  return runs
}
