import { describe, expect, it } from 'vitest'
import { detectHallucinations } from '../detect-hallucinations'

const source =
  'Required: five years with SQL, fluent German. Desirable: French. Added: dark mode. Deprecated: the old loader, to be removed in 8.0. Removed: the XML importer. Unit: 1,204 passed, 3 failed. Integration: 96 passed, 0 failed.'

const contradicted = (output: string, text = source) =>
  detectHallucinations({ output, sources: [{ id: 's', text }] }).findings.flatMap(({ verdict, span }) =>
    verdict === 'contradicted' ? span.text : [],
  )

describe('what a list has under one label', () => {
  it.each([
    ['under one that excludes it', 'French is required.', 'required'],
    ['under another of three', 'Dark mode was removed.', 'removed'],
  ])('is not %s', (_what, output, found) => {
    expect(contradicted(output)).toEqual([found])
  })

  it.each([
    ['as the label says', 'Fluent German is required.'],
    ['as the label says in another word', 'French is desirable.'],
    ['as the item itself says', 'The old loader was removed in 8.0.'],
    ['with a condition', 'French is required if the candidate works in Lyon.'],
    ['of what no label has', 'Spanish is required.'],
  ])('may be told %s', (_what, output) => {
    expect(contradicted(output)).toEqual([])
  })

  it('may be told otherwise elsewhere', () => {
    expect(contradicted('French is required.', `${source} For the post in Lyon French is required.`)).toEqual([])
  })
})

describe('who is listed as absent', () => {
  const minutes = 'Present: Ana Ruiz, Ben Okafor. Absent: Dirk Moss. Chair: Ana Ruiz. Deferred: the new logo.'

  it.each([
    ['attended', 'Dirk Moss attended the meeting.', 'attended'],
    ['was there, though chair', 'Ana Ruiz was absent.', 'absent'],
    ['was decided', 'The new logo was approved.', 'approved'],
  ])('is not one who %s', (_what, output, found) => {
    expect(contradicted(output, minutes)).toEqual([found])
  })

  it.each(['Ana Ruiz attended the meeting.', 'Dirk Moss missed the meeting.', 'The new logo was deferred.'])(
    'may be told as the label says: %s',
    (output) => {
      expect(contradicted(output, minutes)).toEqual([])
    },
  )
})

describe('a count under one label', () => {
  it.each([
    ['in words', 'Three integration tests failed.', 'Three'],
    ['in digits', '1,204 integration tests passed.', '1,204'],
  ])('is not that of another, %s', (_what, output, found) => {
    expect(contradicted(output)).toEqual([found])
  })

  it.each(['Three unit tests failed.', '96 integration tests passed.', 'Seven integration tests failed to start.'])(
    'is left alone: %s',
    (output) => {
      expect(contradicted(output)).toEqual([])
    },
  )
})
