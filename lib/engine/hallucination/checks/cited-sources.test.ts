import { describe, expect, it } from 'vitest'
import { detectHallucinations } from '../detect-hallucinations'

const tunnels = [
  {
    id: '1',
    text: 'The tunnel at Rastatt collapsed on 12 August 2017. The line was closed for 51 days. Freight lost about 2 billion euros.',
  },
  {
    id: '2',
    text: 'The Gotthard tunnel is 57 km long and opened on 1 June 2016. A derailment on 10 August 2023 damaged 7 km of track.',
  },
  { id: '3', text: 'The Brenner tunnel will be 55 km long. Its opening is planned for 2032.' },
]
const desk = [
  {
    id: 'kb-101',
    text: 'To reset a password, open Settings, choose Security and click Reset. A link is valid for 30 minutes.',
  },
  {
    id: 'kb-205',
    text: 'Codes are valid for 60 seconds. Support can switch two-factor off after an identity check, within 48 hours.',
  },
  { id: 'kb-310', text: 'Business plans include 25 seats. Invoices are due within 14 days.' },
]
const files = [
  { id: 'contract.pdf', text: 'The agreement runs until 31 December 2026. The monthly fee is 4,800 euros.' },
  { id: 'amendment.pdf', text: 'With effect from 1 July 2024 the monthly fee is raised to 5,250 euros.' },
]
const papers = [
  { id: 'Smith2021', text: 'We trained on 1.2M images and reached 84.3% accuracy on ImageNet.' },
  { id: 'Lee2022', text: 'Our transformer reaches 87.8% accuracy on ImageNet after pretraining on 14M images.' },
]

type Sources = { id: string; text: string }[]
const wronglyCited = (output: string, sources: Sources) =>
  detectHallucinations({ output, sources }).findings.filter(
    ({ type, verdict }) => type === 'fabricated_citation' && verdict === 'contradicted',
  )

describe('a claim that only another source has', () => {
  it.each<[string, Sources, string]>([
    ['The Gotthard tunnel opened on 1 June 2016 [3].', tunnels, '[3]'],
    ['After the collapse the line was closed for 51 days.[2]', tunnels, '[2]'],
    ['The line was closed for 51 days. [2] It is open again.', tunnels, '[2]'],
    ['The Gotthard tunnel is 57 km long [2], the Brenner tunnel 55 km [1].', tunnels, '[1]'],
    ['According to [3], a derailment damaged 7 km of track.', tunnels, '[3]'],
    ['- Links are valid for 30 minutes [kb-101]\n- Codes for 60 seconds [kb-101]', desk, '[kb-101]'],
    ['Support can switch two-factor off after an identity check [kb-310].', desk, '[kb-310]'],
    ['The fee was 4,800 euros (source: amendment.pdf).', files, '(source: amendment.pdf)'],
    ['According to amendment.pdf, it runs until 31 December 2026.', files, 'amendment.pdf'],
    ['It was pretrained on 14M images [Smith2021].', papers, '[Smith2021]'],
  ])('is wrongly cited: %s', (output, sources, mark) => {
    const [finding, ...more] = wronglyCited(output, sources)
    expect(finding?.span.text).toBe(mark)
    expect(finding?.evidence).toMatch(/does not have this, .* has: "/)
    expect(more).toEqual([])
  })

  it('names both sources and quotes the one that has it', () => {
    const [finding] = wronglyCited('Invoices are due within 14 days [kb-205].', desk)
    expect(finding?.evidence).toBe('kb-205 does not have this, kb-310 has: "Invoices are due within 14 days."')
  })
})

it.each<[string, Sources]>([
  ['The Gotthard tunnel opened on 1 June 2016 [2] and the Brenner tunnel is planned for 2032 [3].', tunnels],
  ['Two tunnels are compared: 57 km [2] and 55 km [3].', tunnels],
  ['The line was closed for 51 days.[1] A derailment damaged 7 km of track.[2]', tunnels],
  ['All three are rail tunnels [1, 2, 3].', tunnels],
  ['Freight lost some 2,000 million euros [1].', tunnels],
  ['The tunnels are 57 km and 55 km long [2][3].', tunnels],
  ['The closure was long [1].\n\n## Sources\n[1] Report of 57 km', tunnels],
  ['The link works for half an hour [kb-101], a code for one minute [kb-205].', desk],
  ['The fee was 4,800 euros (contract.pdf) and is 5,250 euros since July 2024 (amendment.pdf).', files],
  ['It is 450 euros more (contract.pdf, amendment.pdf).', files],
  ['Transformers are better by 3.5 points [Smith2021; Lee2022].', papers],
  ['The list is [3] and 57 km long.', tunnels],
])('a claim that the cited sources have, or nobody has, is not wrongly cited: %s', (output, sources) => {
  expect(wronglyCited(output, sources)).toEqual([])
})

it('a claim that the cited source has counts as verified', () => {
  const verified = (output: string) => detectHallucinations({ output, sources: tunnels }).verified
  expect(verified('The Gotthard tunnel is 57 km long [2].')).toBe(verified('The Gotthard tunnel is 57 km long.') + 2)
})

it.each<[string, Sources, string]>([
  ['The fee is 5,250 euros [annex.pdf].', files, 'annex.pdf'],
  ['According to annex.pdf it is 5,250 euros.', files, 'annex.pdf'],
  ['A further seat costs 8 euros [kb-410].', desk, 'kb-410'],
  ['A transformer is best [Chen2023].', papers, 'Chen2023'],
])('a source of the same form that is not among them does not exist: %s', (output, sources, name) => {
  expect(wronglyCited(output, sources).map(({ span }) => span.text)).toEqual([name])
})

it.each<[string, Sources]>([
  ['Edit the settings (config.pdf) first.', files],
  ['See [annex.pdf](https://example.org/annex.pdf).', files],
  ['It was hired in May [Team7].', desk],
])('a mere mention is no citation: %s', (output, sources) => {
  expect(wronglyCited(output, sources)).toEqual([])
})

it('a citation by id takes no support from its sentence', () => {
  const grade = (output: string) =>
    detectHallucinations({ output, sources: files }).findings.find(({ type }) => type === 'unsupported_claim')
      ?.confidence ?? 0
  const sentence = 'The agreement runs until the last day of December 2026'
  expect(grade(`${sentence} (contract.pdf).`)).toBe(grade(`${sentence}.`))
})
