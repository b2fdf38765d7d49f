import { describe, expect, it } from 'vitest'
import { detectHallucinations } from '../detect-hallucinations'

const contradicted = (output: string, text: string) =>
  detectHallucinations({ output, sources: [{ id: 's', text }] }).findings.flatMap(({ verdict, span }) =>
    verdict === 'contradicted' ? span.text : [],
  )

describe('parts and multiples in words', () => {
  it.each([
    ['About half of the users agreed.', '80 % of the users agreed.', 'half'],
    ['Two thirds of the users agreed.', '33 % of the users agreed.', 'Two thirds'],
    ['A quarter of the users agreed.', '75 % of the users agreed.', 'quarter'],
    ['More than half of the users agreed.', '30 % of the users agreed.', 'half'],
    ['Less than a third of the users agreed.', '60 % of the users agreed.', 'third'],
    ['80 % of the users agreed.', 'About half of the users agreed.', '80 %'],
    ['Sales doubled in May.', 'Sales rose by 20 % in May.', 'doubled'],
    ['Sales rose by 20 % in May.', 'Sales doubled in May.', 'rose by 20 %'],
    ['Sales halved in May.', 'Sales rose by 50 % in May.', 'halved'],
    ['Sales are twice those of May.', 'Sales are 150 % of those of May.', 'twice'],
  ])('%s contradicts %s', (output, source, text) => {
    expect(contradicted(output, source)).toEqual([expect.stringContaining(text)])
  })

  it.each([
    ['About half of the users agreed.', '50 % of the users agreed.'],
    ['About half of the users agreed.', '58 % of the users agreed.'],
    ['A quarter of the users agreed.', '30 % of the users agreed.'],
    ['Nearly half of the users agreed.', '46 % of the users agreed.'],
    ['More than half of the users agreed.', '80 % of the users agreed.'],
    ['A third of the users agreed.', '33 % of the users agreed.'],
    ['Two thirds of the users agreed.', '67 % of the users agreed.'],
    ['50 % of the users agreed.', 'About half of the users agreed.'],
    ['67 % of the users agreed.', 'Two thirds of the users agreed.'],
    ['Sales doubled in May.', 'Sales rose by 100 % in May.'],
    ['Sales more than doubled in May.', 'Sales rose by 140 % in May.'],
    ['Sales halved in May.', 'Sales fell by 50 % in May.'],
    ['Sales are twice those of May.', 'Sales are 200 % of those of May.'],
  ])('%s agrees with %s', (output, source) => {
    expect(contradicted(output, source)).toEqual([])
  })

  it.each([
    ['of others', 'Half of the users agreed.', '80 % of the new users agreed.'],
    ['of another time', 'Sales doubled in May.', 'Sales rose by 20 % in June.'],
    ['of the rest', 'Half of the users did not agree.', '80 % of the users agreed.'],
    ['of the second half', 'The second half of the game was dull.', '80 % of the game was dull.'],
    ['as a wish', 'Sales should have doubled in May.', 'Sales rose by 20 % in May.'],
  ])('what is told %s says nothing of it', (_case, output, source) => {
    expect(contradicted(output, source)).toEqual([])
  })
})

describe('all of a number of things', () => {
  it.each([
    ['All four checks passed.', '3 of 4 checks passed, "e2e" failed.', ['All four']],
    ['All five pumps were replaced in May.', 'In May, two of five pumps were replaced.', ['All five']],
    ['All 4 checks passed.', '4 of 4 checks passed.', []],
    ['All three checks that ran passed.', '3 of 4 checks passed, one was skipped.', []],
    ['All four valves passed.', '3 of 4 checks passed. The valves passed.', []],
  ])('%s', (output, text, found) => {
    expect(contradicted(output, text)).toEqual(found)
  })
})
