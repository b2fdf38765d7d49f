import { describe, expect, it } from 'vitest'
import { settledBy } from './verdicts'

const run = { decision: 'escalate', humanOrigin: 'review', flag: null, signals: { human: 0 } } as const

describe('a run that the rule leaves to a person', () => {
  it.each([
    ['is rejected by a person', run, 'rejected'],
    ['is rejected through a gate', { ...run, humanOrigin: 'gate' as const }, 'rejected'],
    ['is rejected by a low rating', { ...run, signals: { human: 0.4 } }, 'rejected'],
    ['is approved, but the rule does not accept it', { ...run, signals: { human: 1 } }, 'not_accepted'],
    ['still waits while two people disagree', { ...run, flag: 'disputed' as const }, null],
    ['still waits for a person if the verdict came with the run', { ...run, humanOrigin: 'ingest' as const }, null],
    ['still waits without a verdict', { ...run, humanOrigin: null, signals: { human: null } }, null],
    ['was decided otherwise', { ...run, decision: 'accept' as const, signals: { human: 1 } }, null],
  ])('%s', (_, given, expected) => {
    expect(settledBy(given)).toBe(expected)
  })
})
