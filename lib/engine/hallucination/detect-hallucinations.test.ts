import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foundIn } from '../testing/contradicted'
import { detectHallucinations } from './detect-hallucinations'
import type { DetectHallucinationsInput } from './material'

/** Like {@link foundIn}, without the notes on how well a whole sentence is supported. */
function particular(output: string, rest: Omit<DetectHallucinationsInput, 'output'>) {
  return foundIn(output, rest).filter((line) => !line.startsWith('unsupported_claim'))
}

describe('links', () => {
  it('are at most unverifiable, whatever their form', () => {
    expect(foundIn('See https://xn--weird-9q7.example.io/zzz?id=1.')).toEqual([
      'fabricated_citation unverifiable warning: https://xn--weird-9q7.example.io/zzz?id=1',
    ])
  })

  it('are verified when a tool result contains them', () => {
    const report = detectHallucinations({
      output: 'See https://docs.acme.io/a and doi:10.1000/xyz123.',
      toolResults: ['fetched https://docs.acme.io/a (200)'],
      references: [{ id: '1', text: 'doi 10.1000/xyz123' }],
    })
    expect(report).toMatchObject({ risk: 'none', findings: [], verified: 2 })
  })
})

describe('quotations', () => {
  const sources = [{ id: 's', text: 'The board said the plan "is on track and fully funded" for the year.' }]

  it.each([
    ['The report says “the plan is on track and\u00a0fully funded”.', 1],
    ['It says "is on track … fully funded".', 0],
    ['It says "Is on track and fully funded."', 0],
    ['He said “the plan has failed in every way”.', 1],
    ['The key is called "short one".', 0],
    ['{"source": "mail", "summary": "The customer wants a refund for a lamp"}', 0],
    ['{"source": "mail", "tags": ["a refund for a lamp", "a lamp that is broken", "a new lamp was sent"]}', 0],
    ['The article names [it](/wiki/lamp "A lamp for every home").', 0],
    ['The article names [it](/wiki/lamp_(home) "A lamp for every home").', 0],
    ['{"quote": "the plan has failed in every way"}', 1],
    ['He said "the plan has failed in every way", and left.', 1],
  ])('%s', (output, count) => {
    expect(foundIn(output, { sources }).filter((line) => line.startsWith('false_quote'))).toHaveLength(count)
  })

  it('are only unverifiable when no source is named', () => {
    expect(foundIn('Its motto: “always be kind to strangers”.', { sources })).toEqual([
      'false_quote unverifiable warning: “always be kind to strangers”',
    ])
  })
})

describe('files', () => {
  const files = ['src/app/main.ts', 'README.md']

  it.each([
    ['I changed src/app/main.ts and `README.md`.', []],
    ['I changed ./app/main.ts.', []],
    ['I fixed /repo/src/app/main.ts.', []],
    ['I fixed src/app/other.ts.', ['src/app/other.ts']],
    ['I fixed `other.ts`.', ['other.ts']],
    ['Next, create src/new.ts.', []],
    ['See https://acme.io/src/x.ts for more.', []],
  ])('%s', (output, texts) => {
    const lines = foundIn(output, { files }).filter((line) => line.startsWith('nonexistent_entity'))
    expect(lines.map((line) => line.split(': ')[1])).toEqual(texts)
  })

  it.each([
    [['src/a.ts'], 'The run has one file, and this is not it.'],
    [['src/a.ts', 'src/b.ts'], 'The run has 2 files, and this is none of them.'],
  ])('of %j that are missing say so', (known, evidence) => {
    expect(detectHallucinations({ output: 'I fixed src/c.ts.', files: known }).findings).toMatchObject([{ evidence }])
  })

  it('are not checked without a list', () => {
    expect(foundIn('I fixed src/app/other.ts.')).toEqual([])
  })
})

describe('numbers', () => {
  const text =
    'Revenue grew by 15% to $4.26 million in 2023. The company has 1,250 employees and twenty offices. Costs were 3,100 and fees 900.'
  const sources = [{ id: 's', text }]

  it.each([
    ['Revenue grew by 15% to $4.3 million.', []],
    ['Revenue was $4,260,000 in 2023.', []],
    ['It has about 1,300 people in 20 offices.', []],
    ['Costs and fees were 4,000 together.', []],
    ['1. It grew.\n2. It hired.\n3. It moved.', []],
    ['## 47 reasons\nSection 14 has 3 points.', []],
    ['The company has 1,400 employees.', ['unsupported_number contradicted likely: 1,400']],
    ['Revenue grew by 18%.', ['invented_statistic contradicted likely: 18%']],
    ['It was founded in 1987.', ['unsupported_number unverifiable warning: 1987']],
    ['It moved in 2024.', ['unsupported_number unverifiable warning: 2024']],
  ])('%s', (output, findings) => {
    expect(particular(output, { sources })).toEqual(findings)
  })

  it('that are small are claims only with another unit than in the sources', () => {
    const small = [{ id: 's', text: 'The file is 12 MB.' }]
    expect(particular('The file is 12 GB.', { sources: small })).toEqual([
      'unsupported_number unverifiable warning: 12',
    ])
    expect(particular('The file is 12 MB, in 3 parts of 4 MB.', { sources: small })).toEqual([])
  })

  it.each([
    ['Studies show that 87% of users agree.', 1],
    ['According to a recent survey, 40% left.', 1],
    ['Studies show that 87% of users agree [1].', 0],
    ['CPU was at 87% during the run.', 0],
  ])('without sources: %s', (output, count) => {
    expect(foundIn(output).filter((line) => line.startsWith('invented_statistic'))).toHaveLength(count)
  })

  it.each([
    ['In total 120% of users agreed.', 1],
    ['It has an accuracy of 104.5%.', 1],
    ['The pass rate was -3%.', 1],
    ['Traffic grew to 120% of users a year before.', 0],
    ['Sales increased by 250%.', 0],
    ['That is 130% of the target.', 0],
    ['It has an accuracy of 100%.', 0],
  ])('treats a share above 100 %% as impossible, but not growth: %s', (output, count) => {
    expect(foundIn(output)).toHaveLength(count)
  })
})

describe('names', () => {
  const text =
    'The inquiry was led by Jane Smith of the Harbour Board, with help from Omar Haddad. It found that the port had been closed for the winter and that the ships were moved to the north of the bay by the crew.'
  const sources = [{ id: 's', text }]

  it('in a long output, a doubt is listed before a hundred weak notes on its sentences', () => {
    const note = 'It found that the port had been closed for the winter and the old boats were painted in spring. '
    const { findings } = detectHallucinations({ output: `${note.repeat(120)}It has 48,213 visitors.`, sources })
    expect(findings).toHaveLength(100)
    expect(findings[0]).toMatchObject({ type: 'unsupported_number', span: { text: '48,213' } })
  })

  it.each([
    ['The inquiry was led by Jane Smith and Omar Haddad.', []],
    ['The inquiry was led by John Smith.', ['nonexistent_entity contradicted likely: John Smith']],
    ['It was backed by Ruth Keller in the end.', ['nonexistent_entity unverifiable warning: Ruth Keller']],
    ['# Key Findings And Next Steps\nThe port was closed.', []],
  ])('%s', (output, findings) => {
    expect(particular(output, { sources })).toEqual(findings)
  })

  it('are checked against a short source too', () => {
    const short = [{ id: 's', text: 'The inquiry was led by Jane Smith and found nothing.' }]
    expect(foundIn('It was backed by Ruth Keller.', { sources: short })).toEqual([
      'nonexistent_entity unverifiable warning: Ruth Keller',
    ])
  })

  it('are not checked without sources, nor in other languages', () => {
    expect(foundIn('It was backed by Ruth Keller in the end.')).toEqual([])
    const german =
      'Der Bericht wurde von Frau Keller und Herrn Braun in der Stadt Bremen im Auftrag der Firma Hansen verfasst.'
    expect(foundIn(german, { sources })).toEqual([])
  })
})

describe('certainty', () => {
  it.each([
    ['The market will definitely double next year.', 1],
    ['This will never fail in the future.', 1],
    ['There is no doubt that stocks rise tomorrow.', 1],
    ['There is absolutely no question this drug cures the flu.', 1],
    ['Sales will certainly grow next year.', 1],
    ['This drug surely cures the flu.', 1],
    ['We can say with absolute certainty that prices rise tomorrow.', 1],
    ['The merger is certain to lift profits.', 1],
    ['The file is definitely valid JSON.', 0],
    ['The file is certainly valid JSON.', 0],
    ['Certainly, I will send it tomorrow.', 0],
    ['Certainly! The forecast is below.', 0],
    ['Sales will almost certainly grow next year.', 0],
    ['Higher revenue is not guaranteed to follow.', 0],
    ['Nobody knows for certain what stocks do next year.', 0],
    ['We cannot say with certainty that prices rise tomorrow.', 0],
    ['I am not sure about the outcome.', 0],
  ])('%s', (output, count) => {
    expect(foundIn(output)).toHaveLength(count)
  })

  it('alone is never more than a warning', () => {
    expect(detectHallucinations({ output: 'The market will definitely double next year.' }).risk).toBe('low')
  })
})

describe('the report', () => {
  it.each([
    ['All is well.', 'none'],
    ['See https://acme.io/x.', 'low'],
    ['The API has 5 endpoints. The API has 7 endpoints.', 'medium'],
    ['So 2 + 2 = 5.', 'high'],
    ['So 2 + 2 = 5 and 3 + 3 = 7.', 'critical'],
  ])('rates the risk of "%s" as %s', (output, risk) => {
    expect(detectHallucinations({ output }).risk).toBe(risk)
  })

  it('has exact spans, even after code', () => {
    const output = 'Run:\n```\nx[3] = 2 + 2 = 5\n```\nSo 2 + 2 = 5. See https://acme.io/x.'
    for (const { span } of detectHallucinations({ output }).findings) {
      expect(output.slice(span.start, span.end)).toBe(span.text)
    }
    expect(foundIn(output)).toHaveLength(2)
  })

  it('handles any text quickly, with spans inside it', () => {
    const piece = fc.constantFrom(
      'A ',
      'Bc De ',
      '[3] ',
      '12% ',
      'is not ',
      '. ',
      '\n',
      '"a b c d e" ',
      '= ',
      '2 + ',
      '(',
      'https://a.io ',
      '2024-02-30 ',
      '`',
      'The x is y. ',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 2000 }), (pieces) => {
        const output = pieces.join('')
        const { findings, verified } = detectHallucinations({
          output,
          sources: [{ id: 'a', text: 'A source with 7 of 9.' }],
        })
        expect(verified).toBeGreaterThanOrEqual(0)
        for (const { span, confidence } of findings) {
          expect(output.slice(span.start, span.end)).toBe(span.text)
          expect(confidence > 0 && confidence <= 1).toBe(true)
        }
      }),
      { numRuns: 30, interruptAfterTimeLimit: 20_000, markInterruptAsFailure: true },
    )
  })
})
