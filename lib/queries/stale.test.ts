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
    ['a run: the lists', { noun: 'runs', id: 'r1' }, runs, true],
    ['a run: its own page', { noun: 'runs', id: 'r1' }, run, true],
    ['a run: not the page of another', { noun: 'runs', id: 'r2' }, run, false],
    ['runs: every page of one', { noun: 'runs' }, run, true],
    ['a run: any gate, whose evidence it may be', { noun: 'runs', id: 'r1' }, gate, true],
    ['runs: not the list of gates', { noun: 'runs' }, gates, false],
    ['runs: the counts of the frame', { noun: 'runs' }, status, true],
    ['a run: what its verdict teaches', { noun: 'runs', id: 'r1' }, calibration, true],
    ['a run: what caused its failure', { noun: 'runs', id: 'r1' }, attribution, true],
    ['a run: not what caused the failure of another', { noun: 'runs', id: 'r2' }, attribution, false],
    ['runs: what was learned of them', { noun: 'runs' }, calibration, true],
    ['a gate: what its verdict teaches', { noun: 'gates', id: 'g1' }, calibration, true],
    ['the configuration: whether anything is learned', { noun: 'configuration' }, calibration, true],
    ['a gate: its list, page by page', { noun: 'gates', id: 'g1' }, gates, true],
    ['a gate: not the page of another', { noun: 'gates', id: 'g2' }, gate, false],
    ['a gate: the runs it decides', { noun: 'gates', id: 'g1' }, run, true],
    ['a gate: the counts of the frame', { noun: 'gates', id: 'g1' }, status, true],
    ['chains: what is below them', { noun: 'chains' }, version, true],
    [
      'one chain: what is below another, since items of chains tell of each other',
      { noun: 'chains', id: 'd' },
      version,
      true,
    ],
    ['trials: their list', { noun: 'trials', id: 'v1' }, trials, true],
    ['trials: not the version', { noun: 'trials', id: 'v1' }, version, false],
    ['members: whose projects there are', { noun: 'members' }, projects, true],
    ['dead letters: the run they tell of', { noun: 'dead-letters' }, run, true],
    ['dead letters: not the list of runs', { noun: 'dead-letters' }, runs, false],
    [
      'a week: the page of another, which shows its actions',
      { noun: 'weekly', id: '2026-W47' },
      ['p', 'GET /api/v1/weekly/{week}', { week: '2026-W48' }],
      true,
    ],
    ['thoughts: not the templates', { noun: 'thinking', id: 's1' }, ['p', 'GET /api/v1/thinking-templates', {}], false],
    ['keys, of which no table tells: their own', { noun: 'keys' }, ['p', 'GET /api/v1/keys', {}], true],
    ['keys, of which no table tells: nothing else', { noun: 'keys' }, status, false],
  ])('%s', (_, change, key, expected) => {
    expect(isStaleAfter(change, 'p', key)).toBe(expected)
  })

  it('leaves other projects alone', () => {
    expect(isStaleAfter({ noun: 'runs' }, 'other', runs)).toBe(false)
    expect(isStaleAfter({ noun: 'runs' }, null, runs)).toBe(false)
    expect(isStaleAfter({ noun: 'projects' }, null, projects)).toBe(true)
  })
})

describe('changesOf', () => {
  it('names the noun of the path and the item that is acted on', () => {
    expect(changesOf('POST /api/v1/gates/{gateId}/decision', { gateId: 'g1', verdict: 'approved' })).toEqual([
      { noun: 'gates', id: 'g1' },
    ])
    expect(changesOf('POST /api/v1/dead-letters/actions', { ids: [] })).toEqual([{ noun: 'dead-letters' }])
  })

  it('is nothing for what only reads, and what the caller says for what is different', () => {
    expect(changesOf('GET /api/v1/audit/verification', {})).toEqual([])
    expect(changesOf('POST /api/v1/configuration/preview', {}, [])).toEqual([])
    expect(changesOf('POST /api/v1/chains/{chain}/authorities', { chain: 'c' }, ['gates'])).toEqual([{ noun: 'gates' }])
  })
})

it('an event of one run or gate is one of its noun', () => {
  expect(changeOf({ topic: 'run', id: 'r1' })).toEqual({ noun: 'runs', id: 'r1' })
  expect(changeOf({ topic: 'gate', id: 'g1' })).toEqual({ noun: 'gates', id: 'g1' })
  expect(changeOf({ topic: 'mail' })).toEqual({ noun: 'mail' })
})
