import { describe, expect, it } from 'vitest'
import { detectHallucinations } from '../detect-hallucinations'

const findings = (output: string, source: string) =>
  detectHallucinations({ output, sources: [{ id: 's', text: source }] })
    .findings.filter(({ type }) => type !== 'unsupported_claim')
    .map(({ verdict, span }) => `${verdict}: ${span.text}`)

const news =
  'The concert was cancelled because of a storm. Flight delays were caused by a broken radar. The bank opposed the road through the forest. The mayor, a retired teacher, thanked everyone. The mayor opened the new bridge in spring. Fog is common here.'

describe('another cause or subject than a source gives', () => {
  it.each([
    ['The concert was cancelled due to a power cut.', 'unverifiable: power cut'],
    ['A software update caused flight delays.', 'unverifiable: software update'],
    ['The concert was cancelled as a result of low ticket sales.', 'unverifiable: low ticket sales'],
    ['The council opposed the road through the forest.', 'unverifiable: The council'],
  ])('is doubted: %s', (output, found) => {
    expect(findings(output, news)).toEqual([found])
  })

  it.each([
    'The concert was cancelled due to a storm.',
    'The concert was cancelled because of stormy weather.',
    'A broken radar caused flight delays.',
    'The concert was a success because of the band.',
    'She opposed the road through the forest.',
    'The company opposed the road through the forest.',
    'Was the concert cancelled because of a power cut?',
  ])('is not where it is the same, may be, or is told of something else: %s', (output) => {
    expect(findings(output, news)).toEqual([])
  })
})
