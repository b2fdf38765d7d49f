import { describe, expect, it } from 'vitest'
import { detectHallucinations } from '../detect-hallucinations'

const source =
  'The regatta is held unless the lake is frozen. The bonus is paid if the crew meets the target. The lift may be used only when the inspector has signed. The kiosk sells ice if the sun shines. The kiosk sells ice even if the sun does not shine. Claims are settled as long as the form is complete.'

const contradicted = (output: string) =>
  detectHallucinations({ output, sources: [{ id: 's', text: source }] }).findings.filter(
    ({ verdict }) => verdict === 'contradicted',
  ).length

describe('what the sources tell of one case', () => {
  it.each([
    ['the excepted one', 'The regatta is held even if the lake is frozen.'],
    ['every case', 'The bonus is paid whether or not the crew meets the target.'],
    ['the opposite one', 'The bonus is paid even if the crew does not meet the target.'],
    ['the excepted one, before it', 'Regardless of whether the form is complete, claims are settled.'],
    ['an exception instead of a condition', 'The bonus is paid unless the crew meets the target.'],
  ])('is contradicted where it is told of %s', (_what, output) => {
    expect(contradicted(output)).toBeGreaterThan(0)
  })

  it.each([
    ['the same', 'Unless the lake is frozen, the regatta is held.'],
    ['its denial', 'If the lake is not frozen, the regatta is held.'],
    ['one of two that are told', 'The kiosk sells ice even when the sun does not shine.'],
    ['the case that is told', 'Only when the inspector has signed may the lift be used.'],
    ['another case', 'The regatta is held even if the wind is weak.'],
    ['what is asked', 'Ask whether the bonus is paid if the crew does not meet the target.'],
  ])('is not where it is told of %s', (_what, output) => {
    expect(contradicted(output)).toBe(0)
  })
})
