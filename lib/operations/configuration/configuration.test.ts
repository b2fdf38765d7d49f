import { describe, expect, it } from 'vitest'
import type { Configuration } from '@/lib/contracts/configuration'
import { evaluateQualityGate } from '@/lib/engine/gate/evaluate-quality-gate'
import { getChain } from '../chains/get'
import { updateChain } from '../chains/update'
import { configure } from '../testing/configure'
import { ingest, makeProject, runBody } from '../testing/factories'
import { putConfiguration } from './change'
import { DEFAULT_CONFIGURATION, loadEffectiveConfiguration } from './levels'
import { getConfiguration, listConfigurationVersions } from './read'

const threshold = (quality_threshold: number): Configuration => ({ quality_assurance: { quality_threshold } })

describe('the effective configuration', () => {
  it('equals the published defaults when nothing is set, as used by the tools', async () => {
    const test = await makeProject()
    const effective = await loadEffectiveConfiguration(test.key.db, test.project.id)
    expect(effective).toEqual(DEFAULT_CONFIGURATION)
    const gate = { task: { type: 'design', dependents: 3 }, result: { output: 'x' }, judge: { score: 2 } }
    const { quality_threshold, foundation_min_dependents, requires_tool_calls } = effective.quality_gate
    const config = {
      qualityThreshold: quality_threshold,
      foundationMinDependents: foundation_min_dependents,
      requiresToolCalls: requires_tool_calls,
    }
    expect(evaluateQualityGate({ ...gate, config })).toEqual(evaluateQualityGate(gate))
  })

  it('is merged key by key from default, project and chain, and each level shows its own values', async () => {
    const test = await makeProject()
    await ingest(test.key, [runBody()])
    await configure(test, { ...threshold(0.7), stratt_weights: { efficiency: 1 } })
    await configure(
      test,
      { quality_assurance: { max_rerun_attempts: 4 }, stratt_weights: { completeness: 2 } },
      'answers',
    )
    const { configuration } = await getConfiguration.run(test.key, { chain: 'answers' })
    expect(configuration).toMatchObject({
      chain: 'answers',
      number: 1,
      maxAttempts: 5,
      own: { quality_assurance: { max_rerun_attempts: 4 } },
      project: threshold(0.7),
      inherited: { quality_assurance: { quality_threshold: 0.7, max_rerun_attempts: 2 } },
      effective: {
        quality_assurance: { quality_threshold: 0.7, max_rerun_attempts: 4 },
        stratt_weights: { conformance: 0.4, completeness: 2, efficiency: 1 },
      },
    })
    const other = await makeProject()
    expect((await getConfiguration.run(other.key, {})).configuration.number).toBe(0)
    await expect(getConfiguration.run(other.key, { chain: 'answers' })).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('putting a configuration', () => {
  it('appends a version with author, time and changes, and an audit event', async () => {
    const test = await makeProject()
    const ada = await test.as('admin', 'Ada')
    await putConfiguration.run(ada, { config: threshold(0.7), expected: 0, comment: 'looser' })
    await putConfiguration.run(ada, { config: { ...threshold(0.8), judge: { enabled: false } }, expected: 1 })
    const { versions, next } = await listConfigurationVersions.run(test.key, {})
    expect(next).toBeNull()
    expect(versions).toMatchObject([
      {
        number: 2,
        by: 'Ada',
        comment: null,
        changes: [
          { path: 'judge.enabled', to: false },
          { path: 'quality_assurance.quality_threshold', from: 0.7, to: 0.8 },
        ],
      },
      { number: 1, comment: 'looser', config: threshold(0.7), changes: [{ to: 0.7 }] },
    ])
    const page = await listConfigurationVersions.run(test.key, { limit: 1 })
    expect(page).toMatchObject({ next: 2, versions: [{ number: 2, changes: [{}, { from: 0.7 }] }] })
    expect(await listConfigurationVersions.run(test.key, { limit: 1, before: 2 })).toMatchObject({
      next: null,
      versions: [{ number: 1 }],
    })
    const events = await test.key.db.auditEvent.count({
      where: { projectId: test.project.id, action: 'configuration.put' },
    })
    expect(events).toBe(2)
  })

  it('creates no version for unchanged content', async () => {
    const test = await makeProject()
    await configure(test, threshold(0.7))
    await configure(test, { ...threshold(0.7), judge: {} })
    expect((await listConfigurationVersions.run(test.key, {})).versions).toHaveLength(1)
  })

  it('restores an older version as the newest', async () => {
    const test = await makeProject()
    await configure(test, threshold(0.7))
    await configure(test, {})
    const { versions } = await listConfigurationVersions.run(test.key, {})
    await configure(test, versions.find(({ number }) => number === 1)?.config ?? {})
    expect((await loadEffectiveConfiguration(test.key.db, test.project.id)).quality_assurance.quality_threshold).toBe(
      0.7,
    )
  })

  it('accepts one of two concurrent changes and names its author to the other admin', async () => {
    const test = await makeProject()
    const people = [await test.as('admin', 'Ada'), await test.as('admin', 'Ben')]
    const results = await Promise.allSettled(
      people.map((admin, index) => putConfiguration.run(admin, { config: threshold(0.5 + index / 10), expected: 0 })),
    )
    const refused = results.find((result) => result.status === 'rejected')
    const [version] = (await listConfigurationVersions.run(test.key, {})).versions
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
    expect(refused?.reason).toMatchObject({ code: 'conflict', issues: [{ path: 'expected' }] })
    expect(refused?.reason.message).toContain(version?.by)
  })

  it.each([
    [{ profile: 'gaff' }, undefined, 'config.profile', 'one chain'],
    [{ gate_hours: 5 }, undefined, 'config.gate_hours', 'one chain'],
    [{ stratt_weights: { completeness: 0 } }, 'answers', 'config.stratt_weights', 'all be zero'],
    [{ stratt_weights: { completeness: 1, conformance: 0 } }, 'answers', undefined, ''],
  ] as const)('checks %j on %s', async (config, chain, path, words) => {
    const test = await makeProject()
    await ingest(test.key, [runBody()])
    await configure(test, { stratt_weights: { conformance: 0, efficiency: 0 } })
    const attempt = configure(test, config, chain)
    if (path === undefined) await attempt
    else
      await expect(attempt).rejects.toMatchObject({
        code: 'invalid_input',
        issues: [{ path, message: expect.stringContaining(words) }],
      })
  })

  it('is rejected if it leaves a chain without any weight, naming the chain', async () => {
    const test = await makeProject()
    await ingest(test.key, [runBody()])
    await configure(test, { stratt_weights: { completeness: 0, efficiency: 0 } }, 'answers')
    await expect(configure(test, { stratt_weights: { conformance: 0 } })).rejects.toMatchObject({
      code: 'invalid_input',
      issues: [{ path: 'config.stratt_weights', message: expect.stringContaining('answers') }],
    })
  })
})

describe('the settings of a chain', () => {
  it('are shared with its configuration, whichever of the two is changed', async () => {
    const test = await makeProject()
    await ingest(test.key, [runBody()])
    const admin = await test.as('admin')
    await updateChain.run(admin, { chain: 'answers', maxAttempts: 7, gateHours: 2 })
    const { configuration } = await getConfiguration.run(test.key, { chain: 'answers' })
    expect(configuration).toMatchObject({
      number: 1,
      own: { gate_hours: 2, quality_assurance: { max_rerun_attempts: 6 } },
      maxAttempts: 7,
    })
    await configure(test, { profile: 'gaff', regression_threshold: 0.2, min_live_runs: 8 }, 'answers')
    expect((await getChain.run(test.key, { chain: 'answers' })).chain).toMatchObject({
      profile: 'gaff',
      regressionThreshold: 0.2,
      minLiveRuns: 8,
      gateHours: 24,
      maxAttempts: 3,
    })
  })
})
