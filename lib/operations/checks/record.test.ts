import { describe, expect, it } from 'vitest'
import type { Configuration } from '@/lib/contracts/configuration'
import { putConfiguration } from '../configuration/change'
import { addDeadLetter } from '../dead-letters/add'
import { checkVerification, decideDependent, evaluateQualityGate, generateFixupTask } from '../quality/tools'
import { ingest, makeProject, runBody } from '../testing/factories'

const ofProject: Configuration = {
  verification: { max_attempts: 1 },
  dependents: { threshold: 0.9 },
  quality_gate: { quality_threshold: 5, foundation_min_dependents: 9 },
  dead_letters: { max_attempts: 7 },
}
const ofChain: Configuration = {
  verification: { max_attempts: 4 },
  dependents: { threshold: 0.25 },
  quality_gate: { quality_threshold: 2, foundation_min_dependents: 1 },
  dead_letters: { max_attempts: 11 },
}

/** A configured project with a differently configured chain, which has the run `run-1`. */
async function makeConfigured() {
  const test = await makeProject()
  const ids = await ingest(test.key, [
    runBody({ id: 'run-1', chain: 'strict' }),
    runBody({ id: 'run-2', chain: 'plain' }),
  ])
  const admin = await test.as('admin')
  await putConfiguration.run(admin, { config: ofProject, expected: 0 })
  await putConfiguration.run(admin, { chain: 'strict', config: ofChain, expected: 0 })
  return { ...test, ourId: ids.get('run-1') ?? '' }
}
type Configured = Awaited<ReturnType<typeof makeConfigured>>
type Named = { runId?: string; chain?: string }

/** Returns the effective value for each kind of check, as its tool reports it. */
async function effectiveOf({ key, project }: Configured, named: Named) {
  const { forceAllow } = await checkVerification.run(key, {
    ...named,
    criteria: { requireFileChanges: true },
    state: { nudges: 2 },
  })
  const { threshold } = await decideDependent.run(key, { ...named, dependencies: [{ id: 'a', status: 'failed' }] })
  const task = { id: 't', dependents: 3 }
  const fixup = await generateFixupTask.run(key, { ...named, task, gateResult: { passed: false } })
  const gate = await evaluateQualityGate.run(key, {
    ...named,
    task: { id: 't', type: 'writing', description: 'Write' },
    result: { output: 'A text that is long enough to be judged by anybody.' },
    judge: { score: 3, feedback: 'fine' },
  })
  const id = await addDeadLetter(
    { ...key },
    { operation: 'tool:x', args: {}, error: 'x', category: 'PERMANENT', runKey: named.runId },
  )
  const letter = await key.db.deadLetter.findUniqueOrThrow({ where: { projectId_id: { projectId: project.id, id } } })
  return {
    verification: forceAllow ? 'let through' : 'nudged',
    threshold,
    foundation: fixup.foundation,
    gate: gate.effectiveThreshold,
    attempts: letter.maxAttempts,
  }
}

const chains = { verification: 'nudged', threshold: 0.25, foundation: true, gate: 2, attempts: 11 }
const projects = { verification: 'let through', threshold: 0.9, foundation: false, gate: 5, attempts: 7 }

describe('a value that a check omits', () => {
  it('comes from the chain of its run, by either id of the run', async () => {
    const test = await makeConfigured()
    expect(await effectiveOf(test, { runId: 'run-1' })).toEqual(chains)
    expect(await effectiveOf(test, { runId: test.ourId })).toEqual(chains)
    expect(await effectiveOf(test, { runId: 'run-1', chain: 'strict' })).toEqual(chains)
  })

  it('comes from the named chain if the run has not arrived, or none is named', async () => {
    const test = await makeConfigured()
    const { attempts: _, ...checked } = chains
    expect(await effectiveOf(test, { chain: 'strict' })).toMatchObject(checked)
    expect(await effectiveOf(test, { runId: 'to come', chain: 'strict' })).toMatchObject(checked)
  })

  it.each<[string, Named]>([
    ['nothing is named', {}],
    ['the run has not arrived', { runId: 'to come' }],
    ['its chain sets nothing', { runId: 'run-2' }],
    ['the chain is not made yet', { chain: 'new' }],
  ])('comes from the project if %s', async (_, named) => {
    expect(await effectiveOf(await makeConfigured(), named)).toEqual(projects)
  })

  it('is refused if the run belongs to another chain than the named one', async () => {
    const { key } = await makeConfigured()
    const asked = decideDependent.run(key, { runId: 'run-1', chain: 'plain', dependencies: [] })
    await expect(asked).rejects.toMatchObject({ code: 'invalid_input', issues: [{ path: 'chain' }] })
  })

  it('never comes from another project', async () => {
    await makeConfigured()
    const other = await makeProject()
    const { threshold } = await decideDependent.run(other.key, {
      chain: 'strict',
      dependencies: [{ id: 'a', status: 'failed' }],
    })
    expect([0.25, 0.9]).not.toContain(threshold)
  })
})
