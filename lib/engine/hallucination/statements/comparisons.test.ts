import { describe, expect, it } from 'vitest'
import { detectHallucinations } from '../detect-hallucinations'

const findings = (output: string, source: string) =>
  detectHallucinations({ output, sources: [{ id: 's', text: source }] })
    .findings.filter(({ type }) => type !== 'unsupported_claim')
    .map(({ verdict, span }) => `${verdict}: ${span.text}`)

const trails =
  'The Otter trail is 12 miles long. The Raven trail is 30 km long, which few walk in a day. The Otter trail is 14 m wide. The Raven trail lies 80 m above the sea. In May the Otter trail had 410 visitors. The Raven trail had 385 visitors in May. The warden of the Raven trail is Zoe Lind. A day on the Otter trail costs 9 euros. A day on the Raven trail costs 14 euros.'

describe('a comparison of two things', () => {
  it.each([
    ['The Otter trail is longer than the Raven trail.', 'longer'],
    ['The Raven trail had more visitors than the Otter trail.', 'more'],
    ['The Otter trail had fewer visitors than the Raven trail.', 'fewer'],
    ['A day on the Raven trail is cheaper than one on the Otter trail.', 'cheaper'],
    ['The Otter trail is more expensive than the Raven trail.', 'more'],
  ])('is contradicted by their values: %s', (output, word) => {
    expect(findings(output, trails)).toEqual([`contradicted: ${word}`])
  })

  it.each([
    'The Raven trail is longer than the Otter trail.',
    'The Otter trail had more visitors than the Raven trail.',
    'The Otter trail is cheaper than the Raven trail.',
    'The Raven trail is more expensive than the Otter trail.',
    'The Otter trail is steeper than the Raven trail.',
    'The Otter trail is wider than the Raven trail.',
    'The Raven trail is wider than the Otter trail.',
    'The Otter trail is older than the Raven trail.',
    'The Otter trail is not longer than the Raven trail.',
    'The Otter trail has more benches than the Raven trail.',
  ])('is not where they agree or do not tell: %s', (output) => {
    expect(findings(output, trails)).toEqual([])
  })
})
