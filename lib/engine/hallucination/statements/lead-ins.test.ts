import { expect, it } from 'vitest'
import { detectHallucinations } from '../detect-hallucinations'

const findings = (output: string, source: string) =>
  detectHallucinations({ output, sources: [{ id: 's', text: source }] })
    .findings.filter(({ type }) => type !== 'unsupported_claim')
    .map(({ verdict, span }) => `${verdict}: ${span.text}`)

it.each([
  'In short: ',
  'Note that ',
  'According to the report, ',
  'Based on the survey results, ',
  'The article says that ',
  'To summarize, ',
])('what only announces a statement, "%s", hides nothing in it', (lead) => {
  const source = 'the committee raised the fee for visitors from the north in the second year.'
  const said = 'the committee lowered the fee for visitors from the north in the second year.'
  expect(findings(lead + source, source)).toEqual([])
  expect(findings(lead + said, source)).toEqual(['contradicted: lowered'])
})
