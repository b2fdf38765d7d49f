import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { evaluatorLabels } from '@/lib/presentation/labels/verdicts'
import { projectConfiguration } from './configuration'
import { evaluatorRules, evaluators, isDecidedByPerson, personOrigins, signalNumber, signalOrigins } from './evaluators'
import { calibrateConfidence } from './judgement'
import { scoreConfidence } from './quality/scoring'
import { sentSignal } from './sent-signals'
import { signalInput, signalSet, signalShorthand } from './signals'

describe.each(evaluators)('the evaluator %s', (who) => {
  it('is accepted as shorthand and in a list', () => {
    expect(signalInput.parse({ evaluator: who, value: 0.5 })).toMatchObject({ evaluator: who })
    expect(signalShorthand.parse({ [who]: 0.5 })).toEqual([{ evaluator: who, value: 0.5 }])
    expect(scoreConfidence.input.parse({ signals: { [who]: 0.5 }, weights: { [who]: 1 } })).toBeTruthy()
    expect(projectConfiguration.parse({ confidence_weights: { [who]: 1 } })).toBeTruthy()
    expect(Object.keys(signalSet.shape)).toContain(who)
    expect(evaluatorLabels[who]).toBe(evaluatorRules[who].label)
  })

  it('can be sent later and is learned from, unless it is a person', () => {
    const isAutomated = who !== 'human'
    expect(sentSignal.safeParse({ evaluator: who, value: 0.5 }).success).toBe(isAutomated)
    const learned = { verdicts: [{ signals: { [who]: 0.5 }, approved: true }], apply: [], weights: { [who]: 1 } }
    expect(calibrateConfidence.input.safeParse(learned).success).toBe(isAutomated)
  })

  it('may answer yes or no only if the table gives their values', () => {
    const isTaken = evaluatorRules[who].yesOrNo !== null
    expect(signalInput.safeParse({ evaluator: who, value: true }).success).toBe(isTaken)
    expect(signalShorthand.safeParse({ [who]: false }).success).toBe(isTaken)
    expect(signalNumber(who, true)).toBe(evaluatorRules[who].yesOrNo?.yes ?? null)
    expect(signalNumber(who, false)).toBe(evaluatorRules[who].yesOrNo?.no ?? null)
  })

  it('has a column in the database and a colour on the page', () => {
    const summary = /^model RunSummary \{.*?^\}/ms.exec(readFileSync('prisma/schema.prisma', 'utf8'))?.[0]
    expect(summary).toMatch(new RegExp(`^  ${who} +Float\\?$`, 'm'))
    const css = readFileSync('app/colors.css', 'utf8')
    for (const part of ['', '-fg', '-bg', '-line'])
      expect(css).toContain(`--color-${who}${part}: var(--${who}${part});`)
  })
})

it('a run is decided by a person if its human signal came from a review or a gate', () => {
  expect(signalOrigins.filter(isDecidedByPerson)).toEqual(['gate', 'review'])
  expect(isDecidedByPerson(null)).toBe(false)
})

it('the index of reviewed runs lists the same origins', () => {
  const index = readFileSync('prisma/migrations/0001_init/migration.sql', 'utf8')
  expect(index).toContain(`"human_origin" IN (${personOrigins.map((origin) => `'${origin}'`).join(', ')})`)
})
