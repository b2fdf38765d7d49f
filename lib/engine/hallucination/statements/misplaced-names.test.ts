import { describe, expect, it } from 'vitest'
import { detectHallucinations } from '../detect-hallucinations'

describe('reports a statement of the sources about another', () => {
  const source =
    'The northern fleet left Veracruz on 3 May with 22 ships. The southern fleet under Prieto left Callao on 9 May. Soto withdrew to Panama, where he repaired his flagship. Last week the papers praised Prieto and Soto.'
  const contradicted = (output: string) =>
    detectHallucinations({ output, sources: [{ id: 's', text: source }] }).findings.flatMap(({ verdict, span }) =>
      verdict === 'contradicted' ? span.text : [],
    )

  it.each([
    ['Prieto withdrew to Panama, where he repaired his flagship.', ['Prieto']],
    ['The northern fleet left Callao on 3 May with 22 ships.', ['Callao']],
    ['The northern fleet left Veracruz on 9 May with 22 ships.', ['9 May']],
    ['Soto withdrew to Panama, where he repaired his flagship.', []],
    ['The southern fleet under Prieto left Callao on 3 May.', ['3 May']],
    ['The southern fleet left Callao on 9 May.', []],
    ['The papers praised Soto and Prieto.', []],
    ['Panama: he repaired his flagship there.', []],
  ])('%s', (output, names) => {
    expect(contradicted(output)).toEqual(names)
  })
})
