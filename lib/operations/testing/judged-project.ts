import type { Configuration } from '@/lib/contracts/configuration'
import type { InputOf } from '@/lib/contracts/contract'
import type { evaluateQualityGate } from '@/lib/contracts/quality/evaluate-quality-gate'
import { getDb } from '@/lib/db/client'
import { makeProject, type TestProject } from './factories'

/** A project with a judge timeout of one second, and further judge settings. */
export async function makeJudgedProject(judge: Configuration['judge'] = {}): Promise<TestProject> {
  const test = await makeProject()
  const config: Configuration = { judge: { timeout_seconds: 1, ...judge } }
  await getDb().configVersion.create({
    data: { projectId: test.project.id, scope: 'project', number: 1, config, by: 'test' },
  })
  return test
}

type GateInput = InputOf<typeof evaluateQualityGate>
let made = 0

/** A task that passes the pre-flight checks, with an output that no other test uses. */
export function gateInput(overrides: Partial<GateInput> = {}): GateInput {
  made++
  return { task: { type: 'analysis' }, result: { output: `output ${made}`, toolCalls: 1 }, ...overrides }
}
