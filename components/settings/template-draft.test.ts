import { describe, expect, it } from 'vitest'
import { readDraft } from './read-draft'
import { newDraft } from './template-draft'

const { text } = newDraft()

describe('readDraft', () => {
  it('accepts the example of a new template', () => {
    expect(readDraft('licence', text)).toMatchObject({ faults: [], template: { keywords: ['licence', 'licences'] } })
  })

  it('reports every fault with its path', () => {
    const wrong = JSON.stringify({
      steps: [{ ...JSON.parse(text).steps[0], expected_outcome: '', colour: 'red', expected_outcom: '' }],
    })
    const { template, faults } = readDraft('My name', wrong)
    expect(template).toBeNull()
    expect(faults.map((fault) => fault.path)).toEqual([
      'name',
      'steps[0].expected_outcome',
      'steps[0].colour',
      'steps[0].expected_outcom',
    ])
    expect(faults.at(-1)?.message).toBe('unknown field: did you mean expected_outcome?')
  })

  it('reports invalid JSON', () => {
    expect(readDraft('licence', '{"steps": [}').faults).toMatchObject([
      { path: 'JSON', message: expect.stringMatching(/JSON/) },
    ])
  })
})
