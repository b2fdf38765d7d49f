import { expect, it } from 'vitest'
import { detectHallucinations } from '../detect-hallucinations'

it.each([
  ['without sources', []],
  ['with sources that lack the number', [{ id: 's', text: 'Those asked were many users, and they agreed.' }]],
])('a share beyond the whole is one finding, %s', (_case, sources) => {
  const { findings } = detectHallucinations({ output: 'Of those asked, 120 % of all users agreed.', sources })
  const found = findings.filter(({ type }) => type !== 'unsupported_claim')
  expect(found).toMatchObject([
    { type: 'invented_statistic', verdict: 'contradicted', span: { text: '120 % of all users' } },
  ])
})
