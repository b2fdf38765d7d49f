import { expect, it } from 'vitest'
import { detectHallucinations } from '../detect-hallucinations'

const rules =
  'Backups run after the nightly report. The probe Lark passed Cass before it reached Ilra. Anna arrived after Bela. Lunch is served after the talk. Add the cream, then the cheese. If the light is red, then call Bela.'

function contradicted(output: string) {
  const { findings } = detectHallucinations({ output, sources: [{ id: 's', text: rules }] })
  return findings.some(({ verdict }) => verdict === 'contradicted')
}

it.each([
  ['The nightly report runs after the backups.', true],
  ['After the backups, the nightly report runs.', true],
  ['Backups run before the nightly report.', true],
  ['Lark reached Ilra before passing Cass.', true],
  ['Bela arrived after Anna.', true],
  ['Add the cheese first and then the cream.', true],
  ['First add the cheese, then the cream.', true],
  ['The nightly report runs before the backups.', false],
  ['Lark reached Ilra after passing Cass.', false],
  ['Bela arrived before Anna.', false],
  ['After the talk, lunch is served.', false],
  ['First add the cream and then the cheese.', false],
  ['Call Bela, then the light is red.', false],
  ['The nightly report of the clinic runs after the backups.', false],
])('%s is contradicted: %s', (output, expected) => {
  expect(contradicted(output)).toBe(expected)
})
