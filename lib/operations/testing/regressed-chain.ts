import type { GateDetail } from '@/lib/contracts/gates'
import type { RunBody } from '@/lib/contracts/run-input'
import type { Context } from '../context'
import { getGate } from '../gates/get'
import { ingest, makeProject, runBody, type TestProject } from './factories'

export type RegressedChain = TestProject & { gateId: string; runIds: string[]; reviewer: Context }

const GOOD: Partial<RunBody> = { version: '1.0.0' }
const BAD: Partial<RunBody> = { version: '1.0.1', output: { answer: '' } }

/** `count` live runs of the lower version that score well. */
export const goodRuns = (count = 3) => Array.from({ length: count }, () => runBody(GOOD))

/** `count` live runs of the higher version with an empty required output. */
export const badRuns = (count = 3) => Array.from({ length: count }, () => runBody(BAD))

/** A chain whose version 1.0.1 is worse than 1.0.0, with the regression gate that opened. */
export async function makeRegressedChain(): Promise<RegressedChain> {
  const test = await makeProject()
  await ingest(test.key, goodRuns())
  const taken = await ingest(test.key, badRuns())
  const gate = await test.key.db.gate.findFirstOrThrow({ where: { projectId: test.project.id, kind: 'regression' } })
  return { ...test, gateId: gate.id, runIds: [...taken.values()], reviewer: await test.as('reviewer', 'Rita') }
}

/** The gate as this person sees it. */
export const see = (ctx: Context, gateId: string): Promise<GateDetail> => getGate.run(ctx, { gateId })
