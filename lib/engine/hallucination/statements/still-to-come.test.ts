import { describe, expect, it } from 'vitest'
import { detectHallucinations } from '../detect-hallucinations'

const notes =
  'Ines is redrawing the plan of the cellar. The pump will be replaced in autumn. The board recommends to renew the lease. The roof was repaired in May. The stairs will be cleaned (done on 3 May).'

const warned = (output: string) =>
  detectHallucinations({ output, sources: [{ id: 's', text: notes }] }).findings.flatMap(({ severity, span, type }) =>
    type === 'unsupported_claim' ? [] : `${severity}: ${span.text}`,
  )

describe('what is still to come', () => {
  it.each([
    ['goes on', 'Ines has finished redrawing the plan of the cellar.', 'redrawing'],
    ['will be', 'The pump was replaced.', 'replaced'],
    ['is recommended', 'The board has renewed the lease.', 'renewed'],
  ])('is doubted as done where it %s', (_what, output, found) => {
    expect(warned(output)).toEqual([`warning: ${found}`])
  })

  it.each([
    ['it is told as to come', 'The pump will be replaced.'],
    ['it was done', 'The roof was repaired.'],
    ['the source tells that it was done', 'The stairs were cleaned.'],
    ['it is of another thing', 'The tap was replaced.'],
  ])('is not where %s', (_what, output) => {
    expect(warned(output)).toEqual([])
  })
})
