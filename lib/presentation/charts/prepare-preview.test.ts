import { describe, expect, it } from 'vitest'
import type { ConfigurationPreview } from '@/lib/contracts/configuration-requests'
import { prepareConfigurationChanges } from './prepare-changes'
import { preparePreview } from './prepare-preview'

const side = { n: 0, mean: null, histogram: Array.from({ length: 20 }, () => 0) }
const nothing: ConfigurationPreview = {
  runs: 200,
  compared: 200,
  notCompared: [],
  before: side,
  after: side,
  changed: { any: 0, quality: 0, grade: 0, band: 0, confidence: 0, decision: 0 },
  grades: [],
  bands: [],
  decisions: [],
  list: [],
  verdicts: [],
}

describe('the headline of a preview', () => {
  it.each([
    ['no runs', { runs: 0, compared: 0 }, 'No runs yet to compare.'],
    ['none comparable', { compared: 0 }, 'None of the last 200 runs can be compared.'],
    ['no changes', {}, 'None of the last 200 runs would change.'],
    [
      'numbers alone',
      { changed: { ...nothing.changed, any: 7, quality: 7 } },
      '7 of the last 200 runs would score differently; no grade or decision changes.',
    ],
    ['grades', { changed: { ...nothing.changed, any: 12, grade: 12 } }, '12 of the last 200 runs would change grade.'],
    [
      'a single run',
      { compared: 1, changed: { ...nothing.changed, any: 1, band: 1, decision: 1 } },
      '1 of the last 1 run would change trace quality; 1 would change decision.',
    ],
  ])('%s', (_, given, headline) => {
    expect(preparePreview({ ...nothing, ...given }, 'p').headline).toBe(headline)
  })

  it('a missing mean is not read as zero', () => {
    expect(preparePreview(nothing, 'p').notes).toEqual([])
    const gone = preparePreview({ ...nothing, before: { ...side, n: 3, mean: 0.8 } }, 'p').notes
    expect(gone).toEqual(['Quality: 0.80 now, — then.'])
  })

  it('lists the changed runs, and counts the unlisted ones', () => {
    const before = {
      profile: 'stratt',
      quality: 0.82,
      grade: null,
      band: 'good',
      confidence: null,
      decision: 'accept',
    } as const
    const after = { ...before, quality: 0.7, band: 'review', decision: 'iterate' } as const
    const row = { runId: '0198c000-0000-7000-8000-000000000001', id: 'r', chain: 'c', version: '1', before, after }
    const model = preparePreview({ ...nothing, changed: { ...nothing.changed, any: 3 }, list: [row] }, 'p')
    expect(model.runs).toMatchObject([
      { version: 'c@1', changes: ['Accepted to Try again', 'trace good to review', 'quality 0.82 to 0.70'] },
    ])
    expect(model.unlisted).toBe(2)
  })

  it('shows no number of which too little was measured', () => {
    const little: ConfigurationPreview['list'][number]['before'] = {
      profile: 'stratt',
      quality: 0.98,
      grade: null,
      band: null,
      confidence: null,
      decision: 'insufficient_evidence',
    }
    const row = { runId: '0198c000-0000-7000-8000-000000000001', id: 'r', chain: 'c', version: '1', before: little }
    const changesWith = (after: ConfigurationPreview['list'][number]['after']) =>
      preparePreview({ ...nothing, list: [{ ...row, after }] }, 'p').runs[0]?.changes
    expect(changesWith({ ...little, quality: 0.9 })).toEqual([])
    expect(changesWith({ ...little, quality: 0.9, band: 'good' })).toEqual([
      'trace no band to good',
      'quality too little measured to 0.90',
    ])
  })
})

it('changes are listed value by value, with unset values as inherited', () => {
  expect(
    prepareConfigurationChanges(
      { quality_assurance: { enabled: true, validation_rules: ['completeness_check'] } },
      { quality_assurance: { enabled: false, validation_rules: [] }, thinking: { max_thoughts: 5 } },
    ),
  ).toEqual([
    { path: 'quality_assurance.enabled', from: 'on', to: 'off' },
    { path: 'quality_assurance.validation_rules', from: 'completeness_check', to: 'none' },
    { path: 'thinking.max_thoughts', from: 'inherited', to: '5' },
  ])
})
