import type { QualityCriteria } from '@/lib/contracts/quality-criteria'
import { type RunInput, runInput } from '@/lib/contracts/run-input'
import { measureRun } from '@/lib/engine/scoring/measure-run'
import type { MeasuredRun, SeriesScore } from '@/lib/engine/scoring/scored-run'
import { seededRng } from '@/lib/engine/stats/random'
import { putVersion } from '@/lib/operations/chains/version'
import type { ProjectContext } from '@/lib/operations/context'
import { versionKey } from '@/lib/operations/ingest/empty-versions'
import { findSettings, isMade, type VersionSettings } from '@/lib/operations/ingest/version'

const OUTPUTS = ['answer', 'amount', 'title', 'owner', 'due', 'source', 'tags', 'summary'] as const
const MISSING_MAX = 3

export const promised: { contract: NonNullable<RunInput['contract']>; criteria: QualityCriteria } = {
  contract: { schema: { properties: { answer: { type: 'string' } } }, requiredOutputs: [...OUTPUTS] },
  criteria: {
    accuracy_criteria: { expected_ranges: { amount: { min: 0, max: 100 } } },
    performance_budget: { tokens: 900 },
  },
}

const FAULTS = [
  { node: 'fetch', message: 'connect ECONNREFUSED 10.0.4.17:8443', code: 'ECONNREFUSED' },
  { node: 'write', message: 'Rate limit exceeded, try again in 20 s', httpStatus: 429 },
  { node: 'write', message: 'The request timed out after 60 s' },
  { node: 'fetch', message: "ENOENT: no such file or directory, open 'input/report.csv'", code: 'ENOENT' },
  { node: 'write', message: 'The model is overloaded', httpStatus: 529 },
  { node: 'plan', message: 'Invalid argument: depth must be a number' },
  { node: 'write', message: 'Your credit balance is too low', httpStatus: 402 },
  { node: 'plan', message: "KeyError: 'customer'" },
] as const

export const FAULT_COUNT = FAULTS.length

/** A run without its times, tokens and signals. `fault` counts from 1; 0 = it did not fail. */
export type Shape = {
  fault: number
  missing: number
  isBroken: boolean
  isOff: boolean
  run: RunInput
  measured: MeasuredRun
}

const STEPS = ['plan', 'fetch', 'write', 'check']
const TWO_STEPS = ['plan', 'write']

/** Returns all shapes, each measured once by the engine. `isShort`: with two steps. */
export function drawShapes(isShort = false): Shape[] {
  const steps = isShort ? TWO_STEPS : STEPS
  const both = [false, true]
  const worked = Array.from({ length: MISSING_MAX + 1 }, (_, missing) =>
    both.flatMap((isBroken) => both.map((isOff) => ({ fault: 0, missing, isBroken, isOff }))),
  ).flat()
  const failed = FAULTS.map((_, index) => ({ fault: index + 1, missing: 0, isBroken: false, isOff: false }))
  return [...worked, ...failed].map((kind) => {
    const run = toRun(kind, steps)
    return { ...kind, run, measured: measureRun(run, { ...promised, durationMs: 1000, tokens: 400 }) }
  })
}

type Kind = Pick<Shape, 'fault' | 'missing' | 'isBroken' | 'isOff'>

function toRun({ fault, missing, isBroken, isOff }: Kind, steps: readonly string[]): RunInput {
  const drawnFault = FAULTS[fault - 1]
  const output = Object.fromEntries(OUTPUTS.slice(0, OUTPUTS.length - missing).map((name) => [name, `a ${name}`]))
  return runInput.parse({
    id: 'shape',
    chain: 'shape',
    status: drawnFault ? 'failed' : 'completed',
    ...(drawnFault
      ? { error: errorOf(drawnFault) }
      : { output: { ...output, amount: isOff ? 140 : 70, ...(isBroken && { answer: 42 }) } }),
    nodes: toNodes(drawnFault, steps),
    tokens: { input: 200, output: 200 },
  })
}

const errorOf = ({ node: _, ...error }: (typeof FAULTS)[number]) => error

/** If the failing step is left out, the first one fails instead. */
function toNodes(fault: (typeof FAULTS)[number] | undefined, ids: readonly string[]) {
  const at = fault ? Math.max(0, ids.indexOf(fault.node)) : ids.length
  return ids.map((id, index) => ({
    id,
    type: id === 'write' ? 'model' : 'tool',
    dependencies: ids.slice(Math.max(0, index - 1), index),
    status: index < at ? 'completed' : index === at ? 'failed' : 'skipped',
    ...(fault && index === at && { error: errorOf(fault) }),
  }))
}

export function factorOf(score: SeriesScore, name: string): number {
  return score.breakdown.factors.find((factor) => factor.name === name)?.value ?? 0
}

const NAMES = 'answers research planner extractor reviewer translator coder reporter router summarizer'.split(' ')
const SEED = 77

export const CHAINS = NAMES.length
export const VERSIONS = 5

/** A version with its expected quality, 0 to 1. `chain` and `version` count from 0. */
export type DrawnVersion = { chain: number; version: number; settings: VersionSettings; quality: number }

type Named = Pick<DrawnVersion, 'quality'> & { at: { chain: number; version: number }; chain: string; version: string }

/** Declares the chains and their versions through the API's code. Most versions are a little better than the last, some are worse. */
export async function declareChains(ctx: ProjectContext): Promise<DrawnVersion[]> {
  const named = nameVersions()
  const known = await findSettings(ctx.db, ctx.project.id, named)
  for (const { chain, version } of named)
    if (!known.get(versionKey({ chain, version }))?.contract) await putVersion.run(ctx, { chain, version, ...promised })
  const settings = await findSettings(ctx.db, ctx.project.id, named)
  return named.flatMap(({ at, quality, ...names }) => {
    const own = settings.get(versionKey(names))
    return own && isMade(own) ? [{ ...at, quality, settings: own }] : []
  })
}

function nameVersions(): Named[] {
  const draw = seededRng(SEED)
  return NAMES.flatMap((chain, chainAt) => {
    let quality = 0.55 + 0.2 * draw()
    return Array.from({ length: VERSIONS }, (_, version) => {
      quality = Math.min(0.97, Math.max(0.2, quality + (draw() < 0.2 ? -0.25 : 0.12 * draw())))
      return { at: { chain: chainAt, version }, chain, version: `1.${version}.0`, quality }
    })
  })
}
