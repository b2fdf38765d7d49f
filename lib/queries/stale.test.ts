import { describe, expect, it } from 'vitest'
import { type Change, changeOf, changesOf, isStaleAfter } from './stale'

describe('isStaleAfter', () => {
  const runs = ['p', 'GET /api/v1/runs', {}]
  const run = ['p', 'GET /api/v1/runs/{runId}', { runId: 'r1' }]
  const gate = ['p', 'GET /api/v1/gates/{gateId}', { gateId: 'g1' }]
  const gates = ['p', 'GET /api/v1/gates', {}, 'pages']
  const status = ['p', 'GET /api/v1/status', {}]
  const version = ['p', 'GET /api/v1/chains/{chain}/versions/{version}', { chain: 'c', version: '1' }]
  const trials = ['p', 'GET /api/v1/chains/{chain}/versions/{version}/trials', { chain: 'c', version: '1' }, 'pages']
  const calibration = ['p', 'GET /api/v1/calibration', { errors: 0.05 }]
  const attribution = ['p', 'GET /api/v1/runs/{runId}/attribution', { runId: 'r1' }]
  const projects = [null, 'GET /api/v1/projects', {}]

  it.each<[string, Change, readonly unknown[], boolean]>([
    ['a run: lists of runs', { noun: 'runs', id: 'r1' }, runs, true],
    ['a run: its own page', { noun: 'runs', id: 'r1' }, run, true],
    ['a run: not the page of another run', { noun: 'runs', id: 'r2' }, run, false],
    ['runs: the page of every run', { noun: 'runs' }, run, true],
    ['a run: every gate, since it may be its evidence', { noun: 'runs', id: 'r1' }, gate, true],
    ['runs: not the list of gates', { noun: 'runs' }, gates, false],
    ['runs: the counts in the navigation', { noun: 'runs' }, status, true],
    ['a run: the calibration', { noun: 'runs', id: 'r1' }, calibration, true],
    ['a run: the attribution of its failure', { noun: 'runs', id: 'r1' }, attribution, true],
    ['a run: not the attribution of another run', { noun: 'runs', id: 'r2' }, attribution, false],
    ['runs: the calibration', { noun: 'runs' }, calibration, true],
    ['a gate: the calibration', { noun: 'gates', id: 'g1' }, calibration, true],
    ['the configuration: the calibration', { noun: 'configuration' }, calibration, true],
    ['a gate: the paged list of gates', { noun: 'gates', id: 'g1' }, gates, true],
    ['a gate: not the page of another gate', { noun: 'gates', id: 'g2' }, gate, false],
    ['a gate: the runs it decides', { noun: 'gates', id: 'g1' }, run, true],
    ['a gate: the counts in the navigation', { noun: 'gates', id: 'g1' }, status, true],
    ['chains: versions of chains', { noun: 'chains' }, version, true],
    [
      'a chain: versions of another chain, since chains refer to each other',
      { noun: 'chains', id: 'd' },
      version,
      true,
    ],
    ['trials: the list of trials', { noun: 'trials', id: 'v1' }, trials, true],
    ['trials: not the version', { noun: 'trials', id: 'v1' }, version, false],
    ['members: the list of projects', { noun: 'members' }, projects, true],
    ['dead letters: the run they belong to', { noun: 'dead-letters' }, run, true],
    ['dead letters: not the list of runs', { noun: 'dead-letters' }, runs, false],
    [
      'a week: the page of another week, which shows its actions',
      { noun: 'weekly', id: '2026-W47' },
      ['p', 'GET /api/v1/weekly/{week}', { week: '2026-W48' }],
      true,
    ],
    ['thinking: not the templates', { noun: 'thinking', id: 's1' }, ['p', 'GET /api/v1/thinking-templates', {}], false],
    ['keys, which are not in the table: the list of keys', { noun: 'keys' }, ['p', 'GET /api/v1/keys', {}], true],
    ['keys, which are not in the table: nothing else', { noun: 'keys' }, status, false],
  ])('%s', (_, change, key, expected) => {
    expect(isStaleAfter(change, 'p', key)).toBe(expected)
  })

  it('does not affect other projects', () => {
    expect(isStaleAfter({ noun: 'runs' }, 'other', runs)).toBe(false)
    expect(isStaleAfter({ noun: 'runs' }, null, runs)).toBe(false)
    expect(isStaleAfter({ noun: 'projects' }, null, projects)).toBe(true)
  })
})

describe('changesOf', () => {
  it('returns the noun of the path and the item it names', () => {
    expect(changesOf('POST /api/v1/gates/{gateId}/decision', { gateId: 'g1', verdict: 'approved' })).toEqual([
      { noun: 'gates', id: 'g1' },
    ])
    expect(changesOf('POST /api/v1/dead-letters/actions', { ids: [] })).toEqual([{ noun: 'dead-letters' }])
  })

  it('is empty for reads, and can be overridden by the caller', () => {
    expect(changesOf('GET /api/v1/audit/verification', {})).toEqual([])
    expect(changesOf('POST /api/v1/configuration/preview', {}, [])).toEqual([])
    expect(changesOf('POST /api/v1/chains/{chain}/authorities', { chain: 'c' }, ['gates'])).toEqual([{ noun: 'gates' }])
  })
})

it('a live event of one run or gate changes its noun', () => {
  expect(changeOf({ topic: 'run', id: 'r1' })).toEqual({ noun: 'runs', id: 'r1' })
  expect(changeOf({ topic: 'gate', id: 'g1' })).toEqual({ noun: 'gates', id: 'g1' })
  expect(changeOf({ topic: 'mail' })).toEqual({ noun: 'mail' })
})
