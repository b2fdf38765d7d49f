import type { InputOf } from '@/lib/contracts/contract'
import type { publishVersion as contract } from '@/lib/contracts/versions'
import { getDb } from '@/lib/db/client'
import { publishVersion } from '../chains/publish'
import { listTrials } from '../trials/queue'
import { runNextTrial } from '../trials/run-next'
import type { TestProject } from './factories'

export const GOOD = { output: { answer: 'forty-two' }, tokens: { input: 100, output: 900 } }
export const POOR = { output: { answer: '' }, tokens: { input: 100, output: 900 } }

/** The version that {@link publishTried} publishes by default. */
export const at = { chain: 'answers', version: '1.0.0' }
export const scenarios = ['one', 'two'].map((name) => ({ name, request: { question: name } }))

type Body = InputOf<typeof contract>

/** Publishes a version with two scenarios, executed at `url`, or locally when it is null. */
export function publishTried(test: TestProject, url: string | null, overrides: Partial<Body> = {}) {
  const executor = url === null ? ({ kind: 'local' } as const) : ({ kind: 'http', url, timeoutSeconds: 1 } as const)
  return publishVersion.run(test.key, {
    executor,
    ...at,
    contract: { requiredOutputs: ['answer'] },
    scenarios,
    ...overrides,
  })
}

export const trialsOf = (test: TestProject, version = at.version) =>
  listTrials.run(test.key, { chain: at.chain, version, limit: 200 })

export const runsOf = (test: TestProject) =>
  getDb().runSummary.findMany({ where: { projectId: test.project.id }, orderBy: { clientId: 'asc' } })

export const clock = () => new Date()

/** Runs trials one after another until none is due; returns how many ran. */
export async function runDue(): Promise<number> {
  for (let count = 0; ; count++) if (!(await runNextTrial(getDb(), clock))) return count
}

/** Deletes all trials, which the worker would otherwise pick up across projects. */
export const forgetTrials = () => getDb().trial.deleteMany()
