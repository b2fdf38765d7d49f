import { describe, expect, it } from 'vitest'
import { detectHallucinations } from '../detect-hallucinations'

const meeting =
  'Ada Holm said: "We will not close the depot before the winter." "The ferry was never safe with so many cars on it," said Viktor Stark, who has sailed it for years. Nadia Quill added that the lift had been out of order for weeks. “Half of the apples were lost to frost,” she told reporters. According to Ada Holm, “The bees came back to the valley.” “The line will carry twice as many people,” Viktor Stark wrote.'
const findings = (output: string) =>
  detectHallucinations({ output, sources: [{ id: 's', text: meeting }] })
    .findings.filter(({ type }) => type !== 'unsupported_claim')
    .map(({ verdict, span }) => `${verdict}: ${span.text}`)

describe('the speaker of a quotation', () => {
  it.each([
    'Ada Holm said, "We will not close the depot before the winter."',
    '"We will not close the depot before the winter," said Holm.',
    'According to Stark, the line will carry twice as many people.',
    'Viktor Stark, the captain, said: "The ferry was never safe with so many cars on it."',
    'Nadia Quill told Ada Holm that the lift had been out of order for weeks.',
    'According to Viktor Stark, the line will carry twice as many people.',
    'Ada Holm said: "Half of the apples were lost to frost."',
  ])('is not where it is the same, or not told by a name: %s', (output) => {
    expect(findings(output).filter((one) => one.startsWith('contradicted'))).toEqual([])
  })
})
