import { describe, expect, it } from 'vitest'
import { nearestName } from './nearest-name'

const FIELDS = ['id', 'output', 'costUsd', 'requiredOutputs', 'startedAt', 'endedAt', 'sources', 'kind']

describe('nearestName', () => {
  it.each([
    ['two letters swapped', 'ouptut', 'output'],
    ['a letter missing', 'sorces', 'sources'],
    ['a letter too many', 'outputt', 'output'],
    ['a wrong letter', 'kinf', 'kind'],
    ['snake case', 'required_outputs', 'requiredOutputs'],
    ['kebab case', 'cost-usd', 'costUsd'],
    ['another case', 'STARTEDAT', 'startedAt'],
    ['the closer of two', 'ended_a', 'endedAt'],
  ])('finds the name meant by one with %s', (_, typed, name) => {
    expect(nearestName(typed, FIELDS)).toBe(name)
  })

  it.each([
    ['an unrelated name', 'colour'],
    ['a name of one letter', 'x'],
    ['two wrong letters of two', 'xy'],
    ['nothing', ''],
    ['only separators', '___'],
    ['a name far longer than any', 'output'.repeat(100_000)],
  ])('finds none for %s', (_, typed) => {
    expect(nearestName(typed, FIELDS)).toBeUndefined()
  })

  it('finds none among none', () => expect(nearestName('output', [])).toBeUndefined())
})
