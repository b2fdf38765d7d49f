import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { detectHallucinations, detectIn, isDoubt } from './detect-hallucinations'
import { readGiven, toMaterial } from './material'

const count = fc.integer({ min: 2, max: 9_999 })
const place = fc.constantFrom('warehouse', 'office', 'station', 'harbour', 'factory')
const sentence = fc.oneof(
  fc.tuple(place, count).map(([where, n]) => `The ${where} received ${n} parcels during the spring campaign.`),
  fc.tuple(place, count).map(([where, n]) => `The ${where} spent ${n} euros on repairs of the main building.`),
  place.map((where) => `"The ${where} has to be rebuilt before the winter", said the director of the company.`),
  place.map((where) => `The report of Maria Keller describes the ${where} and the people who work in it.`),
)
const sentences = fc.uniqueArray(sentence, { minLength: 4, maxLength: 8, selector: (text) => text.replace(/\d+/, '') })
const wild = fc.oneof(
  sentence,
  fc.constantFrom('3 * 4 = 13', 'Smith (2020) shows it [7].', 'Open `src/a.ts` or lib/b/c.py.', '120% of users left.'),
  fc.constantFrom(
    'On 31 February 2024 it began.',
    'It is 100% guaranteed.',
    '```\n2 + 2 = 5\n```',
    'See https://x.io/q1',
  ),
  fc.string({ maxLength: 20 }),
)
const output = fc.array(wild, { maxLength: 12 }).map((parts) => parts.join('\n\n'))
const material = fc.record({
  sources: fc.option(
    sentences.map((texts) => [{ id: '1', text: texts.join(' ') }]),
    { nil: undefined },
  ),
  references: fc.option(fc.constant([{ id: '1', text: 'Jones, A. (2019). On parcels.' }]), { nil: undefined }),
  files: fc.option(fc.constant(['src/a.ts']), { nil: undefined }),
  date: fc.constantFrom(undefined, '2026-03-01'),
})

describe('findings', () => {
  it('point into the output: every span is within it and equals its text', () => {
    fc.assert(
      fc.property(output, material, (text, given) => {
        for (const { span, confidence, evidence } of detectHallucinations({ output: text, ...given }).findings) {
          expect(span.start >= 0 && span.start < span.end && span.end <= text.length).toBe(true)
          expect(text.slice(span.start, span.end)).toBe(span.text)
          expect(confidence > 0 && confidence <= 1).toBe(true)
          expect(evidence).not.toBe('')
        }
      }),
    )
  })

  it('keep their positions relative to the text after any amount of code', () => {
    const code = fc.array(fc.constantFrom('2 + 2 = 5', 'x = `y`', '"quoted words of nobody at all"', '[9]', ''), {
      maxLength: 6,
    })
    fc.assert(
      fc.property(output, material, code, (text, given, lines) => {
        const before = `\`\`\`\n${lines.join('\n').replaceAll('`', '')}\n\`\`\`\n\n`
        const alone = detectHallucinations({ output: text, ...given })
        const behind = detectHallucinations({ output: before + text, ...given })
        const moved = alone.findings.map(({ span, ...rest }) => ({
          ...rest,
          span: { start: span.start + before.length, end: span.end + before.length, text: span.text },
        }))
        expect(behind.findings).toEqual(moved)
      }),
      { numRuns: 60 },
    )
  })

  it('determine the risk: confirmed ones make it high, none make it none', () => {
    fc.assert(
      fc.property(output, material, (text, given) => {
        const { risk, findings } = detectHallucinations({ output: text, ...given })
        const count = (severity: string) => findings.filter((one) => one.severity === severity).length
        let expected = findings.some(isDoubt) ? 'low' : 'none'
        if (count('likely') > 0) expected = 'medium'
        if (count('likely') >= 3 || count('confirmed') > 0) expected = 'high'
        if (count('confirmed') >= 2) expected = 'critical'
        expect(risk).toBe(expected)
      }),
    )
  })

  it('are deterministic, whatever was checked in between', () => {
    fc.assert(
      fc.property(output, output, material, (text, other, given) => {
        const first = detectHallucinations({ output: text, ...given })
        detectHallucinations({ output: other })
        expect(detectHallucinations({ output: text, ...given })).toEqual(first)
      }),
    )
  })

  it('are the same for material that was already used for another output', () => {
    fc.assert(
      fc.property(output, output, material, (text, other, { date, ...given }) => {
        const read = readGiven(given)
        detectIn(toMaterial(other, read, date))
        expect(detectIn(toMaterial(text, read, date))).toEqual(detectHallucinations({ output: text, date, ...given }))
      }),
    )
  })
})

describe('an output that repeats its source', () => {
  it('has no finding against the source, and its claims are verified', () => {
    fc.assert(
      fc.property(sentences, (texts) => {
        const sources = [{ id: 's', text: texts.join(' ') }]
        const report = detectHallucinations({ output: texts.slice(1).join(' '), sources })
        expect(report.findings).toEqual([])
        if (texts.slice(1).some((text) => /\d/.test(text))) expect(report.verified).toBeGreaterThan(0)
      }),
    )
  })

  it('has a finding for a foreign number, contradicted if the source gives another one for the same fact', () => {
    // Larger than any sum or product of two numbers of the source.
    const foreign = fc.integer({ min: 10 ** 9, max: 2 * 10 ** 9 })
    fc.assert(
      fc.property(sentences, foreign, (texts, other) => {
        const sources = [{ id: 's', text: texts.join(' ') }]
        const wrong = `The warehouse received ${other} parcels during the spring campaign.`
        const { findings } = detectHallucinations({ output: wrong, sources })
        const isTold = texts.some((text) => text.startsWith('The warehouse received'))
        expect(findings.map(({ type, verdict, span }) => [type, verdict, span.text.includes(`${other}`)])).toEqual([
          ['unsupported_number', isTold ? 'contradicted' : 'unverifiable', true],
        ])
      }),
    )
  })
})

it('a share is impossible outside 0 to 100 %, and growth never is', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 400 }), (percent) => {
      const share = detectHallucinations({ output: `In the survey ${percent}% of users answered the question.` })
      const growth = detectHallucinations({
        output: `In the survey the number of answers grew by ${percent}% over a year.`,
      })
      const types = (report: typeof share) => report.findings.map(({ type }) => type)
      expect(types(share).includes('invented_statistic')).toBe(percent > 100)
      expect(types(growth)).not.toContain('invented_statistic')
    }),
  )
})

const label = fc.stringMatching(/^[a-z0-9]{2,12}$/)
const address = fc
  .tuple(label, fc.constantFrom('com', 'org', 'io', 'xyz', 'co.uk'), fc.array(label, { maxLength: 3 }))
  .map(([host, top, path]) => `https://${[`${host}.${top}`, ...path].join('/')}`)

it('an address is at most unverifiable, whatever its form, and verified if the material contains it', () => {
  fc.assert(
    fc.property(address, (url) => {
      const text = `The figures are published at ${url} by the office.`
      for (const { verdict, severity } of detectHallucinations({ output: text }).findings) {
        expect([verdict, severity]).toEqual(['unverifiable', 'warning'])
      }
      const given = detectHallucinations({ output: text, toolResults: [`GET ${url} 200`] })
      expect(given.findings.filter(({ type }) => type === 'fabricated_citation')).toEqual([])
    }),
  )
})
