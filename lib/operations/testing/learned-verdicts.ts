import { getDb } from '@/lib/db/client'
import { learnFromVerdicts } from '../learning/learn'
import { reviewRun } from '../reviews/review'
import { ingest, makeProject, runBody, type TestProject } from './factories'

const STEPS = { good: 2, bad: 9 }

/** A good run has few steps and a high peer signal; a bad one has many steps, errors and a lower peer signal. */
export function body(id: string, kind: 'good' | 'bad', signals: 'judged' | 'bare' = 'judged') {
  const nodes = Array.from({ length: STEPS[kind] }, (_, at) => ({
    id: `n${at}`,
    type: 'tool',
    name: 'look',
    ...(kind === 'bad' && at % 2 ? { status: 'failed' as const, error: { message: 'not found' } } : { output: 'ok' }),
  }))
  const peer = kind === 'good' ? 0.9 : 0.55
  return runBody({ id, nodes, ...(signals === 'judged' && { signals: { self: 0.9, peer } }) })
}

export const kindOf = (at: number) => (at % 2 ? 'bad' : 'good')

/** A project with this many verdicts, good and bad in turn, given by one reviewer. */
export async function makeReviewed(verdicts: number) {
  const test = await makeProject()
  const ids = await ingest(
    test.key,
    Array.from({ length: verdicts }, (_, at) => body(`run-${at}`, kindOf(at))),
  )
  const reviewer = await test.as('reviewer', 'Ada')
  for (let at = 0; at < verdicts; at++) await review(reviewer, ids.get(`run-${at}`), kindOf(at))
  return { ...test, reviewer, ids }
}

export const review = (person: Parameters<typeof reviewRun.run>[0], runId: string | undefined, kind: 'good' | 'bad') =>
  reviewRun.run(person, {
    runId: runId ?? '',
    verdict: kind === 'good' ? 'approve' : 'reject',
    ...(kind === 'bad' && { reason: 'not found' }),
  })

export const learn = ({ project }: TestProject) =>
  learnFromVerdicts(getDb(), [{ projectId: project.id, id: project.id }], () => new Date())

export const modelsOf = ({ project }: TestProject) =>
  getDb().verdictModel.findMany({ where: { projectId: project.id }, orderBy: [{ kind: 'asc' }, { version: 'asc' }] })

export const predictionsOf = ({ project }: TestProject, runId: string | undefined) =>
  getDb().prediction.findMany({ where: { projectId: project.id, runId: runId ?? '' }, orderBy: { kind: 'asc' } })
