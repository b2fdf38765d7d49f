import fc from 'fast-check'
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

  const people =
    'Maria Olsen was born in 1995. Peter Dahl, born in 1971, teaches at the school. The Corvin mill was built in 1850. The Hadley mill opened in 1790. Panel A17 weighs 13.5 kg. The weight of Panel B22 is 21 kg. Northfield has 12,400 inhabitants. 88,000 people live in Easton. The Lind lock rises 30 feet. It is a climb of 45 feet at the Moor lock. The Colne plant lies 861 km from the coast, the Halden plant 203 km. The Brenn plant lies 203 km from the coast. The Tarn plant lies 90 km from the coast.'

  it.each([
    ['Peter Dahl is younger than Maria Olsen.', 'contradicted: younger'],
    ['Maria Olsen is older than Peter Dahl.', 'contradicted: older'],
    ['Panel A17 is heavier than Panel B22.', 'contradicted: heavier'],
    ['Northfield is larger than Easton.', 'contradicted: larger'],
    ['The Tarn plant lies farther from the coast than the Brenn plant.', 'contradicted: farther'],
    ['The Brenn plant lies nearer to the coast than the Tarn plant.', 'contradicted: nearer'],
    ['The Lind lock rises more than the Moor lock.', 'unverifiable: more'],
  ])('is read from years, counts and other words for a measure: %s', (output, found) => {
    expect(findings(output, people)).toEqual([found])
  })

  it.each([
    'Maria Olsen is younger than Peter Dahl.',
    'Panel B22 is heavier than Panel A17.',
    'Easton is larger than Northfield.',
    'The Tarn plant lies nearer to the coast than the Brenn plant.',
    'The Moor lock rises more than the Lind lock.',
    // One was built, the other opened.
    'The Hadley mill is newer than the Corvin mill.',
    'The Corvin mill is larger than the Hadley mill.',
  ])('is not where those agree or are of something else: %s', (output) => {
    expect(findings(output, people)).toEqual([])
  })
})

it('a word beside an adjective that may measure two things tells which it is', () => {
  const panels =
    'Panel A17 measures 154 cm along its longer side. Panel B22 measures 140 cm along its longer side. Panel A17 lasts 15 years. Panel B22 lasts 26 years.'
  expect(findings('Panel A17 lasts longer than Panel B22.', panels)).toEqual(['contradicted: longer'])
  expect(findings('Panel B22 lasts longer than Panel A17.', panels)).toEqual([])
})

describe('of any two values', () => {
  const forms = [
    [(name: string, value: number) => `The ${name} bridge is ${value} metres long.`, 'longer', 'shorter'],
    [(name: string, value: number) => `${name} has ${value} inhabitants.`, 'larger', 'smaller'],
    [(name: string, value: number) => `The ${name} model costs $${value}.`, 'more expensive', 'cheaper'],
  ] as const

  it('the true comparison is never contradicted, and the false one always is', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...forms),
        fc.integer({ min: 20, max: 999 }),
        fc.integer({ min: 20, max: 999 }),
        (form, a, b) => {
          fc.pre(a !== b)
          const [say, more, less] = form
          const source = `${say('Arden', a)} ${say('Colne', b)}`
          const [high, low] = a > b ? ['Arden', 'Colne'] : ['Colne', 'Arden']
          const thing = /bridge|model/.exec(source)?.[0]
          const name = (one: string) => (thing ? `The ${one} ${thing}` : one)
          const verdicts = (output: string) => findings(output, source).map((one) => one.split(':')[0])
          for (const [one, word, other] of [
            [high, more, low],
            [low, less, high],
          ] as const) {
            expect(verdicts(`${name(one)} is ${word} than ${name(other).replace('The', 'the')}.`)).toEqual([])
            expect(verdicts(`${name(other)} is ${word} than ${name(one).replace('The', 'the')}.`)).toEqual([
              'contradicted',
            ])
          }
        },
      ),
      { numRuns: 100 },
    )
  })
})
